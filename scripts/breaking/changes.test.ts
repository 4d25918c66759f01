import { describe, expect, it } from "vitest";
import type { PathItem } from "../contract/document.ts";
import { changesBetween } from "./changes.ts";

interface Schema {
  [keyword: string]: unknown;
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

function contract() {
  return {
    openapi: "3.1.1",
    info: { title: "Test", version: "1.0.0" },
    security: [{ bearerAuth: [] }],
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } } },
          },
          responses: {
            "200": {
              description: "Made",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            },
          },
        } as Record<string, unknown>,
      } as Record<string, unknown>,
      "/previews": {
        get: {
          operationId: "listPreviews",
          "x-stage": "preview",
          responses: {
            "200": {
              description: "Listed",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Preview" } } },
            },
          },
        },
      } as Record<string, unknown>,
    } as Record<string, PathItem & Record<string, unknown>>,
    components: {
      securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } },
      schemas: {
        NewThing: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            color: { type: "string", enum: ["red", "blue"], default: "red" },
          },
        } as Schema,
        Thing: {
          type: "object",
          required: ["type", "id"],
          properties: {
            type: { type: "string", const: "thing" },
            id: { type: "string" },
            parts: {
              type: "array",
              items: { type: "object", properties: { size: { type: "integer" } } },
            },
          },
        } as Schema,
        Preview: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string" } },
        } as Schema,
      },
    },
  };
}

type Contract = ReturnType<typeof contract>;

function after(change: (document: Contract) => void) {
  const changed = contract();
  change(changed);
  return changesBetween(contract(), changed).map(
    ({ kind, text, announced }) => `${kind}${announced ? " (announced)" : ""}: ${text}`,
  );
}

const thing = (document: Contract) => document.components.schemas.Thing;
const newThing = (document: Contract) => document.components.schemas.NewThing;

describe("changes since the last release", () => {
  const planted: Record<string, { change: (document: Contract) => unknown; says: string }> = {
    "a reply loses a property": {
      change: (document) => delete thing(document).properties["id"],
      says: "breaking: Thing.id: property removed",
    },
    "a nested type changes": {
      change: (document) => {
        thing(document).properties["parts"] = {
          type: "array",
          items: { type: "object", properties: { size: { type: "string" } } },
        };
      },
      says: 'breaking: Thing.parts[].size: type "integer" became "string"',
    },
    "a reply's tag changes": {
      change: (document) =>
        Object.assign(thing(document).properties["type"] ?? {}, { const: "object" }),
      says: 'breaking: Thing.type: const "thing" became "object"',
    },
    "a request field becomes required, default or not": {
      change: (document) => newThing(document).required.push("color"),
      says: 'breaking: NewThing: "color" became required',
    },
    "a request loses an allowed value": {
      change: (document) =>
        Object.assign(newThing(document).properties["color"] ?? {}, { enum: ["red"] }),
      says: 'breaking: NewThing.color: enum "blue" removed',
    },
    "an operation disappears": {
      change: (document) => delete document.paths["/things"],
      says: "breaking: POST /things removed",
    },
    "a preview reply loses a property": {
      change: (document) => delete document.components.schemas.Preview.properties["id"],
      says: "breaking (announced): Preview.id: property removed",
    },
    "a request gains an optional field": {
      change: (document) => {
        newThing(document).properties["size"] = { type: "integer" };
      },
      says: "safe: NewThing.size: property added",
    },
    "a reply gains a field": {
      change: (document) => {
        thing(document).properties["name"] = { type: "string" };
      },
      says: "safe: Thing.name: property added",
    },
    "an operation appears": {
      change: (document) => {
        document.paths["/more"] = {
          get: { operationId: "listMore", responses: { "200": { description: "Listed" } } },
        };
      },
      says: "safe: GET /more added",
    },
    "a reply may be null where it was not": {
      change: (document) =>
        Object.assign(thing(document).properties["id"] ?? {}, { type: ["string", "null"] }),
      says: 'breaking: Thing.id: type "string" became ["string","null"]',
    },
    "a request may be null where it was not": {
      change: (document) =>
        Object.assign(newThing(document).properties["name"] ?? {}, { type: ["string", "null"] }),
      says: 'safe: NewThing.name: type "string" became ["string","null"]',
    },
    "a field of a reply may be left out": {
      change: (document) => thing(document).required.pop(),
      says: 'breaking: Thing: "id" is no longer required',
    },
    "a parameter's range shrinks": {
      change: (document) => {
        const operation = document.paths["/things"]?.["post"] as {
          parameters: { schema: { maximum: number } }[];
        };
        for (const { schema } of operation.parameters) schema.maximum = 10;
      },
      says: "breaking: createThing, limit: maximum 100 became 10",
    },
    "a schema says that it takes any other field, as it did": {
      change: (document) => Object.assign(thing(document), { additionalProperties: true }),
      says: "wording: Thing: additionalProperties true added",
    },
    "a description changes": {
      change: (document) => Object.assign(thing(document), { description: "A thing." }),
      says: 'wording: Thing: description "A thing." added',
    },
  };

  for (const [name, { change, says }] of Object.entries(planted))
    it(`names it when ${name}`, () => {
      expect(after(change)).toContain(says);
    });

  it("finds nothing between equal documents", () => {
    expect(after(() => undefined)).toEqual([]);
  });
});
