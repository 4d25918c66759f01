import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens, toTokens } from "./tokens.ts";

describe("the tokens of a simulated model", () => {
  it.each(["", "  ", " a  b\n", "supercalifragilistic", "日本語 ✓"])(
    "are the whole of %j, and no more than its bytes",
    (text) => {
      const count = countTokens([text]);
      expect(toTokens(text)).toHaveLength(count);
      expect(text.trim() === "" || toTokens(text).join("") === text).toBe(true);
      expect(count).toBeLessThanOrEqual(Buffer.byteLength(text));
    },
  );

  it.each([
    ["a word of Latin letters", "überraschend", 1],
    ["a character of another script", "日本語", 3],
    ["a character beyond the first plane", "𝒳𝒳", 2],
  ])("are one for %s", (_, text, count) => {
    expect(countTokens([text])).toBe(count);
  });

  it("are counted as they are made, for any text", () => {
    const piece = fc.constantFrom(" ", "\n", "a", "word", "漢", "😀", "x".repeat(30));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const tokens = toTokens(text);
        expect(tokens).toHaveLength(countTokens([text]));
        expect(tokens.join("")).toBe(text.trim() === "" ? "" : text);
      }),
    );
  });
});
