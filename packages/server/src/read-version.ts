import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version in the package's manifest. */
export function readVersion(): string {
  const path = fileURLToPath(new URL("../package.json", import.meta.url));
  return /"version": "([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "unknown";
}
