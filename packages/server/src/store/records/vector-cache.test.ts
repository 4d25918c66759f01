import { setTimeout as sleep } from "node:timers/promises";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import type { Store } from "../store.ts";

const name = (text: string) => Buffer.from(text.padEnd(32, "."));
const vector = (text: string, bytes = 100) => ({
  name: name(text),
  sealed: Buffer.alloc(bytes, text),
});

describe.each(engines)("the vector cache on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const found = async (workspace: string, ...texts: string[]) =>
    (await store.vectorCache.find(workspace, texts.map(name))).map(({ sealed }) =>
      Buffer.from(sealed).toString("latin1", 0, 1),
    );

  it("vectors are found by their names, in their own workspace", async () => {
    await store.vectorCache.write("w1", [vector("a"), vector("b")]);
    expect((await found("w1", "a", "b", "c")).sort()).toEqual(["a", "b"]);
    expect(await found("w2", "a")).toEqual([]);
    expect(await found("w1")).toEqual([]);
  });

  it("the first vector under a name stays, even if two processes write it at once", async () => {
    await Promise.all(
      ["x", "y"].map((text) =>
        store.vectorCache.write("w3", [{ name: name("same"), sealed: Buffer.from(text) }]),
      ),
    );
    expect(await found("w3", "same")).toHaveLength(1);
  });

  it("the oldest go until the rest fits, and another workspace keeps its own", async () => {
    for (const text of ["d", "e", "f"]) {
      await store.vectorCache.write("w4", [vector(text)]);
      await sleep(2);
    }
    await store.vectorCache.write("w5", [vector("d")]);
    expect(await store.vectorCache.trim("w4", 300)).toBe(0);
    expect(await store.vectorCache.trim("w4", 250)).toBe(1);
    expect((await found("w4", "d", "e", "f")).sort()).toEqual(["e", "f"]);
    expect(await found("w5", "d")).toEqual(["d"]);
  });

  it("a workspace is forgotten, and old entries are removed", async () => {
    expect(await store.vectorCache.forget("w1")).toBe(2);
    expect(await found("w1", "a")).toEqual([]);
    expect(await store.vectorCache.prune(Date.now() + 1000)).toBe(4);
  });
});
