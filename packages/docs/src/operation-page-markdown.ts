import type { OpenApiDocument } from "@portico/contract";
import {
  type LocatedOperation,
  requestSchemaOf,
  schemaNameOf,
  schemaNamesOf,
} from "./contract-reader.ts";
import { operationMarkdown, schemaMarkdown } from "./operation-markdown.ts";
import type { Sample } from "./sample.ts";

export interface OperationTexts {
  /** Markdown without the page's heading. */
  readonly operation: string;
  /** Of the events of its stream; null where it has none. They fill a page of their own. */
  readonly events: string | null;
}

/** One operation for pages of its own: with every schema that it takes or gives. */
export function operationTexts(
  document: OpenApiDocument,
  located: LocatedOperation,
  samples: readonly Sample[],
): OperationTexts {
  const { id } = located.facts;
  const [, ...lines] = operationMarkdown(document, located, samples).split("\n");
  const body = schemaNameOf(requestSchemaOf(located));
  const names = schemaNamesOf(document, withoutStream(located)).filter((name) => name !== body);
  const others = schemaNamesOf(document, located).filter(
    (name) => name !== body && !names.includes(name),
  );
  const schemas = sections(document, names, "###");
  const operation = [
    lines.join("\n").replace(/^#(##+ )/gm, "$1"),
    ...(others.length > 0
      ? ["## Events", "", `The stream's events have [a page of their own](${id}-events.md).`, ""]
      : []),
    ...(schemas.length > 0 ? ["## Schemas", "", ...schemas] : []),
  ];
  return {
    operation: operation.join("\n"),
    events: others.length > 0 ? eventsMarkdown(document, id, others) : null,
  };
}

function eventsMarkdown(document: OpenApiDocument, id: string, names: readonly string[]): string {
  const own = new Set(names.map((name) => name.toLowerCase()));
  return sections(document, names, "##")
    .join("\n")
    .replace(/\]\(#(\w+)\)/g, (link, name: string) =>
      own.has(name) ? link : `](${id}.md#${name})`,
    );
}

function sections(document: OpenApiDocument, names: readonly string[], level: string): string[] {
  return names.map((name) =>
    schemaMarkdown(document, name, document.components.schemas[name] ?? {}).replace(/^##/, level),
  );
}

function withoutStream({ facts, operation }: LocatedOperation): LocatedOperation {
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const { "text/event-stream": _, ...content } = response.content ?? {};
      return [status, { ...response, content }];
    }),
  );
  return { facts, operation: { ...operation, responses } };
}
