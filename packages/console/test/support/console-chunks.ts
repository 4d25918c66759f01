import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { loadedBy } from "../../serve/shell.ts";

const root = join(import.meta.dirname, "../..");

/** What a page loads, by the names of its files, with how many bytes each has when it is sent. */
export type Loaded = ReadonlyMap<string, number>;

export interface ConsoleChunks {
  /** By `index.html`, before any screen. */
  readonly frame: Loaded;
  /** By the frame while it has nothing else to do: what opens over the screens. */
  readonly ahead: Loaded;
  /** By each screen, the frame's files included. */
  readonly screens: ReadonlyMap<string, Loaded>;
}

/** The console as a release has it, in memory. */
export async function buildChunks(): Promise<ConsoleChunks> {
  const built = await build({ root, logLevel: "warn", build: { write: false } });
  if (Array.isArray(built) || !("output" in built)) throw new Error("One build has one output.");
  const files = Object.fromEntries(built.output.map((file) => [file.fileName, file]));
  const chunks = built.output.filter((file) => file.type === "chunk");
  const page = files["index.html"];
  const html = page?.type === "asset" ? String(page.source) : "";
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name);
  const frame = new Map(
    ["index.html", ...named].map((name = "") => [name, sizeOf(files[name])] as const),
  );
  const screens = chunks.flatMap((chunk): [string, Loaded][] => {
    const name = /screens\/([^/]+)\/screen\.tsx$/.exec(chunk.facadeModuleId ?? "")?.[1];
    return name === undefined ? [] : [[name, new Map([...frame, ...sizesOf(chunk, files)])]];
  });
  const popups = chunks.filter(({ moduleIds }) => moduleIds.some((id) => popupFiles.test(id)));
  const ahead = new Map(popups.flatMap((chunk) => [...sizesOf(chunk, files)]));
  return { frame, ahead, screens: new Map(screens) };
}

/** Those of src/app/popups.ts. */
const popupFiles = /\/(menu-drawer|palette|account-menu-open|sign-in-again)\.tsx$/;

type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

function sizesOf({ fileName }: Rolldown.OutputChunk, files: Rolldown.OutputBundle): Loaded {
  return new Map(loadedBy(fileName, files).map((name) => [name, sizeOf(files[name])]));
}

/** Most screens load the same libraries, and to compress those takes most of the time. */
const known = new WeakMap<File, number>();

/** As the gateway sends it. */
function sizeOf(file: File | undefined): number {
  if (file === undefined) throw new Error("The build has no such file.");
  const size = known.get(file) ?? compressedSize(file);
  known.set(file, size);
  return size;
}

function compressedSize(file: File): number {
  return brotliCompressSync(file.type === "chunk" ? file.code : file.source).length;
}

export function total(loaded: Loaded): number {
  return [...loaded.values()].reduce((sum, size) => sum + size, 0);
}

/** What a screen loads beyond what is there already. */
export function ownPart(loaded: Loaded, there: Loaded): Loaded {
  return new Map([...loaded].filter(([name]) => !there.has(name)));
}
