import { readFileSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname, "../../node_modules");

/** The version of a library that is installed. */
export function versionOf(packageName: string): string {
  const manifest = JSON.parse(readFileSync(join(modules, packageName, "package.json"), "utf8"));
  return String(manifest.version);
}
