import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedFiles } from "./contract/generated-files.ts";

const root = join(import.meta.dirname, "..");

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    spec: { type: "string", default: join(root, "spec") },
    output: { type: "string", default: join(root, "packages/contract/src/generated") },
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

const files = await generatedFiles(values.spec).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const names = stale(files, values.output);
if (names.length === 0) {
  console.log("Generated files are up to date.");
} else if (values.check) {
  console.error(`Not what spec/ gives: ${names.join(", ")} in packages/contract/src/generated.`);
  console.error(
    "Run `pnpm generate` and commit the result. Never edit these files by hand: change spec/ instead.",
  );
  process.exitCode = 1;
} else {
  for (const name of names) {
    const text = files.get(name);
    if (text === undefined) rmSync(join(values.output, name));
    else write(join(values.output, name), text);
  }
  console.log(`Generated ${names.join(", ")}.`);
}
