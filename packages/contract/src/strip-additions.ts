import { at, follow, isObject, type Json, type JsonObject } from "./json-tree.ts";
import type { OpenApiDocument } from "./open-api.ts";

/**
 * Removes the parts that `x-additions` lists:
 *
 * - `type`, `enum`: values that interface.md does not have;
 * - `keywords`: constraints that it does not have, such as `maxLength`, or `enum` where it leaves the values open;
 * - `optional`: fields that it requires, and the gateway does not need;
 * - `relaxed`: keywords that it has, and the gateway does not check.
 */
function withoutAddedParts(node: JsonObject): JsonObject {
  const { "x-additions": parts, ...result } = node;
  if (!isObject(parts)) return node;
  for (const keyword of listed(parts, "keywords")) delete result[String(keyword)];
  for (const keyword of ["type", "enum"]) {
    const values = result[keyword];
    if (!Array.isArray(values)) continue;
    const kept = values.filter((value) => !listed(parts, keyword).includes(value));
    result[keyword] = keyword === "type" && kept.length === 1 ? (kept[0] as Json) : kept;
  }
  const optional = listed(parts, "optional");
  if (optional.length > 0)
    result["required"] = [...((result["required"] ?? []) as Json[]), ...optional];
  return { ...result, ...(isObject(parts["relaxed"]) ? parts["relaxed"] : {}) };
}

function listed(parts: JsonObject, part: string): Json[] {
  const values = parts[part];
  return Array.isArray(values) ? values : [];
}

const methods = ["get", "put", "post", "delete", "patch"];

/** Removes what only additions used: paths without operations, unused tags, unused components. */
function withoutLeftovers(document: JsonObject): JsonObject {
  const paths = Object.entries(objectAt(document["paths"])).filter(
    ([, item]) => operationsOf(item).length > 0,
  );
  const used = new Set(
    paths
      .flatMap(([, item]) => operationsOf(item))
      .flatMap((operation) => (operation["tags"] ?? []) as Json[]),
  );
  const left: JsonObject = { ...document, paths: Object.fromEntries(paths) };
  left["tags"] = listAt(document["tags"]).filter((tag) => used.has(objectAt(tag)["name"] ?? null));
  left["x-tagGroups"] = listAt(document["x-tagGroups"])
    .map((group) => {
      const tags = listAt(objectAt(group)["tags"]).filter((tag) => used.has(tag));
      return { ...objectAt(group), tags };
    })
    .filter(({ tags }) => tags.length > 0);
  return { ...left, components: usedComponents(left) };
}

function usedComponents(document: JsonObject): JsonObject {
  const named = new Set<string>();
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const reference = node["$ref"];
    if (typeof reference === "string" && !named.has(reference)) {
      named.add(reference);
      visit(at(document, reference.slice(1)));
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(document["paths"]);
  const kinds = Object.entries(objectAt(document["components"])).map(([kind, things]) => {
    const kept = Object.entries(objectAt(things)).filter(
      ([name]) => kind === "securitySchemes" || named.has(`#/components/${kind}/${name}`),
    );
    return [kind, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(kinds.filter(([, things]) => Object.keys(things).length > 0));
}

function operationsOf(item: Json): JsonObject[] {
  return Object.entries(objectAt(item)).flatMap(([method, operation]) =>
    methods.includes(method) && isObject(operation) ? [operation] : [],
  );
}

function objectAt(node: Json | undefined): JsonObject {
  return isObject(node) ? node : {};
}

function listAt(node: Json | undefined): Json[] {
  return Array.isArray(node) ? node : [];
}

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
