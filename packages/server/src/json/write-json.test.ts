import { weightOf } from "@portico/core/json/weight";
import fc from "fast-check";
import { expect, it } from "vitest";
import { writeJson } from "./write-json.ts";

const long = "x".repeat(300_000);
const pairs = `a${"😀".repeat(150_000)}\ud83d`;

const part = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(long, pairs, `${long}\n"\\`, undefined, [], {}, new Array(3)),
);

it("writeJson writes what JSON.stringify writes, for any value with large parts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 5 }),
      fc.dictionary(fc.string(), part, { noNullPrototype: true }),
      async (list, fields) => {
        const whole = { long, list, fields, deep: [[fields, { list }]] };
        expect(String(await writeJson(whole))).toBe(JSON.stringify(whole));
      },
    ),
    { numRuns: 40 },
  );
});

it("writeJson writes a small value at once, as a string", () => {
  expect(writeJson({ a: 1, b: undefined })).toBe('{"a":1}');
});

it("weightOf counts every value and every character, and stops at the limit", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const weight = weightOf(value);
      expect(weight).toBeGreaterThan(0);
      expect(weightOf(value, weight)).toBe(weight);
      // Escapes and punctuation make the text longer than the weight.
      expect(JSON.stringify(value).length).toBeLessThan(7 * weight);
      if (weight > 20) expect(weightOf(value, weight - 1)).toBeGreaterThan(weight - 1);
    }),
  );
});
