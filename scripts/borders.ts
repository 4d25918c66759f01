import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findImports, judge } from "./borders/rules.ts";

const root = join(import.meta.dirname, "..");
const sources = globSync("{packages/*/{src,test,bench,survival,build},scripts}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: (path) => path.includes("node_modules") || path.includes("generated"),
});

const problems: string[] = [];
for (const file of sources.sort())
  for (const found of findImports(readFileSync(join(root, file), "utf8"))) {
    const target = found.specifier.startsWith(".")
      ? relative(root, resolve(root, dirname(file), found.specifier))
      : found.specifier;
    const objection = judge({ file, target, typeOnly: found.typeOnly, dynamic: found.dynamic });
    if (objection !== undefined)
      problems.push(`${file}:${found.line} imports ${target}\n  ${objection}`);
  }

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else console.log(`${sources.length} files keep the import borders.`);
