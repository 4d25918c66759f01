import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { eventMeanings } from "./event-meanings.ts";

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
