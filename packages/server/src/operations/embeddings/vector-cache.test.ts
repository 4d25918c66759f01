import { describe, expect, it, vi } from "vitest";
import type { EmbedInput } from "../../model-call/embed-call.ts";
import { readMasterKeys } from "../../secrets/master-key.ts";
import { createVectorSeals } from "../../secrets/vector-seal.ts";
import type { CachedVector } from "../../store/ports/vector-cache.ts";
import type { Vector } from "../../vectors/vector.ts";
import { createVectorCache, type VectorCacheParts, type VectorSubject } from "./vector-cache.ts";

const seals = createVectorSeals(readMasterKeys("q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5"));
const subject: VectorSubject = {
  workspaceId: "w",
  model: "m",
  dimensions: 2,
  inputType: undefined,
  encoding: "float",
};
const text = (value: string): EmbedInput => ({ type: "text", text: value });
const image = (url: string): EmbedInput => ({
  type: "multimodal",
  content: [{ type: "image", url }],
});
const decimals = (value: string): Vector => ({
  format: "decimal",
  pieces: [Buffer.from(value.slice(0, 3)), Buffer.from(value.slice(3))],
  dimensions: 2,
});

class Shelf {
  readonly vectors = new Map<string, CachedVector>();
  trims = 0;
  isAway = false;

  find(_: string, names: readonly Uint8Array[]): Promise<readonly CachedVector[]> {
    if (this.isAway) return Promise.reject(new Error("away"));
    return Promise.resolve(
      names.flatMap((name) => this.vectors.get(Buffer.from(name).toString("hex")) ?? []),
    );
  }

  write(_: string, vectors: readonly CachedVector[]): Promise<void> {
    for (const vector of vectors)
      this.vectors.set(Buffer.from(vector.name).toString("hex"), vector);
    return Promise.resolve();
  }

  trim(): Promise<number> {
    this.trims += 1;
    return Promise.resolve(0);
  }
}

function cacheOn(shelf: Shelf, change: Partial<VectorCacheParts> = {}) {
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => void problems.push(error);
  const looks: number[][] = [];
  const onLook = (...counts: number[]) => void looks.push(counts);
  const cache = createVectorCache({
    ...{ store: shelf, seals, bytesPerWorkspace: 1e6, onProblem, onLook },
    ...change,
  });
  return { cache, problems, looks };
}

/** The bytes of each vector, or null. */
const bytes = (vectors: readonly (Vector | null)[]) =>
  vectors.map((vector) =>
    vector === null || vector.format === "floats" ? null : Buffer.concat(vector.pieces).toString(),
  );

describe("the vector cache", () => {
  it("gives a vector back byte for byte, for the same input and subject only", async () => {
    const shelf = new Shelf();
    const { cache, looks } = cacheOn(shelf);
    cache.keep(subject, [text("a"), text("b")], [decimals("[0.10,1]"), decimals("[2,-0]")]);
    await cache.close();
    const inputs = [text("b"), text("c"), text("a")];
    expect(bytes(await cache.find(subject, inputs))).toEqual(["[2,-0]", null, "[0.10,1]"]);
    expect(looks).toEqual([[2, 1]]);
    const others: Partial<VectorSubject>[] = [
      { workspaceId: "v" },
      { model: "n" },
      { dimensions: 3 },
      { inputType: "query" },
      { encoding: "base64" },
    ];
    for (const other of others)
      expect(await cache.find({ ...subject, ...other }, [text("a")])).toEqual([null]);
  });

  it("keeps what the caller got: a converted vector in the form that was asked for", async () => {
    const { cache } = cacheOn(new Shelf());
    const asked = { ...subject, encoding: "base64" as const };
    const values = new Float32Array([1, 2]);
    cache.keep(asked, [text("a")], [{ format: "floats", values, dimensions: 2 }]);
    await cache.close();
    const [found] = bytes(await cache.find(asked, [text("a")]));
    expect(found).toBe(Buffer.from(values.buffer).toString("base64"));
  });

  it("does not keep what lies behind an address, but images in the request itself", async () => {
    const { cache } = cacheOn(new Shelf());
    const [remote, inline] = [image("https://x.test/a.png"), image("data:image/png;base64,AA==")];
    cache.keep(subject, [remote, inline], [decimals("[1,1]"), decimals("[2,2]")]);
    await cache.close();
    expect(bytes(await cache.find(subject, [remote, inline]))).toEqual([null, "[2,2]"]);
  });

  it("finds nothing while the store is away, and says so", async () => {
    const shelf = new Shelf();
    const { cache, problems } = cacheOn(shelf);
    shelf.isAway = true;
    expect(await cache.find(subject, [text("a"), text("b")])).toEqual([null, null]);
    expect(problems).toHaveLength(1);
  });

  it("finds nothing that was changed in the store", async () => {
    const shelf = new Shelf();
    const { cache } = cacheOn(shelf);
    cache.keep(subject, [text("a")], [decimals("[1,1]")]);
    await cache.close();
    for (const [name, vector] of shelf.vectors)
      shelf.vectors.set(name, { ...vector, sealed: vector.sealed.map((byte) => byte ^ 1) });
    expect(await cache.find(subject, [text("a")])).toEqual([null]);
  });

  it("trims a workspace on its first write, and then each time a part of its room was written", async () => {
    const shelf = new Shelf();
    const { cache } = cacheOn(shelf, { bytesPerWorkspace: 16_000 });
    const writeSome = async (name: string) => {
      cache.keep(subject, [text(name)], [decimals(`[${"1".repeat(400)},1]`)]);
      await cache.close();
    };
    await writeSome("a");
    expect(shelf.trims).toBe(1);
    await writeSome("b");
    await writeSome("c");
    expect(shelf.trims).toBe(1);
    await writeSome("d");
    expect(shelf.trims).toBe(2);
  });

  it("drops what does not fit behind a slow store", async () => {
    vi.useFakeTimers();
    try {
      const shelf = new Shelf();
      const stored = Promise.withResolvers<void>();
      const write = vi.fn(() => stored.promise);
      const trim = () => shelf.trim();
      const { cache } = cacheOn(shelf, { store: { find: shelf.find, write, trim } });
      const large = decimals(`[${"1".repeat(20 * 1024 * 1024)},1]`);
      const keep = async (name: string) => {
        cache.keep(subject, [text(name)], [large]);
        await vi.advanceTimersByTimeAsync(1000);
      };
      await keep("written slowly");
      await keep("without room");
      stored.resolve();
      await vi.advanceTimersByTimeAsync(0);
      await keep("with room again");
      await cache.close();
      expect(write).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
