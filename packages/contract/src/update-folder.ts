import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

type Files = ReadonlyMap<string, string>;

/**
 * Makes a folder hold these files and no others, and names those that were different. Each file is replaced whole, so
 * that a reader, or another process that does the same, sees the old text or the new one.
 */
export function updateFolder(folder: string, files: Files): readonly string[] {
  const names = staleNames(folder, files);
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const text = files.get(name);
    const path = join(folder, name);
    const draft = `${path}.${process.pid}.draft`;
    if (text === undefined) rmSync(path, { force: true });
    else {
      writeFileSync(draft, text);
      renameSync(draft, path);
    }
  }
  return names;
}

/** The files whose content is another one, left-overs included. Drafts belong to the process that writes them. */
export function staleNames(folder: string, files: Files): readonly string[] {
  const found = existsSync(folder) ? readdirSync(folder) : [];
  const isStale = (name: string) =>
    !(found.includes(name) && readFileSync(join(folder, name), "utf8") === files.get(name));
  return [...new Set([...files.keys(), ...found])].filter(
    (name) => !name.endsWith(".draft") && isStale(name),
  );
}
