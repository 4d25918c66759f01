import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The release. Everything that is published carries the same number; the client's manifest is where it stands. */
export function readVersion(): string {
  const path = fileURLToPath(new URL("../../client/package.json", import.meta.url));
  return /"version": "([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "unknown";
}
