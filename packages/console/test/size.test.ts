import { beforeAll, describe, expect, it } from "vitest";
import { buildChunks, type ConsoleChunks, ownPart, total } from "../testing/console-chunks.ts";

const kB = 1000;
const mostAtFirst = 250 * kB;
const mostOfScreen = 60 * kB;

describe("the console's size, compressed", () => {
  let chunks: ConsoleChunks;
  beforeAll(async () => {
    chunks = await buildChunks();
  });

  it("is below 250 kB for the first screen, with all that it loads", () => {
    const overview = chunks.screens.get("overview") ?? new Map();
    expect([...overview.keys()].some((name) => name.endsWith(".css"))).toBe(true);
    expect(overview.size).toBeGreaterThan(chunks.frame.size);
    expect(total(overview)).toBeLessThan(mostAtFirst);
  });

  it("is below 60 kB for what each other screen adds to the first", () => {
    const first = chunks.screens.get("overview") ?? new Map();
    const parts = [...chunks.screens].map(([name, loaded]) => {
      return [name, total(ownPart(loaded, first))] as const;
    });
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter(([, size]) => size >= mostOfScreen)).toEqual([]);
  });
});
