import {
  type JsonSchema,
  type OperationFacts,
  type OperationId,
  operationIds,
  operations,
} from "@portico/contract";
import { json } from "@portico/contract/judge/judge";
import { createSchemas, escaped } from "@portico/contract/judge/schemas";
import fc from "fast-check";
import { wholeContract } from "../../src/suite/measure.ts";
import type { Sending } from "../../src/suite/request-to.ts";
import { arbitraryFor } from "./arbitrary-for.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";
import type { Stands } from "./stands.ts";

const { document } = wholeContract();
const schemas = createSchemas(document);

/** The operations that take a body. */
export const bodied: readonly OperationId[] = operationIds.filter(
  (id) => (operations[id] as OperationFacts).request !== null,
);

const address = fc.constantFrom("https://example.com/a.png", "data:image/png;base64,iVBORw0KGgo=");

/** Texts that mean something: most others keep the schema and are refused for it. */
const meant: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...{ image_url: address, file_url: address, url: address, file_data: address },
  arguments: fc.json({ maxDepth: 2 }),
  media_type: fc.constantFrom("image/png", "application/pdf", "text/plain"),
  data: fc.constantFrom("iVBORw0KGgo=", "aGk="),
};

/** One in ten is any text all the same. */
function meantFor({ type }: JsonSchema, name: string): fc.Arbitrary<unknown> | null {
  const known = Object.hasOwn(meant, name) ? meant[name] : undefined;
  if (known === undefined || ![type].flat().includes("string")) return null;
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: fc.string() });
}

/** Any request whose body keeps the contract. */
export function validBodies(stands: Stands, id: OperationId): fc.Arbitrary<Sending> {
  const stand = stands[id];
  const { model, workspace_id: workspaceId } = Object(stand.body);
  const isPaid = typeof model === "string";
  return arbitraryFor(schemas, schemaOf(id), (schema, name) => {
    if (isPaid && name === "model") return fc.constant(model);
    if (isPaid && name === "models") return fc.constantFrom([model], [], null);
    return meantFor(schema, name);
  })
    .filter((body) => isValid(id, body) && (!isPaid || askedModel(body) !== undefined))
    .map((body) => ({
      ...stand,
      body: workspaceId === undefined ? body : { ...Object(body), workspace_id: workspaceId },
    }));
}

/** No schema says that one of both is needed. */
export function askedModel(body: unknown): unknown {
  const { model, models } = Object(body);
  return model ?? models?.[0];
}

/** A request with a single fault, and what the fault is. */
export function faultyBodies(
  stands: Stands,
  id: OperationId,
): fc.Arbitrary<{ readonly sending: Sending; readonly what: string }> {
  return fc
    .tuple(validBodies(stands, id), fc.nat())
    .map(([sending, pick]) => {
      const mutation = pickInvalid(id, mutationsOf(schemas, schemaOf(id), sending.body), pick);
      return { sending: { ...sending, body: mutation?.value }, what: mutation?.what ?? "" };
    })
    .filter(({ what }) => what !== "");
}

/** The first mutation from the picked one on that the contract really forbids: some land in another branch. */
function pickInvalid(id: OperationId, mutations: readonly Mutation[], pick: number) {
  const start = mutations.length === 0 ? 0 : pick % mutations.length;
  const turned = [...mutations.slice(start), ...mutations.slice(0, start)];
  return turned.find(({ value }) => !isValid(id, value));
}

function isValid(id: OperationId, body: unknown): boolean {
  return schemas.problems(pointerOf(id), body).length === 0;
}

function schemaOf(id: OperationId): JsonSchema {
  const { path, method } = operations[id];
  const schema = document.paths[path]?.[method]?.requestBody?.content[json]?.schema;
  if (!schema) throw new Error(`${id} takes no body.`);
  return schema;
}

function pointerOf(id: OperationId): string {
  const { path, method } = operations[id];
  return `/paths/${escaped(path)}/${method}/requestBody/content/${escaped(json)}/schema`;
}
