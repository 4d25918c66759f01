import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { resolved } from "@portico/contract/operations-in";

/** What each event of a stream means, by the names that `stopOf` gives it. */
function eventMeanings(document: OpenApiDocument, schemaName: string): Record<string, string> {
  const schema = document.components.schemas[schemaName];
  if (schema === undefined) throw new Error(`There is no schema ${schemaName}.`);
  const meanings = (schema.oneOf ?? [schema]).flatMap((event) =>
    meaningsOf(document, resolved(document, event)),
  );
  return { ...Object.fromEntries(meanings), "[DONE]": "The stream is over." };
}

function meaningsOf(document: OpenApiDocument, event: JsonSchema): [string, string][] {
  const type = event.properties?.["type"]?.const;
  if (typeof type === "string") return [[type, textOf(event)]];
  const choice = fieldOf(document, fieldOf(document, event, "choices"), "items");
  // The chunks of a chat have no type: what a chunk brings is its name.
  return choice === undefined ? [["error", textOf(event)]] : chunkMeanings(document, choice);
}

function chunkMeanings(document: OpenApiDocument, choice: JsonSchema): [string, string][] {
  const delta = fieldOf(document, choice, "delta");
  const fields = Object.keys(delta?.properties ?? {}).map((name): [string, string] => [
    `delta.${name}`,
    textOf(fieldOf(document, delta, name)),
  ]);
  return [...fields, ["finish_reason", textOf(fieldOf(document, choice, "finish_reason"))]];
}

function fieldOf(
  document: OpenApiDocument,
  schema: JsonSchema | undefined,
  name: string,
): JsonSchema | undefined {
  const field = name === "items" ? schema?.items : schema?.properties?.[name];
  return field === undefined ? undefined : resolved(document, field);
}

function textOf(schema: JsonSchema | undefined): string {
  return typeof schema?.["description"] === "string" ? schema["description"] : "";
}

/** The streams of the three wires. */
const streams = ["StreamEvent", "ChatStreamEvent", "MessageStreamEvent"];

/** What the contract says of events and of failures, as TypeScript that a page can load without the contract. */
export function meaningFiles(bundled: object): Map<string, string> {
  const document: OpenApiDocument = JSON.parse(JSON.stringify(bundled));
  const events = Object.fromEntries(streams.map((name) => [name, eventMeanings(document, name)]));
  const text = [
    "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.",
    "type Meanings = Readonly<Record<string, string>>;",
    "",
    "/** What each event of a stream means, by the schema of the stream and the name of the event. */",
    `export const eventMeanings: Readonly<Record<string, Meanings>> = ${printed(events)};`,
    "",
    "/** What each kind of failure means. The documentation has a page for each. */",
    `export const errorMeanings: Meanings = ${printed(errorMeanings(document))};`,
    "",
  ].join("\n");
  return new Map([["meanings.ts", text]]);
}

function errorMeanings({ components }: OpenApiDocument): Record<string, string> {
  const kinds: JsonSchema = components.schemas["ErrorKind"] ?? {};
  return Object.fromEntries(
    (kinds.enum ?? []).map((word) => [
      String(word),
      String(Reflect.get(Object(kinds["x-enumDescriptions"]), String(word))),
    ]),
  );
}

function printed(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
