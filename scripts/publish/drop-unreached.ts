import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const relativePath = /"(\.\.?\/[^"\n]+)\.[jt]s"/g;

/**
 * Removes the modules that no entry leads to, and the declarations likewise: the compiler emits both for each source,
 * also where one of them is not used.
 */
export function dropUnreached(folder: string, entries: readonly string[]): void {
  for (const ending of [".js", ".d.ts"]) {
    const reached = reachedFrom(
      entries.map((entry) => join(folder, entry)),
      ending,
    );
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = join(folder, name);
      if (name.endsWith(ending) && !reached.has(file)) rmSync(file);
    }
  }
}

/** Files without their ending, from these on. */
function reachedFrom(entries: readonly string[], ending: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let stem = waiting.pop(); stem !== undefined; stem = waiting.pop()) {
    const file = stem + ending;
    if (reached.has(file) || !existsSync(file)) continue;
    reached.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(relativePath))
      waiting.push(join(dirname(file), path));
  }
  return reached;
}
