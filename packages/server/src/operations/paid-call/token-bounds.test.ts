import fc from "fast-check";
import { expect, it } from "vitest";
import { textBytes } from "./token-bounds.ts";

it("counts the bytes of a text, or those of its NFKC form where these are more", () => {
  expect(textBytes("a漢💶")).toBe(1 + 3 + 4);
  expect(textBytes("ﷺ")).toBe(33);
  expect(textBytes("㌫")).toBe(Buffer.byteLength("パーセント"));
});

it("knows every character whose NFKC form has more characters than it has bytes", () => {
  const unknown: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point).toWellFormed();
    const letters = [...character.normalize("NFKC")].length;
    if (letters > textBytes(character)) unknown.push(character);
  }
  expect(unknown).toEqual([]);
});

it("is never less than the characters of either form of any text", () => {
  const letters = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("ﷺ", "㍿", "½", "ﬁ", "a"),
  );
  fc.assert(
    fc.property(fc.array(letters), (list) => {
      const text = list.join("").toWellFormed();
      const bytes = textBytes(text);
      expect(bytes).toBeGreaterThanOrEqual(Buffer.byteLength(text));
      expect(bytes).toBeGreaterThanOrEqual([...text.normalize("NFKC")].length);
    }),
    { numRuns: 2000 },
  );
});
