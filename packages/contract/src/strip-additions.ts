import { follow, isObject, type Json, type JsonObject } from "./json-tree.ts";
import type { OpenApiDocument } from "./open-api.ts";
import { withoutLeftovers } from "./strip-leftovers.ts";
import { withoutAddedParts } from "./strip-parts.ts";

/**
 * The contract as interface.md has it: a valid OpenAPI document without the parts that are marked as additions.
 *
 * `x-addition: true` marks a whole thing: an operation, parameter, header, status, schema, field or branch of a union.
 * `x-additions` marks parts of a thing that is otherwise specified; see strip-parts.ts for its keys.
 * Examples are removed too: they show what the gateway sends, additions included.
 */
export function stripAdditions(document: OpenApiDocument): OpenApiDocument {
  const whole = document as unknown as JsonObject;
  return withoutLeftovers(stripped(whole, whole) as JsonObject) as unknown as OpenApiDocument;
}

function stripped(whole: JsonObject, node: Json): Json {
  if (Array.isArray(node))
    return node.filter((item) => !isAddition(whole, item)).map((item) => stripped(whole, item));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(
    ([key, value]) => !isAddition(whole, value) && !isExample(key, value),
  );
  const result = Object.fromEntries(kept.map(([key, value]) => [key, stripped(whole, value)]));
  const fields = withoutRemovedFields(result, node);
  const branches = withoutRemovedBranches(whole, fields);
  return withoutAddedParts(withoutUnionOfOne(branches, node));
}

function isAddition(whole: JsonObject, node: Json): boolean {
  if (!isObject(node)) return false;
  if (node["x-addition"] === true) return true;
  const target = follow(whole, node);
  return target !== node && target !== undefined && isAddition(whole, target);
}

/** A map of examples, not a field with this name: a field is a schema. */
function isExample(key: string, value: Json): boolean {
  if (key === "example") return !isObject(value) || !("description" in value);
  return key === "examples" && isObject(value) && !("type" in value);
}

function withoutRemovedFields(result: JsonObject, original: JsonObject): JsonObject {
  const { properties, required } = result;
  if (!Array.isArray(required) || !isObject(properties) || !isObject(original["properties"]))
    return result;
  return { ...result, required: required.filter((name) => String(name) in properties) };
}

/** A discriminator lists branches by reference, so they cannot carry a mark there. */
function withoutRemovedBranches(whole: JsonObject, result: JsonObject): JsonObject {
  const { discriminator } = result;
  if (!isObject(discriminator) || !isObject(discriminator["mapping"] ?? null)) return result;
  const mapping = Object.entries(discriminator["mapping"] as JsonObject).filter(
    ([, $ref]) => !isAddition(whole, { $ref }),
  );
  return { ...result, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
}

/** A union that has lost all branches but one is that branch: linters refuse a union of one. */
function withoutUnionOfOne(result: JsonObject, original: JsonObject): JsonObject {
  for (const union of ["oneOf", "anyOf"]) {
    const { [union]: branches, discriminator: _, ...rest } = result;
    const before = original[union];
    if (!Array.isArray(branches) || !Array.isArray(before)) continue;
    const [only] = branches;
    if (branches.length === 1 && before.length > 1 && isObject(only)) return { ...only, ...rest };
  }
  return result;
}
