import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { isInside, readPackage, readWorkspace, type WorkspacePackage } from "./workspace.ts";

/**
 * Private packages are not published: their modules travel inside. The compiler has put each package's modules into
 * `<output>/<package>/src`; those of the published one come to the top, those of private ones into a folder each.
 */
export function inlinePrivatePackages(folderName: string, output: string): void {
  const { manifest } = readPackage(folderName);
  const others = readWorkspace().filter(
    (other) => other.folderName !== folderName && existsSync(join(output, other.folderName)),
  );
  const doors: Door[] = [];
  for (const other of others) {
    const place = join(output, other.folderName);
    if (isInside(other.manifest, manifest)) {
      doors.push(...doorsOf(other, place));
      flatten(join(place, "src"), place);
    }
    // A published package of ours is a dependency like any other.
    else rmSync(place, { recursive: true });
  }
  flatten(join(output, folderName, "src"), output);
  for (const file of readdirSync(output, { recursive: true, encoding: "utf8" }))
    if (/\.(js|ts)$/.test(file)) pointInside(join(output, file), doors);
}

/** The name that modules are imported by, and where they will lie; both may have a `*`. */
type Door = readonly [name: string, module: string];

function doorsOf({ manifest }: WorkspacePackage, place: string): Door[] {
  return Object.entries(manifest.exports ?? {}).map(([door, path]) => [
    join(manifest.name, door),
    join(place, relative("src", path)).replace(/\.ts$/, ".js"),
  ]);
}

function moduleNamed(name: string, doors: readonly Door[]): string | undefined {
  for (const [door, module] of doors) {
    const [start = "", end] = door.split("*");
    if (end === undefined ? name === door : name.startsWith(start))
      return module.replace("*", name.slice(start.length));
  }
  return undefined;
}

/** Modules of the same folder keep their places beside each other, so their relative paths stay true. */
function flatten(from: string, to: string): void {
  const draft = `${to}.draft`;
  renameSync(from, draft);
  rmSync(dirname(from), { recursive: true });
  cpSync(draft, to, { recursive: true });
  rmSync(draft, { recursive: true });
}

function pointInside(file: string, doors: readonly Door[]): void {
  const text = readFileSync(file, "utf8");
  const pointed = text.replace(/"(@portico\/[^"\n]+)"/g, (whole, name: string) => {
    const place = moduleNamed(name, doors);
    if (place === undefined) return whole;
    const path = relative(dirname(file), place);
    return `"${path.startsWith(".") ? path : `./${path}`}"`;
  });
  if (pointed !== text) writeFileSync(file, pointed);
}
