import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filesOfGit } from "@portico/test-support/files-of-git";
import { ceilings } from "./borders/ceilings.ts";
import { judgeSizes, placeOf } from "./check/sizes.ts";

const usage = `Usage: npm run check -- size, or node scripts/size.ts [--write]

Counts the hand-written lines of each package, and of each room of the server, against scripts/borders/ceilings.ts.
--write lowers each ceiling to what stands there now; a ceiling is raised by hand, so that a review sees it.`;

const root = join(import.meta.dirname, "..");
const table = join(root, "scripts/borders/ceilings.ts");

/** Lines by place. Tests, generated files and data are not counted. */
function count(): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const file of filesOfGit(root)) {
    const place = placeOf(file);
    if (place === null) continue;
    const found = readFileSync(join(root, file), "utf8").split("\n").length - 1;
    lines.set(place, (lines.get(place) ?? 0) + found);
  }
  return lines;
}

const { values } = parseArgs({
  options: { write: { type: "boolean" }, help: { type: "boolean", short: "h" } },
});
const lines = count();
if (values.help) console.log(usage);
else if (values.write) write();
else {
  const problems = judgeSizes(lines, ceilings);
  const total = [...lines.values()].reduce((sum, one) => sum + one, 0);
  if (problems.length === 0) console.log(`${total} hand-written lines, none above its ceiling.`);
  else console.error(problems.join("\n"));
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function write(): void {
  const text = readFileSync(table, "utf8").replace(/"?([\w/.-]+)"?: ([\d_]+),/g, (whole, place) => {
    const found = lines.get(place);
    const ceiling = ceilings[place];
    if (found === undefined || ceiling === undefined || found >= ceiling) return whole;
    return whole.replace(/[\d_]+,$/, `${grouped(found)},`);
  });
  writeFileSync(table, text);
}

function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, "_");
}
