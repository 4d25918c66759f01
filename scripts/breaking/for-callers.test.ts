import { describe, expect, it } from "vitest";
import type { PathItem } from "../contract/document.ts";
import { differencesBetween } from "./changes.ts";
import { forCallers } from "./for-callers.ts";

type Properties = Record<string, Record<string, unknown>>;

function contract() {
  return {
    openapi: "3.1.1",
    info: { title: "Test", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          "x-stage": "preview",
          parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } } },
          },
          responses: {
            "200": {
              description: "Made",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
            } as Record<string, unknown>,
          } as Record<string, unknown>,
        },
      } as Record<string, unknown>,
    } as Record<string, PathItem & Record<string, unknown>>,
    components: {
      schemas: {
        NewThing: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            color: { type: "string", enum: ["red", "blue"] },
          } as Properties,
        },
        Thing: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string" }, kind: { enum: ["a"] } } as Properties,
        },
      },
    },
  };
}

type Contract = ReturnType<typeof contract>;

function said(change: (document: Contract) => unknown): string[] {
  const changed = contract();
  change(changed);
  return differencesBetween(contract(), changed).map(forCallers);
}

const operation = (document: Contract) =>
  document.paths["/things"]?.["post"] as {
    parameters: { schema: object }[];
    responses: Record<string, unknown>;
  };

describe("a change as its callers meet it", () => {
  const cases: Record<string, (document: Contract) => unknown> = {
    "Requests may now hold `NewThing.size`.": ({ components: { schemas } }) =>
      Object.assign(schemas.NewThing.properties, { size: { type: "integer" } }),
    "Replies may now hold `Thing.size`.": ({ components: { schemas } }) =>
      Object.assign(schemas.Thing.properties, { size: { type: "integer" } }),
    "Replies no longer hold `Thing.id`.": ({ components: { schemas } }) =>
      delete schemas.Thing.properties["id"],
    "You must now send `NewThing.color`.": ({ components: { schemas } }) =>
      schemas.NewThing.required.push("color"),
    "Replies may leave out `Thing.id`.": ({ components: { schemas } }) =>
      schemas.Thing.required.pop(),
    'In replies, `Thing.kind` may now be `"b"`.': ({ components: { schemas } }) =>
      Object.assign(schemas.Thing.properties["kind"] ?? {}, { enum: ["a", "b"] }),
    'In requests, `NewThing.color` is no longer `"blue"`.': ({ components: { schemas } }) =>
      Object.assign(schemas.NewThing.properties["color"] ?? {}, { enum: ["red"] }),
    "`NewThing.name` must have at most 1,000 characters.": ({ components: { schemas } }) =>
      Object.assign(schemas.NewThing.properties["name"] ?? {}, { maxLength: 1000 }),
    "`limit` must be at most 10; it was at most 100.": (document) =>
      Object.assign(operation(document).parameters[0]?.schema ?? {}, { maximum: 10 }),
    "Requests may now carry the parameter `after`.": (document) =>
      operation(document).parameters.push({ name: "after", in: "query", schema: {} } as never),
    "You must now send the parameter `after`.": (document) =>
      operation(document).parameters.push({
        ...{ name: "after", in: "query", required: true, schema: {} },
      } as never),
    "Status 409 may now come.": (document) =>
      Object.assign(operation(document).responses, { "409": { description: "Taken" } }),
    "`GET /more` is new.": (document) =>
      Object.assign(document.paths, {
        "/more": { get: { operationId: "listMore", responses: {} } },
      }),
    "`POST /things` is gone.": (document) => delete document.paths["/things"],
  };

  it.each(Object.entries(cases))("%s", (sentence, change) => {
    expect(said(change)).toContain(sentence);
  });
});
