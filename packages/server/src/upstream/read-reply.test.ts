import { expect, it } from "vitest";
import { parseUpstreamJson } from "./read-reply.ts";

it("parseUpstreamJson reads what answers contain, large texts included", () => {
  const text = `{"a":"${"[[,,".repeat(200_000)}"}`;
  expect(parseUpstreamJson(text)).toEqual(JSON.parse(text));
});

it.each([
  ["nests", `${"[".repeat(3_000)}${"]".repeat(3_000)}`],
  ["holds too much", `[${"[],".repeat(30_000)}[]]`],
])("parseUpstreamJson refuses what %s, which no answer does", (_what, text) => {
  expect(() => parseUpstreamJson(text)).toThrow();
});
