import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { messageEvents } from "../src/generated/message-events.ts";
import { loadDocument } from "../src/index.ts";
import { readMessageEvents } from "../src/message-frames.ts";
import { findMessagesOrderViolation } from "../src/messages-order.ts";
import { examplePlaces } from "./examples.ts";

const document = loadDocument();
const streams = examplePlaces(document)
  .filter(({ place }) => place === "createMessage 200 text/event-stream")
  .flatMap(({ examples }) => examples);
const eventsOf = (stream: { readonly value: unknown }) => readMessageEvents(String(stream.value));

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
ajv.addSchema(document, "contract");

/** Judges an event by the schema that its type names, because the union's own complaint lists every branch. */
function eventFaults(event: unknown): string {
  const type = String(Object(event).type);
  const row = Object.entries(messageEvents).find(([known]) => known === type)?.[1];
  if (row === undefined) return `There is no event ${type}.`;
  const validate = ajv.getSchema(`contract#/components/schemas/${row.schema}`);
  if (validate?.(event)) return "";
  return (validate?.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .join("\n");
}

describe.each(streams)("the stream $name", (stream) => {
  test("has an event line and a data line for each event", () => {
    expect(eventsOf(stream).problems).toEqual([]);
  });

  test("has events that fit the schema", () => {
    for (const event of eventsOf(stream).events) expect.soft(eventFaults(event)).toBe("");
  });

  test("keeps the order of events", () => {
    expect(findMessagesOrderViolation(eventsOf(stream).events)).toBeNull();
  });
});

test("the streams of messages together show every type of event", () => {
  const shown = new Set(
    streams.flatMap((stream) => eventsOf(stream).events.map((event) => Object(event).type)),
  );
  expect(
    Object.keys(messageEvents).filter((type) => !shown.has(type)),
    "Add these events to a stream in spec/examples/createMessage/.",
  ).toEqual([]);
});
