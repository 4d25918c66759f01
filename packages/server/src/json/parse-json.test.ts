import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NotJson } from "./not-json.ts";
import { parseJson } from "./parse-json.ts";

const long = "x".repeat(70_000);
const many = Array.from({ length: 40_000 }, (_, index) => index);

/** Values whose texts are large, so that piece borders fall in all places. */
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.constantFrom<unknown>(long, `${long}\\"é€😀\n`, many, { [long]: 1 }, "", [], {}),
    fc.array(tie("node"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "", long, "1"), tie("node"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).node;

describe("parsing in pieces", () => {
  it("parseJson gives what JSON.parse gives, for any value with large parts", async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(undefined, 1, "\t"), async (whole, indent) => {
        const text = JSON.stringify([long, whole, many], null, indent);
        const parsing = parseJson(Buffer.from(text));
        expect(JSON.stringify(await parsing)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: runsOf(60, 3) },
    );
  });

  it("parseJson refuses what JSON.parse refuses, wherever a byte is lost, changed or added", async () => {
    const whole = JSON.stringify({ a: [long, { b: many }, "é€😀", `${long}\u0001`], [long]: null });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.constantFrom("", ",", "]", "}", "[", '"', "\\", " ", "1", ":", "\n"),
        fc.boolean(),
        async (at, instead, isAdded) => {
          const text = whole.slice(0, at) + instead + whole.slice(isAdded ? at : at + 1);
          const expected = attempt(() => JSON.parse(text));
          const found = await attemptAsync(text);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: runsOf(150, 3) },
    );
  });

  it.each([
    ["a comma too many", `["${long}","${long}",]`],
    ["a comma too few", `["${long}" "${long}"]`],
    ["nothing between commas", `["${long}",,"${long}"]`],
    ["nothing before a comma", `[,"${long}","${long}"]`],
    ["the wrong bracket", `["${long}","${long}"}`],
    ["no bracket", `["${long}","${long}"`],
    ["something behind the end", `["${long}","${long}"]]`],
    ["a name without a value", `{"a":"${long}","b","${long}":1}`],
    ["a value without a name", `{"a":"${long}","${long}"}`],
    ["an escape that is none", `["${long}","\\x${long}"]`],
    ["half an escape", `["${long}","${long}\\u00`],
    ["a number without an end", `["${long}",${"1".repeat(90_000)}x]`],
    ["white space alone", " ".repeat(200_000)],
  ])("refuses %s", async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect((async () => parseJson(Buffer.from(text)))()).rejects.toBeInstanceOf(NotJson);
  });

  it("parseJson makes an ordinary field of the name __proto__", async () => {
    const text = `{"a":"${long}","__proto__":{"polluted":"${long}"},"b":1}`;
    const object = await parseJson(Buffer.from(text));
    expect(Object.keys(Object(object))).toEqual(["a", "__proto__", "b"]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  it("parseJson reads a small text at once", () => {
    expect(parseJson(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
  });
});

function attempt(parse: () => unknown): string {
  try {
    return JSON.stringify(parse());
  } catch {
    return "refused";
  }
}

async function attemptAsync(text: string): Promise<string> {
  try {
    return JSON.stringify(await parseJson(Buffer.from(text)));
  } catch (error) {
    expect(error).toBeInstanceOf(NotJson);
    return "refused";
  }
}
