import type { JsonSchema, OpenApiDocument, ParameterObject } from "@portico/contract";
import { parametersOf, resolved } from "@portico/contract/operations-in";
import { eventMeanings } from "@portico/try-it/meanings";
import type {
  OperationFacts,
  ParameterFacts,
  RequestExample,
  TryItFacts,
} from "../../panel/facts.ts";
import {
  type LocatedOperation,
  namedExamples,
  operationsOf,
  requestSchemaOf,
  responsesOf,
  schemaNameOf,
} from "../contract-reader.ts";
import { errorKinds } from "../error-kinds.ts";
import { mockFaults, sandboxModels, sandboxOf } from "./rehearsals.ts";

/** What the panel needs of the contract: every operation of the document is in it, without a line of its own here. */
export function tryItFacts(document: OpenApiDocument): TryItFacts {
  const located = operationsOf(document);
  return {
    operations: Object.fromEntries(
      located.map((operation) => [operation.facts.id, factsOf(document, operation)]),
    ),
    headers: headerMeanings(document, located),
    events: eventMeanings,
    errors: Object.fromEntries(errorKinds(document).map(({ word, meaning }) => [word, meaning])),
    faults: mockFaults,
  };
}

function factsOf(document: OpenApiDocument, located: LocatedOperation): OperationFacts {
  const { facts, operation } = located;
  return {
    title: operation.summary ?? facts.id,
    method: facts.method.toUpperCase(),
    path: facts.path,
    key: facts.key === "management" ? "management" : "ordinary",
    parameters: parametersOf(document, located).flatMap((parameter) =>
      parameterFacts(document, parameter),
    ),
    examples: examplesOf(document, located),
    stream: streamOf(document, located),
    csv: contentOf(document, located).some(([type]) => type === "text/csv"),
    models: takesModel(document, located) ? sandboxModels[sandboxOf(facts.tag)] : [],
  };
}

function parameterFacts(document: OpenApiDocument, parameter: ParameterObject): ParameterFacts[] {
  const { name, in: place, required = false, description = "" } = parameter;
  if (place === "cookie") return [];
  const schema = resolved(document, parameter.schema ?? {});
  const [example] = namedExamples(document, { examples: Object(parameter).examples });
  const values = schema.enum?.map(String) ?? (schema.type === "boolean" ? ["true", "false"] : []);
  return [
    {
      name,
      in: place,
      required: required || place === "path",
      description,
      type: typeOf(schema),
      ...(values.length > 0 ? { values } : {}),
      ...(example ? { example: [example.value].flat().join(",") } : {}),
    },
  ];
}

function typeOf({ type }: JsonSchema): ParameterFacts["type"] {
  if (type === "array") return "list";
  if (type === "boolean") return "boolean";
  return type === "integer" || type === "number" ? "number" : "text";
}

/** Null where there is no body. With simulated models in place of the examples' own, which no gateway has. */
function examplesOf(document: OpenApiDocument, located: LocatedOperation): RequestExample[] | null {
  const { operation, facts } = located;
  if (operation.requestBody === undefined) return null;
  const models = sandboxModels[sandboxOf(facts.tag)];
  const media = resolved(document, operation.requestBody).content["application/json"];
  return namedExamples(document, media)
    .map(({ name, summary, value }) => ({
      name,
      summary,
      value: takesModel(document, located) ? withSandbox(value, models) : value,
    }))
    .toSorted((a, b) => Number(namesThing(a)) - Number(namesThing(b)));
}

/** Whether an example names a thing by an id that no other gateway has: such a one is not the first that is tried. */
function namesThing({ value }: RequestExample): boolean {
  return /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{64}/.test(JSON.stringify(value));
}

/** Providers that an example prefers go too: the sandbox is its own provider. */
function withSandbox(value: unknown, [usual, thinking]: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { provider: _, models: __, ...rest } = { provider: null, models: null, ...value };
  // The model that thinks wants back thoughts of its own with a tool's result, and an example has none of its own.
  const asks = "reasoning" in rest || "thinking" in rest;
  const hasResult = /"(?:tool|tool_result|function_call_output)"/.test(JSON.stringify(rest));
  return { ...rest, model: asks && !hasResult ? thinking : usual };
}

function takesModel(document: OpenApiDocument, located: LocatedOperation): boolean {
  const schema = requestSchemaOf(located);
  if (schema === undefined) return false;
  const whole = resolved(document, schema);
  const parts = [whole, ...(whole.allOf ?? []).map((part) => resolved(document, part))];
  return parts.some(({ properties = {} }) => "model" in properties);
}

function contentOf(document: OpenApiDocument, located: LocatedOperation) {
  return responsesOf(document, located)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content }]) => Object.entries(content ?? {}));
}

function streamOf(document: OpenApiDocument, located: LocatedOperation): string | null {
  const media = contentOf(document, located).find(([type]) => type === "text/event-stream")?.[1];
  // The other branch is the whole stream as one text, for examples.
  return schemaNameOf(media?.schema?.anyOf?.[0] ?? media?.schema) ?? null;
}

function headerMeanings(
  document: OpenApiDocument,
  operations: readonly LocatedOperation[],
): Record<string, string> {
  const meanings: Record<string, string> = {};
  for (const operation of operations)
    for (const [, { headers = {} }] of responsesOf(document, operation))
      for (const [name, header] of Object.entries(headers)) {
        const { description } = resolved<{ description?: string }>(document, Object(header));
        meanings[name.toLowerCase()] ??= description ?? "";
      }
  return meanings;
}
