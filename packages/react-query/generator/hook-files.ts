import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { operationsIn } from "@portico/contract/operations-in";
import { acceptsNull, flattened, lastPart } from "./contract-reader.ts";
import { banner, operationTable, queryInterface } from "./operation-table.ts";
import { zodOf } from "./zod-source.ts";

/** One zod schema for each request body, and those that they are made of, as TypeScript. */
function requestBodies(document: OpenApiDocument): string {
  /** The sources by the names of their schemas, in an order in which each comes after those that it uses. */
  const components = new Map<string, string>();
  const open = new Set<string>();
  const reading = {
    acceptsNull: (schema: JsonSchema) => acceptsNull(document, schema),
    nameOf(reference: string): string {
      const name = lastPart(reference);
      if (open.has(name)) throw new Error(`${name} contains itself, which forms cannot print.`);
      if (!components.has(name)) {
        open.add(name);
        const source = zodOf(flattened(document, { $ref: reference }), reading);
        open.delete(name);
        components.set(name, source);
      }
      return name;
    },
  };
  const bodies = operationsIn(document).flatMap(({ operation }) => {
    const { operationId: id } = operation;
    const schema = operation.requestBody?.content["application/json"]?.schema;
    return schema?.$ref ? [{ id, name: reading.nameOf(schema.$ref), schema }] : [];
  });
  return [
    banner,
    'import type { Schema } from "@portico/client";',
    'import * as z from "zod";',
    'import type { BodySchema, FieldsSchema } from "../body-schema.ts";',
    'import { fields, isNot, text, whole } from "../zod-checks.ts";',
    "",
    ...[...components].map(
      ([name, source]) => `const ${name}: ${typeOf(document, name)} = ${once(source)};\n`,
    ),
    ...bodies.map(
      ({ id, name }) =>
        `/** The body of \`${id}\`. */\nexport const ${id}Body: ${typeOf(document, name)} = ${name};\n`,
    ),
  ].join("\n");
}

/** An object shows its fields, so that a form can check one alone. */
function typeOf(document: OpenApiDocument, name: string): string {
  const { type, properties } = flattened(document, { $ref: `#/components/schemas/${name}` });
  const hasFields = type === "object" && properties !== undefined;
  return `${hasFields ? "FieldsSchema" : "BodySchema"}<Schema<"${name}">>`;
}

/** A bundler drops a call that is marked as pure, with all the calls in it, where its result is not used. */
function once(source: string): string {
  return `/* @__PURE__ */ (() => ${source})()`;
}

/** What is generated for the hooks: file name to content. */
export function hookFiles(bundled: object): Map<string, string> {
  const document: OpenApiDocument = JSON.parse(JSON.stringify(bundled));
  return new Map([
    ["operation-table.ts", operationTable(document)],
    ["portico-query.ts", queryInterface(document)],
    ["request-bodies.ts", requestBodies(document)],
  ]);
}
