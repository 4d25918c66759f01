import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonCursor } from "./json-cursor.ts";
import { MalformedJson } from "./vector.ts";

/** RFC 8259, section 6, with exponents that surely fit into a float64; an oracle that has no fast way. */
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE](?:-\d{1,3}|\+?\d{1,2}))?`;
const space = String.raw`[ \t\r\n]*`;
const list = new RegExp(
  `^\\[${space}(?:${number}(?:${space},${space}${number})*)?${space}\\]${space}$`,
);

function cutAt(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text, "latin1");
  const sorted = [0, ...places.toSorted((one, other) => one - other), bytes.length];
  return sorted.slice(1).map((place, index) => bytes.subarray(sorted[index], place));
}

/** How many numbers, or undefined where they are refused. Read as float32, they are the same ones. */
function countOf(text: string, places: readonly number[] = []): number | undefined {
  const count = orRefused(() => {
    const cursor = new JsonCursor(cutAt(text, places));
    const { pieces, count } = cursor.numbers();
    cursor.end();
    expect(Buffer.concat(pieces).toString("latin1")).toBe(text.trimEnd());
    return count;
  });
  expect(floatsOf(text, places)).toEqual(count === undefined ? undefined : expectedFloats(text));
  return count;
}

function floatsOf(text: string, places: readonly number[]): Float32Array | undefined {
  return orRefused(() => {
    const cursor = new JsonCursor(cutAt(text, places));
    const values = cursor.floats(new Float32Array(4));
    cursor.end();
    return values;
  });
}

/** Refused where a number is infinite as float32. */
function expectedFloats(text: string): Float32Array | undefined {
  const values = Float32Array.from(JSON.parse(text));
  return values.every(Number.isFinite) ? values : undefined;
}

function orRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedJson);
    return undefined;
  }
}

function expectedCount(text: string): number | undefined {
  return list.test(text) ? JSON.parse(text).length : undefined;
}

const value = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }).map(String) },
  { weight: 4, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }).map((v) => v.toFixed(9)) },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.constantFrom("-0.5", "0.25", "10.125", "00.125", "1.", ".5", "--0.5", "+0.5", "1e5", "1E-999"),
);
const gap = fc.oneof(
  { weight: 9, arbitrary: fc.constant(",") },
  fc.constantFrom(", ", " ,", ",\n"),
);
const numbers = fc
  .array(fc.tuple(value, gap), { maxLength: 12 })
  .map(
    (values) =>
      `[${values.map(([text, between], at) => (at === 0 ? text : between + text)).join("")}]`,
  );
const places = fc.array(fc.nat(200), { maxLength: 8 });
/** The characters of numbers, the neighbours of the digits, and bytes at which an addition could carry. */
const damage = fc.string({
  unit: fc.constantFrom(..."0123456789-+.eE,[] \n/:;*'\u0000\u00b0\u00bf\u00f0\u00fa\u00ff"),
  maxLength: 3,
});

describe("a list of numbers", () => {
  it("is what the grammar says, however it is cut into pieces", () => {
    fc.assert(
      fc.property(numbers, places, (text, cuts) => {
        const inside = cuts.filter((place) => place <= text.length);
        expect(countOf(text, inside)).toBe(expectedCount(text));
      }),
      { numRuns: runsOf(5_000, 5) },
    );
  });

  it("is refused with any damage that breaks the grammar, and with no other", () => {
    fc.assert(
      fc.property(numbers, fc.nat(200), fc.nat(3), damage, places, (text, at, left, put, cuts) => {
        const damaged = text.slice(0, at) + put + text.slice(at + left);
        fc.pre(damaged.startsWith("["));
        const inside = cuts.filter((place) => place <= damaged.length);
        expect(countOf(damaged)).toBe(expectedCount(damaged));
        expect(countOf(damaged, inside)).toBe(expectedCount(damaged));
      }),
      { numRuns: runsOf(20_000, 5) },
    );
  });

  it("is refused with any one byte in the place of another where that breaks the grammar", () => {
    const text = "[-0.12345678,0.98765432109,-0.5,0.0625,-0.3333333]";
    for (let at = 1; at < text.length; at += 1)
      for (let byte = 0; byte < 256; byte += 1) {
        const changed = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
        expect([changed, countOf(changed)]).toEqual([changed, expectedCount(changed)]);
      }
  });

  it("is counted the same wherever it is cut, once or everywhere", () => {
    const text = "[-0.12345678, 0.98765432109,-5e-7,12,-0.5 ,0.0625]";
    for (let at = 0; at <= text.length; at += 1) expect(countOf(text, [at])).toBe(6);

    expect(countOf(text, [...text].keys().toArray())).toBe(6);
  });

  it.each(["numbers", "floats"] as const)("of more %s than any model gives is refused", (way) => {
    const read = (count: number) => {
      const text = `[${Array.from({ length: count }, () => "0.25").join()}]`;
      const cursor = new JsonCursor([Buffer.from(text)]);
      return way === "numbers" ? cursor.numbers().count : cursor.floats(new Float32Array()).length;
    };
    expect(read(65_536)).toBe(65_536);
    expect(() => read(65_537)).toThrow(MalformedJson);
  });

  it("keeps the bytes in the pieces in which they came", () => {
    const pieces = ["[0.125,0.2", "5,0.5,0.75,0", ".0625]"].map((text) => Buffer.from(text));
    const kept = new JsonCursor(pieces)
      .numbers()
      .pieces.map((piece) => Buffer.from(piece).toString());
    expect(kept).toEqual(["[0.125,", "0.25", ",0.5,0.75,", "0.0625", "]"]);
  });
});

describe("a value", () => {
  it("is what JSON.parse reads, however it is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.array(fc.nat(300), { maxLength: 8 }),
        fc.boolean(),
        (json, cuts, marked) => {
          const text = Buffer.from(`${marked ? "\u{feff}" : ""}${json} `).toString("latin1");
          const cursor = new JsonCursor(
            cutAt(
              text,
              cuts.filter((place) => place <= text.length),
            ),
          );
          expect(cursor.value()).toEqual(JSON.parse(json));
          cursor.end();
          expect(cursor.passed).toBe(text.length);
        },
      ),
      { numRuns: runsOf(2_000, 5) },
    );
  });

  it("may be one long string in many small pieces", () => {
    const text = `"${"x".repeat(300_000)}\\""`;
    const places = Array.from({ length: 100_000 }, (_, index) => index * 3);
    expect(new JsonCursor(cutAt(text, places)).value()).toBe(JSON.parse(text));
  });
});
