import { eventTypes, type JsonSchema, type OpenApiDocument } from "@portico/contract";
import {
  type LocatedOperation,
  operationsOf,
  parametersOf,
  referenceAnchor,
  responsesOf,
  schemaNamesOf,
} from "./contract-reader.ts";

/** Everything that goes beyond the interface description, read off the document's marks. */
export function additionsMarkdown(document: OpenApiDocument): string {
  const specified = operationsOf(document).filter(({ facts }) => facts.stage !== "preview");
  return [
    "## Events",
    "",
    ...bullets(
      Object.entries(eventTypes)
        .filter(([, { addition }]) => addition)
        .map(
          ([type, { schema }]) =>
            `\`${type}\`: ${firstSentence(document.components.schemas[schema]?.["description"])}`,
        ),
    ),
    "",
    "## Operations as a whole",
    "",
    "These operations are in [preview](versioning.md#the-three-stages). Their fields are not listed here one by one.",
    "",
    "{{operations preview}}",
    "",
    "## Parts of the specified operations",
    "",
    ...specified.flatMap((located) => operationSection(document, located)),
    "## Fields",
    "",
    "Fields of the bodies that the specified operations take and give.",
    "",
    ...schemaSections(document, specified),
  ].join("\n");
}

function bullets(items: readonly string[]): string[] {
  return items.map((item) => `- ${item}`);
}

function operationSection(document: OpenApiDocument, located: LocatedOperation): string[] {
  const { facts, operation } = located;
  const parameters = parametersOf(document, located)
    .filter(isAddition)
    .map(
      ({ name, in: place, description }) =>
        `${place} parameter \`${name}\`: ${firstSentence(description)}`,
    );
  const responses = responsesOf(document, located);
  const statuses = responses
    .filter(([, response]) => isAddition(response))
    .map(([status]) =>
      status === "default" ? "the error statuses that are not listed" : `status ${status}`,
    );
  const headers = [
    ...new Set(responses.flatMap(([, response]) => Object.keys(response.headers ?? {}))),
  ];
  const lines = [
    ...parameters,
    ...(headers.length > 0
      ? [`reply headers ${headers.map((name) => `\`${name}\``).join(", ")}`]
      : []),
    ...statuses,
  ];
  return [
    `### ${operation.summary}`,
    "",
    `[\`${facts.method.toUpperCase()} ${facts.path}\`](reference.md${referenceAnchor(facts)})`,
    "",
    ...bullets(lines),
    "",
  ];
}

function schemaSections(
  document: OpenApiDocument,
  specified: readonly LocatedOperation[],
): string[] {
  const names = specified.flatMap((located) => schemaNamesOf(document, located));
  return [...new Set(names)].toSorted().flatMap((name) => {
    const schema = document.components.schemas[name];
    if (!schema) return [];
    const lines = isAddition(schema)
      ? [`all of it: ${firstSentence(schema["description"])}`]
      : fieldLines(schema);
    return lines.length === 0 ? [] : [`### ${name}`, "", ...bullets(lines), ""];
  });
}

function fieldLines(schema: JsonSchema): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (isAddition(field))
      return [`\`${name}\`: ${firstSentence(field["description"]) || "see its schema"}`];
    const parts = partsOf(field);
    return [
      ...(parts.length > 0 ? [`\`${name}\` also takes ${parts.join(", ")}`] : []),
      ...(isClosed(field) ? [`\`${name}\` takes no other values than ${valuesOf(field)}`] : []),
      ...(isRelaxed(field) ? [`\`${name}\` may also be less than the interface asks for`] : []),
    ];
  });
  const required = listed(schema, "optional").map((name) => `\`${name}\` may be left out`);
  return [...fields, ...required];
}

/** What is added to a field that is otherwise specified. */
function partsOf(field: JsonSchema): string[] {
  const values = [...listed(field, "type"), ...listed(field, "enum")].map(
    (value) => `\`${value}\``,
  );
  const nullBranch = (field.oneOf ?? []).some(
    (branch) => isAddition(branch) && branch.type === "null",
  );
  return [...new Set(nullBranch ? [...values, "`null`"] : values)];
}

/** The interface leaves open what values there are. */
function isClosed(field: JsonSchema): boolean {
  return listed(field, "keywords").includes("enum");
}

function isRelaxed({ "x-additions": additions }: JsonSchema): boolean {
  return typeof additions === "object" && additions !== null && "relaxed" in additions;
}

function valuesOf({ enum: values = [] }: JsonSchema): string {
  return values.map((value) => `\`${value}\``).join(", ");
}

function listed(schema: JsonSchema, part: string): string[] {
  const additions = schema["x-additions"];
  if (typeof additions !== "object" || additions === null) return [];
  const values: unknown = Reflect.get(additions, part);
  return Array.isArray(values) ? values.map(String) : [];
}

function isAddition(node: object): boolean {
  return Reflect.get(node, "x-addition") === true;
}

function firstSentence(text: unknown): string {
  if (typeof text !== "string") return "";
  return /^.*?[.:;](?=\s|$)/s.exec(text.replaceAll("\n", " "))?.[0].replace(/[:;]$/, ".") ?? text;
}
