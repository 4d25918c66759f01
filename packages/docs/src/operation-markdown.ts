import type { JsonSchema, OpenApiDocument, ResponseObject } from "@portico/contract";
import { parametersOf, resolved } from "@portico/contract/operations-in";
import {
  type LocatedOperation,
  namedExamples,
  operationsOf,
  requestSchemaOf,
  responsesOf,
  schemaNameOf,
} from "./contract-reader.ts";
import { fenced } from "./fence.ts";
import { labelOf, type Sample } from "./sample.ts";

/** The reference for readers of plain text: every operation, then every schema. */
export function referenceMarkdown(
  document: OpenApiDocument,
  samples: ReadonlyMap<string, readonly Sample[]>,
): string {
  return [
    `# ${document.info.title} ${document.info.version}: reference`,
    "",
    `Addresses begin with the gateway's own, such as ${document.servers[0]?.url}. Every request carries \`Authorization: Bearer <API_KEY>\`.`,
    "",
    ...operationsOf(document).map((located) =>
      operationMarkdown(document, located, samples.get(located.facts.id) ?? []),
    ),
    "# Schemas",
    "",
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      schemaMarkdown(document, name, schema),
    ),
  ].join("\n");
}

export function operationMarkdown(
  document: OpenApiDocument,
  located: LocatedOperation,
  samples: readonly Sample[],
): string {
  const { facts, operation } = located;
  const stage = facts.stage === "specified" ? "" : ` (${facts.stage})`;
  return [
    `## ${operation.summary}${stage}`,
    "",
    `\`${facts.method.toUpperCase()} ${facts.path}\`, operation \`${facts.id}\`, takes ${keyText(facts.key)}.`,
    "",
    ...sampleLines(document, located, samples),
    operation.description ?? "",
    "",
    ...parameterLines(document, located),
    ...bodyLines(document, located),
    ...replyLines(document, located),
  ].join("\n");
}

/** What is sent and what comes back, before all that is said of it. */
function sampleLines(
  document: OpenApiDocument,
  located: LocatedOperation,
  samples: readonly Sample[],
): string[] {
  const { requestBody } = located.operation;
  const [request] = namedExamples(document, requestBody?.content["application/json"]);
  const sent =
    samples.length === 0 && request
      ? [fenced('json title="Request body"', JSON.stringify(request.value, null, 2))]
      : samples.map((sample) =>
          fenced(`${sample.language} title="${labelOf(sample)}"`, sample.source),
        );
  const [status = "", reply] =
    responsesOf(document, located).find(([name]) => name.startsWith("2")) ?? [];
  const [example] = namedExamples(document, reply?.content?.["application/json"]);
  const given = example
    ? [fenced(`json title="Reply ${status}"`, shorten(JSON.stringify(example.value, null, 2)))]
    : [];
  const tabs = sent.length > 1 ? [":::tabs", ...sent, ":::"] : sent;
  return [":::beside", ...tabs, ...given, ":::"].flatMap((line) => [line, ""]);
}

/** Operations as a table, each with a link to where it is described. */
export function operationTable(
  operations: readonly LocatedOperation[],
  linkOf: (facts: LocatedOperation["facts"]) => string,
): string {
  const rows = operations.map(
    ({ facts, operation }) =>
      `| [${operation.summary}](${linkOf(facts)}) | \`${facts.method.toUpperCase()} ${facts.path}\` | ${facts.key} |`,
  );
  return ["| Operation | Address | Key |", "|---|---|---|", ...rows].join("\n");
}

function keyText(key: string): string {
  if (key === "none") return "no key";
  return key === "any" ? "any key" : key === "ordinary" ? "an ordinary key" : "a management key";
}

/** Headers are the last that a reader looks for. */
const places = ["path", "query", "header"];

function parameterLines(document: OpenApiDocument, located: LocatedOperation): string[] {
  const parameters = parametersOf(document, located).toSorted(
    (a, b) => places.indexOf(a.in) - places.indexOf(b.in),
  );
  if (parameters.length === 0) return [];
  return [
    "### Parameters",
    "",
    "| Name | Meaning |",
    "|---|---|",
    ...parameters.map(
      ({ name, in: place, required, schema, description }) =>
        `| \`${name}\` *${place}, ${typeOf(schema ?? {})}${required ? ", required" : ""}* | ${cell(description)} |`,
    ),
    "",
  ];
}

