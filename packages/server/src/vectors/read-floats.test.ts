import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readCommonFloats, shortFloat } from "./read-floats.ts";

/** Behind the last number, so that it is read as all others are. */
const padding = " ".repeat(64);

/** The bits of what is read of a list, and how many numbers of it. */
function read(text: string, room = 64): { bits: string; count: number; end: number } {
  const bytes = Buffer.from(text + padding, "latin1");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = new Float32Array(room);
  const { count, end } = readCommonFloats(bytes, view, 0, values, 0);
  return { bits: bitsOf(values.subarray(0, count)), count, end };
}

function bitsOf(values: Float32Array): string {
  return Buffer.copyBytesFrom(values).toString("hex");
}

/** The same, read by the engine alone. */
function expected(texts: readonly string[]): string {
  return bitsOf(Float32Array.from(texts, (text) => JSON.parse(text)));
}

/** Checks that all numbers read are right, and that the others are left to the whole grammar. */
function expectExact(texts: readonly string[]): void {
  const { bits, count, end } = read(texts.map((text) => `${text},`).join(""));
  expect(bits).toBe(expected(texts.slice(0, count)));
  expect(end).toBe(texts.slice(0, count).join(",").length + Math.min(count, 1));
}

const sign = fc.constantFrom("", "-");
const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 2, maxLength: 30 });

it("reads any number of digits as the engine does", () => {
  const number = fc
    .tuple(sign, fc.nat(9), digits)
    .map(([minus, whole, places]) => `${minus}${whole}.${places}`);
  fc.assert(fc.property(fc.array(number, { minLength: 1 }), expectExact), {
    numRuns: runsOf(20_000, 5),
  });
});

it("reads float32 values as the engine does, in nine digits and in all", () => {
  const value = fc.float({ min: Math.fround(-9.9), max: Math.fround(9.9), noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      expectExact(values.map((one) => one.toFixed(20)));
      expectExact(values.map((one) => one.toFixed(9)));
      expectExact(values.map(String));
    }),
    { numRuns: runsOf(5_000, 5) },
  );
});

/** The next float32 away from zero. */
function next(value: number): number {
  const words = new Uint32Array(Float32Array.of(value).buffer);
  words[0] = (words[0] ?? 0) + 1;
  return new Float32Array(words.buffer)[0] ?? 0;
}

it("rounds as the engine does beside the middle between two float32 values", () => {
  const value = fc.float({ min: Math.fround(1e-6), max: Math.fround(9.9), noNaN: true });
  const tail = fc.constantFrom("", "0", "1", "9", "00000000001", "99999999999");
  fc.assert(
    fc.property(value, fc.integer({ min: 9, max: 45 }), tail, (low, places, rest) => {
      const middle = (low + next(low)) / 2;
      // Exact to its last digit where there are enough places, cut or rounded where there are not.
      expectExact([`${middle.toFixed(places)}${rest}`]);
      expectExact([`-${middle.toFixed(60).slice(0, places)}${rest}`]);
    }),
    { numRuns: runsOf(20_000, 5) },
  );
});

it("reads all numbers that a vector is made of, and the sign of zero", () => {
  const values = [
    "-0.012345678",
    "0.06",
    "0.0123456789012345678",
    "-0.00",
    "9.999999",
    "0.00123456",
  ];
  expect(read(`${values.join(",")},`)).toMatchObject({ count: 6, bits: expected(values) });
  expect(read(`${values.join(", \n")},`)).toMatchObject({ count: 6, bits: expected(values) });
});

it.each(["1,", "1e5,", "0.5,", "0.25e5,", "1.2.3,", "+0.25,", "0.25]", "0.25 ,", ",", "12.25,"])(
  "leaves %j to the whole grammar",
  (text) => {
    expect(read(`0.125,${text}0.25,`)).toMatchObject({ count: 1, end: 6 });
  },
);

it("stops where there is no more room", () => {
  expect(read("0.125,0.25,0.375,", 2)).toMatchObject({ count: 2, end: 11 });
});

it("reads nothing past the end of the bytes", () => {
  const text = "0.125,0.25,-0.0625,0.12345678901234567890123,".repeat(3);
  for (let length = 0; length <= text.length; length += 1) {
    const bytes = Buffer.from(text.slice(0, length));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const { end, count } = readCommonFloats(bytes, view, 0, new Float32Array(12), 0);
    expect(text.slice(0, end).split(",")).toHaveLength(count + 1);
  }
});

it("reads a number of few digits as the engine does, and leaves others to it", () => {
  const whole = fc.constantFrom("0", "1", "9", "12", "907", "9007199254740993", "123456789012345");
  const places = fc.oneof(
    fc.constant(""),
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 20 }),
  );
  const exponent = fc.constantFrom("", "", "", "e5", "E-7");
  fc.assert(
    fc.property(sign, whole, places, exponent, (minus, before, behind, power) => {
      const text = `${minus}${before}${behind === "" ? "" : `.${behind}`}${power}`;
      const value = shortFloat(Buffer.from(`[${text}]`), 1, text.length + 1);
      const isLong = text.replaceAll(/[^0-9]/g, "").length > 15;
      if (power !== "" || (isLong && Number.isNaN(value))) expect(value).toBeNaN();
      else expect(value).toBe(Math.fround(Number(text)));
    }),
    { numRuns: runsOf(10_000, 5) },
  );
});
