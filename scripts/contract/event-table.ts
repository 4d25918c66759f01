import { type Document, type Reference, resolved } from "./document.ts";
import { tableSource } from "./source.ts";

interface EventSchema {
  readonly properties?: { readonly type?: { readonly const?: string } };
  readonly allOf?: readonly (EventSchema | Reference)[];
  readonly oneOf?: readonly Reference[];
  readonly "x-addition"?: boolean;
}

/** Of these every stream has exactly one; `error` goes before a failure and `response.done` after a success. */
const terminal = new Set(["response.completed", "response.incomplete", "response.failed"]);

const doc = "Every stream event of the contract by its type.";

/** The event table as TypeScript: which schema each `type` of the stream has. */
export function eventTable(document: Document): string {
  const union = document.components?.["schemas"]?.["StreamEvent"] as EventSchema | undefined;
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
        terminal: terminal.has(type),
      },
    ] as const;
  });
  return tableSource("events", doc, Object.fromEntries(rows));
}

function tagOf(document: Document, schema: EventSchema): string | undefined {
  const own = schema.properties?.type?.const;
  if (own !== undefined) return own;
  return schema.allOf
    ?.map((part) => tagOf(document, resolved<EventSchema>(document, part)))
    .find((tag) => tag !== undefined);
}
