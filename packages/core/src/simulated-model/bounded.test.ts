import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weightOf } from "../json/weight.ts";
import { exampleOf } from "./example-json.ts";
import { Mentions } from "./mentions.ts";
import { repeated } from "./repeated.ts";

const nothing = { texts: [], numbers: [] };
/** What an example may weigh, with what the last of its values may be over. */
const mostWeight = 40_000;

describe("exampleOf, an example of a schema,", () => {
  it("ends where a reference leads back to where it stands", () => {
    const itself = { type: "array", minItems: 100, items: { $ref: "#" } };
    expect(exampleOf(itself, nothing)).toEqual(new Array(100).fill(null));
    const tree = {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#" } },
        parent: { $ref: "#" },
        owner: { $ref: "#" },
      },
      required: ["owner"],
    };
    expect(exampleOf(tree, nothing)).toEqual({ name: "example", children: [], owner: null });
  });

  it("honours what is asked for as long as it stays small", () => {
    const schema = { type: "array", minItems: 20, items: { type: "string", minLength: 9 } };
    expect(exampleOf(schema, nothing)).toEqual(new Array(20).fill("example.."));
    const format = { type: "string", format: "constructor" };
    expect(exampleOf(format, nothing)).toBe("example");
  });

  it("weighs no more than a small one, for any schema", () => {
    const names = ["a", "b", "c"];
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom<unknown>(
          { type: "string", minLength: 50_000 },
          { const: "x".repeat(9_000) },
        ),
        fc.constantFrom(...names).map((name) => ({ $ref: `#/$defs/${name}` })),
        fc.record({ type: fc.constant("array"), items: tie("node"), minItems: fc.nat(10_000) }),
        fc.record({ properties: fc.dictionary(fc.constantFrom(...names), tie("node")) }),
        fc.record({ anyOf: fc.array(tie("node"), { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("node"), { maxLength: 3 }) }),
      ),
    }));
    fc.assert(
      fc.property(node, fc.tuple(node, node, node), (main, [a, b, c]) => {
        const schema = { properties: { main }, $defs: { a, b, c } };
        expect(weightOf(exampleOf(schema, nothing))).toBeLessThan(mostWeight);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what the model repeats", () => {
  it.each([
    ["Repeat: abc twice", "abc abc"],
    ["Repeat: abc, three times.", "abc abc abc"],
    ["Say hello 2 times!", "hello hello"],
    ["repeat: twice upon a time", "twice upon a time"],
  ])("for %j is %j", (message, expected) => {
    expect(repeated(message)).toBe(expected);
  });

  it("is no longer than an answer may be, however often it is wanted", () => {
    for (const length of [1, 100, 10_000, 60_000]) {
      const found = repeated(`Repeat: ${"x".repeat(length)} 999 times`) ?? "";
      expect(found.length).toBeGreaterThanOrEqual(length);
      expect(found.length).toBeLessThanOrEqual(65_536);
    }
  });
});

describe("what the model finds in a message", () => {
  it("is a few values, however many there are", () => {
    expect(new Mentions('"a" "b" '.repeat(1_000)).values()).toEqual(["a", "b"]);
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const names = letters.flatMap((one) => letters.map((other) => `Na${one}${other}`));
    expect(new Mentions(names.join(" and ")).values()).toHaveLength(32);
    expect(new Mentions("1 ".repeat(4_000)).numbers).toHaveLength(32);
  });

  it.each([
    ["What is the weather in Paris's?", ["Paris"]],
    ["Weather in A.-.-'", ["A"]],
    ["the price of tea now please", ["tea"]],
  ])("in %j is %j", (message, expected) => {
    expect(new Mentions(message).values(["weather"])).toEqual(expected);
  });
});
