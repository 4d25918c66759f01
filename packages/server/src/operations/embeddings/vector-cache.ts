import { TimeSlice } from "../../in-turns.ts";
import type { EmbedInput, EmbedPart } from "../../model-call/embed-call.ts";
import type { VectorSeals } from "../../secrets/vector-seal.ts";
import type { CachedVector, VectorCacheStore } from "../../store/ports/vector-cache.ts";
import type { Encoding, Vector } from "../../vectors/vector.ts";
import { writeVector } from "../../vectors/write.ts";
import { TrimmedRoom } from "../trimmed-room.ts";

/** What a vector depends on, beside its input. */
export interface VectorSubject {
  readonly workspaceId: string;
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly inputType: string | undefined;
  readonly encoding: Encoding;
}

/** The vectors that a workspace keeps. With the same input, model and form they are the same byte for byte. */
export interface VectorCache {
  /** A vector for each input, or null where none is kept. Without an answer of the store none is. */
  find(subject: VectorSubject, inputs: readonly EmbedInput[]): Promise<readonly (Vector | null)[]>;
  /** Returns at once; vectors are written later, in batches. */
  keep(subject: VectorSubject, inputs: readonly EmbedInput[], vectors: readonly Vector[]): void;
  /** Writes the vectors that are waiting. */
  close(): Promise<void>;
}

export interface VectorCacheParts {
  readonly store: Pick<VectorCacheStore, "find" | "write" | "trim">;
  readonly seals: VectorSeals;
  readonly bytesPerWorkspace: number;
  readonly onProblem: (error: unknown) => void;
  /** Called with each look: how many inputs had a vector, and how many had none. */
  readonly onLook: (hits: number, misses: number) => void;
}

/** As many as are read and opened between two looks at the clock. */
const step = 32;
const writeEveryMs = 200;
/** Memory for vectors that wait for a slow store, those that it is asked to write included; more are not kept. */
const maxWaitingBytes = 32 * 1024 * 1024;

interface Waiting {
  readonly workspaceId: string;
  readonly vectors: readonly CachedVector[];
}

export function createVectorCache(parts: VectorCacheParts): VectorCache {
  const { store, seals, bytesPerWorkspace, onProblem, onLook } = parts;
  const room = new TrimmedRoom(store, bytesPerWorkspace);
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (batch: readonly Waiting[]) => {
    for (const { workspaceId, vectors } of batch) {
      for (let start = 0; start < vectors.length; start += step)
        await store.write(workspaceId, vectors.slice(start, start + step));
      await room.wrote(workspaceId, bytesOf(vectors));
    }
  };
  const write = () => {
    timer = undefined;
    const batch = waiting;
    waiting = [];
    writing = writing
      .then(() => writeAll(batch))
      .catch(onProblem)
      .finally(() => {
        for (const { vectors } of batch) waitingBytes -= bytesOf(vectors);
      });
  };

  return {
    async find(subject, inputs) {
      const found: (Vector | null)[] = [];
      const turn = new TimeSlice();
      try {
        for (let start = 0; start < inputs.length; start += step) {
          found.push(...(await findSome(parts, subject, inputs.slice(start, start + step))));
          if (turn.isOver) await turn.pass();
        }
      } catch (error) {
        onProblem(error);
        return inputs.map(() => null);
      }
      const hits = found.filter((vector) => vector !== null).length;
      onLook(hits, inputs.length - hits);
      return found;
    },
    keep(subject, inputs, vectors) {
      const { workspaceId } = subject;
      const sealed = vectors.flatMap((vector, index): CachedVector[] => {
        const name = nameOf(seals, subject, inputs[index]);
        if (name === null) return [];
        return [{ name, sealed: seals.seal(workspaceId, name, piecesOf(vector, subject)) }];
      });
      const bytes = bytesOf(sealed);
      if (sealed.length === 0 || waitingBytes + bytes > maxWaitingBytes) return;
      waiting.push({ workspaceId, vectors: sealed });
      waitingBytes += bytes;
      timer ??= setTimeout(write, writeEveryMs).unref();
    },
    async close() {
      clearTimeout(timer);
      write();
      await writing;
    },
  };
}

async function findSome(
  { store, seals }: VectorCacheParts,
  subject: VectorSubject,
  inputs: readonly EmbedInput[],
): Promise<readonly (Vector | null)[]> {
  const { workspaceId } = subject;
  const names = inputs.map((input) => nameOf(seals, subject, input));
  const asked = names.filter((name) => name !== null);
  const kept = await store.find(workspaceId, asked);
  const byName = new Map(kept.map(({ name, sealed }) => [hex(name), sealed]));
  return names.map((name) => {
    const sealed = name === null ? undefined : byName.get(hex(name));
    if (name === null || sealed === undefined) return null;
    const opened = seals.open(workspaceId, name, sealed);
    return opened === null ? null : toVector(opened, subject);
  });
}

/** Null where the input may be another one tomorrow: an image behind an address. */
function nameOf(
  seals: VectorSeals,
  { workspaceId, model, dimensions, inputType, encoding }: VectorSubject,
  input: EmbedInput | undefined,
): Buffer | null {
  if (input === undefined || !isLasting(input)) return null;
  const content = input.type === "text" ? input.text : input.content.map(contentOf);
  const subject = [1, model, dimensions ?? null, inputType ?? null, encoding, content];
  return seals.nameOf(workspaceId, JSON.stringify(subject));
}

/** Without what is known of a part beside what was sent. */
function contentOf(part: EmbedPart): readonly string[] {
  return part.type === "text" ? ["text", part.text] : ["image", part.url];
}

function isLasting(input: EmbedInput): boolean {
  if (input.type === "text") return true;
  return input.content.every((part) => part.type === "text" || part.url.startsWith("data:"));
}

const dimensionsBytes = 4;

/** The number of values, and the vector as the caller gets it. */
function piecesOf(vector: Vector, { encoding }: VectorSubject): readonly Uint8Array[] {
  const head = Buffer.alloc(dimensionsBytes);
  head.writeUInt32LE(vector.dimensions);
  return [head, ...writeVector(vector, encoding)];
}

function toVector(opened: Buffer, { encoding }: VectorSubject): Vector {
  return {
    format: encoding === "float" ? "decimal" : "base64",
    pieces: [opened.subarray(dimensionsBytes)],
    dimensions: opened.readUInt32LE(),
  };
}

function bytesOf(vectors: readonly CachedVector[]): number {
  return vectors.reduce((sum, { sealed }) => sum + sealed.length, 0);
}

function hex(name: Uint8Array): string {
  return Buffer.from(name).toString("hex");
}
