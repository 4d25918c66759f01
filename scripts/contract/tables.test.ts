import { resolved } from "@portico/contract/operations-in";
import { describe, expect, it } from "vitest";
import type { Document, OperationObject } from "./document.ts";
import { eventTable, messageStream, responseStream } from "./event-table.ts";
import { operationTable } from "./operation-table.ts";

function document(...operations: Partial<OperationObject>[]): Document {
  const paths = Object.fromEntries(
    operations.map((operation, index) => [
      `/things/${index}`,
      { get: { responses: { "200": { $ref: "#/components/responses/Listed" } }, ...operation } },
    ]),
  );
  const responses = { Listed: { content: { "application/json": {} } } };
  return { info: { version: "1.0.0" }, paths, components: { responses } };
}

describe("the operation table", () => {
  it("says what callers and servers need to know, references followed", () => {
    const parameters = [
      { name: "id", in: "path" },
      { name: "limit", in: "query" },
    ] as const;
    const table = operationTable(
      document({
        operationId: "listThings",
        "x-stage": "preview",
        "x-key": "management",
        parameters,
      }),
    );
    expect(table).toContain('"stage": "preview"');
    expect(table).toContain('"key": "management"');
    expect(table).toMatch(/"pathParameters": \["id"\]/);
    expect(table).toMatch(/"200": \["application\/json"\]/);
  });

  it("takes an operation without marks for a specified one that any key may call", () => {
    const table = operationTable(document({ operationId: "listThings" }));
    expect(table).toContain('"stage": "specified"');
    expect(table).toContain('"key": "any"');
  });

  it("gives every GET to keys that only read, and to keys that read money where it says so", () => {
    const scoped = (operation: Partial<OperationObject>) =>
      operationTable(document({ operationId: "listThings", ...operation }));
    expect(scoped({})).toContain('"scope": "read_only"');
    expect(scoped({ "x-scope": "spend" })).toContain('"scope": "spend"');
  });

  const mistakes: [string, Partial<OperationObject>[], RegExp][] = [
    ["no operationId", [{}], /no operationId/],
    [
      "the same operationId twice",
      [{ operationId: "a" }, { operationId: "a" }],
      /Two operations are called a/,
    ],
    ["an unknown stage", [{ operationId: "a", "x-stage": "alpha" }], /alpha is no stage/],
    [
      "an unknown kind of key",
      [{ operationId: "a", "x-key": "master" }],
      /master of a is no kind of key/,
    ],
    ["an unknown scope", [{ operationId: "a", "x-scope": "some" }], /some of a is no scope/],
  ];
  for (const [name, operations, says] of mistakes)
    it(`refuses ${name}`, () =>
      expect(() => operationTable(document(...operations))).toThrow(says));
});

describe("the event table", () => {
  const stream = (schemas: Record<string, unknown>): Document => ({
    info: { version: "1.0.0" },
    paths: {},
    components: {
      schemas: {
        ...schemas,
        StreamEvent: {
          oneOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
        },
      },
    },
  });

  it("finds each event's type, also where it stands in a part", () => {
    const table = eventTable(
      stream({
        Done: {
          allOf: [{ properties: { type: { const: "response.completed" } } }],
          "x-addition": true,
        },
      }),
      responseStream,
    );
    expect(table).toMatch(
      /"response.completed": \{\s+"schema": "Done",\s+"addition": true,\s+"terminal": true/,
    );
  });

  it("is of the stream that is asked for", () => {
    const schemas = {
      Stop: { properties: { type: { const: "message_stop" } } },
      MessageStreamEvent: { oneOf: [{ $ref: "#/components/schemas/Stop" }] },
    };
    const table = eventTable({ ...stream({}), components: { schemas } }, messageStream);
    expect(table).toMatch(
      /const messageEvents = \{\s+"message_stop": \{\s+"schema": "Stop",\s+"addition": false,\s+"terminal": true/,
    );
  });

  it("refuses an event without a constant type", () => {
    expect(() => eventTable(stream({ Odd: { properties: {} } }), responseStream)).toThrow(
      /Odd is a stream event without a type/,
    );
  });
});

it("names a reference that leads nowhere", () => {
  expect(() => resolved(document(), { $ref: "#/components/schemas/Gone" })).toThrow(
    /Gone leads nowhere/,
  );
});
