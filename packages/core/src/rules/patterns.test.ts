import fc from "fast-check";
import { expect, it } from "vitest";
import { matchesAny } from "./patterns.ts";

it.each([
  ["openai/*", "openai/gpt-5", true],
  ["openai/*", "azure/openai/gpt-5", false],
  ["openai/gpt-5", "openai/gpt-5", true],
  ["openai/gpt-5", "openai/gpt-5.1", false],
  ["*", "anything", true],
  ["*", "", true],
  ["", "anything", false],
  ["*/gpt-*-mini", "openai/gpt-4.1-mini", true],
  ["*/gpt-*-mini", "openai/gpt-mini", false],
  ["a*a", "a", false],
  ["OpenAI/*", "openai/GPT-5", true],
  ["a.c", "abc", false],
])("the pattern %j and the name %j: %s", (pattern, name, expected) => {
  expect(matchesAny([pattern], name)).toBe(expected);
});

it("a name fits a list where one pattern fits, and no empty list", () => {
  expect(matchesAny(["a", "b*"], "bc")).toBe(true);
  expect(matchesAny([], "bc")).toBe(false);
});

it("patterns fit what a regular expression with .* fits", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
  fc.assert(
    fc.property(text, name, (pattern, plain) => {
      const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(plain);
      expect(matchesAny([pattern], plain)).toBe(expected);
    }),
  );
});
