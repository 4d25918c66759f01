import fc from "fast-check";
import { expect, it } from "vitest";
import { isDeeperThan } from "./json-depth.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it("finds the depth of any JSON text, whatever its strings hold", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, text) => {
      const json = Buffer.from(JSON.stringify([value, text, '[{"\\']));
      const depth = Math.max(1, 1 + depthOf(value));
      expect(isDeeperThan(json, depth - 1)).toBe(true);
      expect(isDeeperThan(json, depth)).toBe(false);
    }),
  );
});

it("stops at a million brackets without parsing them", () => {
  expect(isDeeperThan(Buffer.alloc(1_000_000, "["), 64)).toBe(true);
});

it("takes a string that never ends for the end", () => {
  expect(isDeeperThan(Buffer.from('{"a": "[[[['), 1)).toBe(false);
});
