import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { events } from "../src/generated/events.ts";
import { loadDocument } from "../src/index.ts";
import { findOrderViolation } from "../src/stream-order.ts";
import { type Example, examplePlaces } from "./examples.ts";

const document = loadDocument();
const places = examplePlaces(document);
const examples = places.flatMap(({ examples }) => examples);
const isStream = ({ mediaType }: Example) => mediaType === "text/event-stream";
/** Those of other operations have a test of their own. */
const streams = examples.filter(
  (each) => isStream(each) && each.place.startsWith("createResponse"),
);
const bodies = examples.filter((each) => !isStream(each));

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addSchema(document, "contract");

/** What is wrong with `value`, a line each; the empty string where nothing is. */
function faults(schema: string, value: unknown): string {
  const validate = schema.startsWith("#")
    ? ajv.getSchema(`contract${schema}`)
    : ajv.compile(JSON.parse(schema) as object);
  if (validate === undefined) return `There is no schema ${schema}.`;
  if (validate(value)) return "";
  return (validate.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`)
    .join("\n");
}

/** Judges an event by the schema that its type names, because the union's own complaint lists every branch. */
function eventFaults(event: { readonly type: string }): string {
  const row = Object.entries(events).find(([type]) => type === event.type)?.[1];
  return row === undefined
    ? `There is no event ${event.type}.`
    : faults(`#/components/schemas/${row.schema}`, event);
}

function linesOf(example: Example): string[] {
  return String(example.value).split("\n\n").slice(0, -1);
}

function eventsOf(
  example: Example,
): { readonly type: string; readonly sequence_number?: number }[] {
  return linesOf(example)
    .slice(0, -1)
    .map((line) => JSON.parse(line.replace(/^data: /, "")));
}

describe("every place of the contract has an example", () => {
  test.each(places)("$place", ({ place, examples }) => {
    expect(
      examples.length,
      `Add an example for ${place}: a file in spec/examples/, referenced from spec/, then pnpm generate.`,
    ).toBeGreaterThan(0);
  });
});

describe("every example fits its schema", () => {
  test.each(bodies)("$place: $name", ({ schema, value }) => {
    expect(
      faults(schema, value),
      "Correct the example in spec/examples/, then pnpm generate.",
    ).toBe("");
  });
});

describe("every example of a failure carries its status as the code", () => {
  const failures = bodies.filter(({ schema }) => schema.endsWith("ErrorEnvelope"));
  test.each(failures.filter(({ place }) => / [45]\d\d /.test(place)))(
    "$place: $name",
    ({ place, value }) => {
      expect(value).toMatchObject({ error: { code: Number(place.split(" ")[1]) } });
    },
  );
});

describe.each(streams)("the stream $name", (stream) => {
  test("is made of data lines, with [DONE] as the last", () => {
    const lines = linesOf(stream);
    expect(String(stream.value).endsWith("\n\n")).toBe(true);
    expect(lines.filter((line) => !/^data: [^\n]+$/.test(line))).toEqual([]);
    expect(lines.at(-1)).toBe("data: [DONE]");
    expect(lines.filter((line) => line === "data: [DONE]")).toHaveLength(1);
  });

  test("has events that fit the schema", () => {
    for (const event of eventsOf(stream))
      expect.soft(eventFaults(event), `${event.type} in ${stream.name}`).toBe("");
  });

  test("counts its events from 0", () => {
    const events = eventsOf(stream);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
  });

  test("keeps the order of events", () => {
    expect(findOrderViolation([...eventsOf(stream), "[DONE]"])).toBeNull();
  });
});

describe("the examples together", () => {
  test("show every type of event", () => {
    const shown = new Set(streams.flatMap(eventsOf).map(({ type }) => type));
    const missing = Object.keys(events).filter((type) => !shown.has(type));
    expect(missing, "Add these events to a stream in spec/examples/createResponse/.").toEqual([]);
  });

  test("leave no file of spec/examples unused, and no two files share a name", () => {
    const files = readdirSync(new URL("../../../spec/examples/", import.meta.url), {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => extname(file) !== "");
    const names = files.map((file) => basename(file, extname(file))).sort();
    const used = Object.keys(document.components.examples ?? {}).sort();
    expect(
      names,
      "Left: the files. Right: the examples of the contract. Reference or delete the file; a name with a number at its end means that two files share one.",
    ).toEqual(used);
  });

  test("are named, each with a summary", () => {
    const nameless = Object.entries(document.components.examples ?? {})
      .filter(([, { summary }]) => !summary)
      .map(([name]) => name);
    expect(nameless).toEqual([]);
  });
});
