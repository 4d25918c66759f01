import { beforeAll, describe, expect, it } from "vitest";
import { buildChunks, type ConsoleChunks, ownPart, total } from "./support/console-chunks.ts";

const kB = 1000;
const mostAtFirst = 145 * kB;
/** What stands in the page, and runs, before the large libraries are there. */
const mostEarly = 5 * kB;
const mostOfScreen = 60 * kB;

describe("the console's size, compressed", () => {
  let chunks: ConsoleChunks;
  beforeAll(async () => {
    chunks = await buildChunks();
  });

  it("is below 145 kB for the first screen, with all that it loads", () => {
    const overview = chunks.screens.get("overview") ?? new Map();
    expect([...chunks.frame.keys()].filter((name) => name.endsWith(".css"))).toHaveLength(1);
    expect(overview.size).toBeGreaterThan(chunks.frame.size);
    expect(total(overview)).toBeLessThan(mostAtFirst);
  });

  it("is below 5 kB for what runs before the libraries, page and styles left aside", () => {
    const early = new Map([...chunks.frame].filter(([name]) => name.includes("/early.")));
    expect(early.size).toBe(1);
    expect(total(early)).toBeLessThan(mostEarly);
  });

  it("needs seven files for the frame, the page and its icon among them, and one for the first screen", () => {
    expect([...chunks.frame.keys()]).toHaveLength(7);
    expect(chunks.screens.get("overview")?.size).toBe(8);
  });

  it("needs no more than four files of its own for any screen", () => {
    const sizes = [...chunks.screens].map(([, loaded]) => ownPart(loaded, chunks.frame).size);
    expect(Math.max(...sizes)).toBeLessThan(6);
  });

  it("is below 60 kB for what each other screen adds to the first, and to what is loaded ahead", () => {
    const first = new Map([...(chunks.screens.get("overview") ?? []), ...chunks.ahead]);
    expect(chunks.ahead.size).toBeGreaterThan(4);
    const parts = [...chunks.screens].map(([name, loaded]) => {
      return [name, total(ownPart(loaded, first))] as const;
    });
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter(([, size]) => size >= mostOfScreen)).toEqual([]);
  });
});
