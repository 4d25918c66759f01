import { weightOf } from "@portico/core/json/weight";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchemaBudget, SchemaTooLarge } from "../conversation/schema/schema-budget.ts";
import { toGeminiSchema } from "./gemini-schema.ts";

const converted = (schema: unknown) => toGeminiSchema(schema, new SchemaBudget(100_000));

describe("a schema for Gemini", () => {
  it("keeps what the subset knows and leaves out the rest", () => {
    expect(
      converted({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        additionalProperties: false,
        properties: {
          city: { type: "string", minLength: 1, format: "hostname", description: "Where" },
          at: { type: "string", format: "date-time" },
          unit: { enum: ["c", "f"] },
          days: { type: "integer", minimum: 1, exclusiveMaximum: 9, enum: [1, 2] },
          tags: { type: "array", items: { type: "string" }, uniqueItems: true },
          only: { const: "this" },
        },
        required: ["city", "missing"],
      }),
    ).toEqual({
      type: "OBJECT",
      properties: {
        city: { type: "STRING", minLength: 1, description: "Where" },
        at: { type: "STRING", format: "date-time" },
        unit: { type: "STRING", enum: ["c", "f"] },
        days: { type: "INTEGER", minimum: 1 },
        tags: { type: "ARRAY", items: { type: "STRING" } },
        only: { type: "STRING", enum: ["this"] },
      },
      required: ["city"],
    });
  });

  it("says null as nullable", () => {
    expect(converted({ type: ["string", "null"] })).toEqual({
      type: "STRING",
      nullable: true,
    });
    expect(converted({ anyOf: [{ type: "integer" }, { type: "null" }] })).toEqual({
      type: "INTEGER",
      nullable: true,
    });
    expect(converted({ type: ["string", "number", "null"], description: "d" })).toEqual({
      description: "d",
      nullable: true,
      anyOf: [{ type: "STRING" }, { type: "NUMBER" }],
    });
  });

  it("writes out references and joins allOf", () => {
    const schema = {
      type: "object",
      properties: {
        home: { $ref: "#/$defs/place" },
        both: { allOf: [{ $ref: "#/$defs/place" }, { properties: { zip: { type: "string" } } }] },
        either: { oneOf: [{ $ref: "#/$defs/place" }, { type: "string" }] },
      },
      $defs: {
        place: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    };
    const place = { type: "OBJECT", properties: { city: { type: "STRING" } }, required: ["city"] };
    expect(converted(schema)).toEqual({
      type: "OBJECT",
      properties: {
        home: place,
        both: {
          type: "OBJECT",
          properties: { city: { type: "STRING" }, zip: { type: "STRING" } },
          required: ["city"],
        },
        either: { anyOf: [place, { type: "STRING" }] },
      },
    });
  });

  it("ends references that lead back into themselves where they do", () => {
    const node = {
      type: "object",
      properties: {
        next: { $ref: "#" },
        self: { $ref: "#/properties/self" },
        other: { $ref: "#/$defs/other" },
      },
      $defs: { other: { type: "array", items: { $ref: "#/$defs/other" } } },
    };
    const any = { type: "OBJECT" };
    expect(converted(node)).toEqual({
      type: "OBJECT",
      properties: { next: any, self: any, other: { type: "ARRAY", items: any } },
    });
    expect(converted({ allOf: [{ $ref: "#" }], type: "string" })).toMatchObject({ type: "STRING" });
  });

  it("shares its budget with the request's other schemas", () => {
    const budget = new SchemaBudget(1_000);
    const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
    expect(() => {
      for (let at = 0; at < 100; at += 1) toGeminiSchema(schema, budget);
    }).toThrow(SchemaTooLarge);
  });

  it("never exceeds its budget, with any references", () => {
    const names = ["a", "b", "c"];
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom<unknown>({ type: "string" }, { enum: ["x".repeat(2_000)] }, true),
        fc.constantFrom(...names).map((name) => ({ $ref: `#/$defs/${name}` })),
        fc.record({ type: fc.constant("array"), items: tie("node") }),
        fc.record({ properties: fc.dictionary(fc.constantFrom(...names), tie("node")) }),
        fc.record({ anyOf: fc.array(tie("node"), { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("node"), { maxLength: 3 }) }),
        fc.record({ type: fc.constant(["object", "array", "Object"]), items: tie("node") }),
      ),
    }));
    fc.assert(
      fc.property(node, fc.tuple(node, node, node), (main, [a, b, c]) => {
        const schema = { properties: { main }, $defs: { a, b, c } };
        const weight = 50_000 + 8 * weightOf(schema);
        try {
          expect(weightOf(toGeminiSchema(schema, new SchemaBudget(weight)))).toBeLessThan(weight);
        } catch (error) {
          expect(error).toBeInstanceOf(SchemaTooLarge);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("makes something of anything", () => {
    expect(converted(undefined)).toEqual({ type: "STRING" });
    expect(converted({ type: "array" })).toEqual({ type: "ARRAY", items: { type: "STRING" } });
    expect(converted({ type: "array", items: [{ type: "string" }, { type: "number" }] })).toEqual({
      type: "ARRAY",
      items: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
    });
  });
});
