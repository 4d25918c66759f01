import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";

const root = join(import.meta.dirname, "..");

/** What a page loads, by the names of its files, with how many bytes each has when it is sent. */
export type Loaded = ReadonlyMap<string, number>;

export interface ConsoleChunks {
  /** By `index.html`, before any screen. */
  readonly frame: Loaded;
  /** By each screen, the frame's files included. */
  readonly screens: ReadonlyMap<string, Loaded>;
}

/** The console as a release has it, in memory. */
export async function buildChunks(): Promise<ConsoleChunks> {
  const built = await build({ root, logLevel: "warn", build: { write: false } });
  if (Array.isArray(built) || !("output" in built)) throw new Error("One build has one output.");
  const files = new Map(built.output.map((file) => [file.fileName, file]));
  const chunks = built.output.filter((file) => file.type === "chunk");
  const page = { "index.html": sizeOf(readFileSync(join(root, "index.html"))) };
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("The build has no entry.");
  const frame = new Map([...Object.entries(page), ...loadedBy(entry, files)]);
  const screens = chunks.flatMap((chunk): [string, Loaded][] => {
    const name = /screens\/([^/]+)\/screen\.tsx$/.exec(chunk.facadeModuleId ?? "")?.[1];
    return name === undefined ? [] : [[name, new Map([...frame, ...loadedBy(chunk, files)])]];
  });
  return { frame, screens: new Map(screens) };
}

type Files = ReadonlyMap<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

/** A chunk, what it imports, and their style sheets. */
function loadedBy(chunk: Rolldown.OutputChunk, files: Files): Loaded {
  const loaded = new Map<string, number>();
  const load = (name: string) => {
    const file = files.get(name);
    if (file === undefined || loaded.has(name)) return;
    loaded.set(name, sizeOf(file.type === "chunk" ? file.code : file.source));
    if (file.type !== "chunk") return;
    for (const other of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) load(other);
  };
  load(chunk.fileName);
  return loaded;
}

function sizeOf(content: string | Uint8Array): number {
  return gzipSync(content).length;
}

export function total(loaded: Loaded): number {
  return [...loaded.values()].reduce((sum, size) => sum + size, 0);
}

/** What a screen loads beyond what is there already. */
export function ownPart(loaded: Loaded, there: Loaded): Loaded {
  return new Map([...loaded].filter(([name]) => !there.has(name)));
}
