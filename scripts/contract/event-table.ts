import { resolved } from "@portico/contract/operations-in";
import type { Document, Reference } from "./document.ts";
import { tableSource } from "./source.ts";

interface EventSchema {
  readonly properties?: { readonly type?: { readonly const?: string } };
  readonly allOf?: readonly (EventSchema | Reference)[];
  readonly oneOf?: readonly Reference[];
  readonly "x-addition"?: boolean;
}

/** A stream of the contract whose events have a `type`. */
interface EventStream {
  /** The schema that is the union of its events. */
  readonly union: string;
  readonly constant: string;
  readonly sentence: string;
  /** Of these every stream has exactly one. */
  readonly terminal: ReadonlySet<string>;
}

/** `error` goes before a failure and `response.done` after a success. */
export const responseStream: EventStream = {
  union: "StreamEvent",
  constant: "events",
  sentence: "Every stream event of the contract by its type.",
  terminal: new Set(["response.completed", "response.incomplete", "response.failed"]),
};

export const messageStream: EventStream = {
  union: "MessageStreamEvent",
  constant: "messageEvents",
  sentence: "Every event of a stream of `POST /messages` by its type.",
  terminal: new Set(["message_stop", "error"]),
};

/** The event table as TypeScript: which schema each `type` of the stream has. */
export function eventTable(document: Document, stream: EventStream): string {
  const union = document.components?.["schemas"]?.[stream.union] as EventSchema | undefined;
  const rows = (union?.oneOf ?? []).map((reference) => {
    const schema = resolved<EventSchema>(document, reference);
    const type = tagOf(document, schema);
    const name = reference.$ref.split("/").at(-1) ?? "";
    if (type === undefined)
      throw new Error(`${name} is a stream event without a type: give its type a const.`);
    return [
      type,
      {
        schema: name,
        addition: schema["x-addition"] ?? false,
        terminal: stream.terminal.has(type),
      },
    ] as const;
  });
  return tableSource(stream.constant, stream.sentence, Object.fromEntries(rows));
}

function tagOf(document: Document, schema: EventSchema): string | undefined {
  const own = schema.properties?.type?.const;
  if (own !== undefined) return own;
  return schema.allOf
    ?.map((part) => tagOf(document, resolved<EventSchema>(document, part)))
    .find((tag) => tag !== undefined);
}
