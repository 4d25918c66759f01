import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedFiles } from "./contract/generated-files.ts";

const root = join(import.meta.dirname, "..");

const usage = `Usage: npm run generate -- [options]

Makes packages/*/src/generated from spec/.

  --check            write nothing; fail where a file is not what spec/ gives
  --spec <folder>    in place of spec/
  --output <folder>  where the tree of generated files is written, in place of the project
  --help             this text`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    check: { type: "boolean", default: false },
    spec: { type: "string", default: join(root, "spec") },
    // A folder that gets the same tree as the project, for those who must not write in the project.
    output: { type: "string", default: root },
  },
});

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Names of the files whose content is not what spec/ gives, left-overs included. */
function stale(files: ReadonlyMap<string, string>, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const changed = [...files]
    .filter(([name, text]) => contentOf(join(folder, name)) !== text)
    .map(([name]) => name);
  return [...changed, ...readdirSync(folder).filter((name) => !files.has(name))];
}

/** Whole files only: a reader at the same moment sees the old text or the new one. */
function write(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Makes one folder what spec/ gives. */
function update(folder: string, files: ReadonlyMap<string, string>): void {
  const names = stale(files, join(values.output, folder));
  if (names.length === 0) console.log(`${folder} is up to date.`);
  else if (values.check) {
    console.error(`Not what spec/ gives: ${names.join(", ")} in ${folder}.`);
    console.error(
      "Run `pnpm generate` and commit the result. Never edit these files by hand: change spec/ instead.",
    );
    process.exitCode = 1;
  } else {
    for (const name of names) {
      const text = files.get(name);
      const path = join(values.output, folder, name);
      if (text === undefined) rmSync(path);
      else write(path, text);
    }
    console.log(`Generated ${names.join(", ")} in ${folder}.`);
  }
}

if (values.help) {
  console.log(usage);
  process.exit();
}
const folders = await generatedFiles(values.spec).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
for (const [folder, files] of folders) update(folder, files);