function bodyLines(document: OpenApiDocument, located: LocatedOperation): string[] {
  const schema = requestSchemaOf(located);
  if (!schema) return [];
  const name = schemaNameOf(schema);
  const first = operationsOf(document).find(
    (other) => schemaNameOf(requestSchemaOf(other)) === name,
  );
  // Operations that take the same body describe it once.
  const isSaid = name !== undefined && first?.facts.id !== located.facts.id;
  return [
    `### Request body: ${name ?? "object"}`,
    "",
    ...(isSaid
      ? [`The [fields](#${name.toLowerCase()}) of "${first?.operation.summary}".`, ""]
      : fieldTable(resolved(document, schema))),
  ];
}

function replyLines(document: OpenApiDocument, located: LocatedOperation): string[] {
  const replies = responsesOf(document, located);
  // What may happen to every operation is said once, on the page of failures.
  const { BadRequest, Unauthorized } = document.components.responses ?? {};
  const usual = new Set([BadRequest?.description, Unauthorized?.description]);
  const isUsual = ([status, { description }]: (typeof replies)[number]) =>
    status === "default" || usual.has(description);
  const shared = replies.filter(isUsual);
  const statuses = shared.map(([status]) => (status === "default" ? "others" : status)).join(", ");
  return [
    "### Replies",
    "",
    "| Status | Meaning | Body |",
    "|---|---|---|",
    ...replies
      .filter((reply) => !isUsual(reply))
      .map(([status, reply]) => `| ${status} | ${cell(reply.description)} | ${bodyOf(reply)} |`),
    ...shared
      .slice(0, 1)
      .map(([, reply]) => `| ${statuses} | By [kind](errors.md) | ${bodyOf(reply)} |`),
    "",
  ];
}

function bodyOf({ content = {} }: ResponseObject): string {
  const body = content["application/json"]?.schema;
  return schemaNameOf(body) === undefined ? "" : typeOf(body ?? {});
}

/** A vector of hundreds of numbers says no more than its first few. */
function shorten(json: string): string {
  return json.replace(/((?:\n\s+-?[\d.e-]+,){4})(?:\n\s+-?[\d.e-]+,?)+/g, "$1\n …");
}

export function schemaMarkdown(
  document: OpenApiDocument,
  name: string,
  schema: JsonSchema,
): string {
  const { description } = schema;
  const branches = (schema.oneOf ?? schema.anyOf ?? []).map(
    (branch) => `- ${typeOf(branch)}: ${cell(resolved(document, branch)["description"])}`,
  );
  return [
    `## ${name}`,
    "",
    `${schema["x-addition"] === true ? "*Addition.* " : ""}${typeof description === "string" ? description.replaceAll("\n", " ") : ""}`,
    "",
    ...(branches.length > 0 ? ["One of:", "", ...branches, ""] : []),
    ...wordTable(name, schema),
    ...fieldTable(schema),
  ].join("\n");
}

/** The words of an enum that says what each of them means; kinds of failures have a page each. */
function wordTable(name: string, { enum: words = [], ...schema }: JsonSchema): string[] {
  const meanings = Object(schema["x-enumDescriptions"]);
  if (Object.keys(meanings).length === 0) return [];
  const shown = (word: string): string =>
    name === "ErrorKind" ? `[\`${word}\`](errors/${word}.md)` : `\`${word}\``;
  return [
    "| Value | Meaning |",
    "|---|---|",
    ...words.map(String).map((word) => `| ${shown(word)} | ${cell(meanings[word])} |`),
    "",
  ];
}

function fieldTable(schema: JsonSchema): string[] {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [];
  const required = new Set(schema.required);
  return [
    "| Field | Meaning |",
    "|---|---|",
    ...fields.map(([name, field]) => {
      const addition = field["x-addition"] === true ? " (addition)" : "";
      return `| \`${name}\`${addition} *${typeOf(field)}${required.has(name) ? ", required" : ""}* | ${cell(field["description"])} |`;
    }),
    "",
  ];
}

function typeOf(schema: JsonSchema): string {
  const name = schemaNameOf(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return branches.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

export function cell(text: unknown): string {
  return typeof text === "string" ? text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim() : "";
}
