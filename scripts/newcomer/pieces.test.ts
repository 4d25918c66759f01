import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandOf, notPlayed, piecesOf } from "./pieces.ts";

const root = join(import.meta.dirname, "../..");
const textsOf = (markdown: string) =>
  piecesOf(markdown, "a.md").map(({ place, text }) => [place, text]);

describe("what a text tells its reader to run", () => {
  it("is each command of a block, and what a sentence names", () => {
    const markdown = [
      "Say `npm run mock` or `PORT=9000 npm start`; `npm` alone is nothing.",
      "```sh",
      "git clone <this repository> && cd it",
      "# a remark",
      "curl -N \\",
      "  http://x",
      "echo 'two",
      "lines'",
      "```",
      "```ts",
      "run();",
      "```",
    ].join("\n");
    expect(textsOf(markdown)).toEqual([
      ["a.md:1", "npm run mock"],
      ["a.md:1", "PORT=9000 npm start"],
      ["a.md:3", "git clone <this repository> && cd it"],
      ["a.md:5", "curl -N \\\n  http://x"],
      ["a.md:7", "echo 'two\nlines'"],
      ["a.md:10", "run();"],
    ]);
  });

  it("has everything that the list of what is not played names", () => {
    const readme = piecesOf(readFileSync(join(root, "README.md"), "utf8"), "README.md");
    const commands = readme.map(({ text }) => commandOf(text));
    expect(Object.keys(notPlayed).filter((entry) => !commands.includes(entry))).toEqual([]);
    expect(commands).toContain("npm start");
  });
});
