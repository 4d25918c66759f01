import { join } from "node:path";
import { parseArgs } from "node:util";
import { staleNames, updateFolder } from "../packages/contract/src/update-folder.ts";
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

/** Makes one folder what spec/ gives. */
function update(folder: string, files: ReadonlyMap<string, string>): void {
  const place = join(values.output, folder);
  const names = values.check ? staleNames(place, files) : updateFolder(place, files);
  if (names.length === 0) console.log(`${folder} is up to date.`);
  else if (!values.check) console.log(`Generated ${names.join(", ")} in ${folder}.`);
  else {
    console.error(`Not what spec/ gives: ${names.join(", ")} in ${folder}.`);
    console.error(
      "Run `pnpm generate` and commit the result. Never edit these files by hand: change spec/ instead.",
    );
    process.exitCode = 1;
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
