import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const usage = `Usage: node scripts/release.ts date | check <tag> [--root <folder>]

date    writes today below the newest version in each packages/*/CHANGELOG.md, where no day stands
check   fails unless the tag (v1.2.0) is the version of each package that is released, each has a dated section
        for it in its change log, and no note waits`;

interface Options {
  readonly root: string;
  readonly tag: string;
}

const newest = /^(# .*\n\n## (\S+)\n)(\n\*\d{4}-\d\d-\d\d\*\n)?/;

function writeDate({ root }: Options): void {
  const today = new Date().toISOString().slice(0, 10);
  for (const path of globSync("packages/*/CHANGELOG.md", { cwd: root })) {
    const text = readFileSync(join(root, path), "utf8");
    const dated = text.replace(newest, (_, head, __, day = `\n*${today}*\n`) => head + day);
    writeFileSync(join(root, path), dated);
  }
}

function problemsOf({ root, tag }: Options): string[] {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const released: readonly string[] = JSON.parse(read(".changeset/config.json")).fixed.flat();
  const logs = globSync("packages/*/CHANGELOG.md", { cwd: root });
  return [
    ...globSync(".changeset/*.md", { cwd: root })
      .filter((path) => !path.endsWith("README.md"))
      .map((path) => `${path} waits for a version.`),
    ...globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
      const { name, version } = JSON.parse(read(path));
      if (!released.includes(name)) return [];
      const log = logs.find((found) => dirname(found) === dirname(path));
      const [, , logged, day] = newest.exec(log === undefined ? "" : read(log)) ?? [];
      return [
        ...(`v${version}` === tag ? [] : [`${name} has version ${version}.`]),
        ...(logged === version && day !== undefined
          ? []
          : [`${name} has no dated section for ${version} in its CHANGELOG.md.`]),
      ];
    }),
  ];
}

const { values, positionals } = parseArgs({
  options: { root: { type: "string" }, help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
const [verb, tag = ""] = positionals;
const options = { root: values.root ?? join(import.meta.dirname, ".."), tag };
if (values.help) console.log(usage);
else if (verb === "date") writeDate(options);
else if (verb === "check" && tag !== "") {
  const problems = problemsOf(options);
  if (problems.length > 0) console.error([`${tag} cannot be released:`, ...problems].join("\n"));
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
