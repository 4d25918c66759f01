/**
 * The contract as interface.md knows it: everything marked as an addition is taken out.
 *
 * `x-addition: true` marks a whole thing (property, header, parameter, response, operation, branch, schema).
 * `x-additions` marks parts of a thing that is otherwise specified:
 * `type` and `enum` list added values, `keywords` added constraints,
 * `optional` the properties that interface.md requires and the gateway can do without.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON pointer leads to; `undefined` where it leads nowhere. Follows references on the way. */
export function at(document: JsonObject, pointer: string): Json | undefined {
  let node: Json | undefined = document;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const holder = follow(document, node);
    if (Array.isArray(holder)) node = holder[Number(key)];
    else if (isObject(holder)) node = holder[key];
    else return undefined;
  }
  return node;
}

/** The thing itself where `node` is a reference to it. */
export function follow(document: JsonObject, node: Json | undefined): Json | undefined {
  const reference = isObject(node) ? node["$ref"] : undefined;
  return typeof reference === "string" ? at(document, reference.slice(1)) : node;
}

export function withoutAdditions(document: JsonObject): JsonObject {
  const isAddition = (node: Json): boolean => {
    if (!isObject(node)) return false;
    if (node["x-addition"] === true) return true;
    const target = follow(document, node);
    return target !== node && target !== undefined && isAddition(target);
  };

  const strip = (node: Json): Json => {
    if (Array.isArray(node)) return node.filter((item) => !isAddition(item)).map(strip);
    if (!isObject(node)) return node;
    const kept = Object.entries(node).filter(([, value]) => !isAddition(value));
    const result = Object.fromEntries(kept.map(([key, value]) => [key, strip(value)]));
    return withoutAddedParts(forgetRemovedProperties(result, node));
  };

  return strip(document) as JsonObject;
}

function forgetRemovedProperties(result: JsonObject, original: JsonObject): JsonObject {
  const { properties, required } = result;
  if (!Array.isArray(required) || !isObject(properties) || !isObject(original["properties"]))
    return result;
  return { ...result, required: required.filter((name) => String(name) in properties) };
}

function withoutAddedParts(node: JsonObject): JsonObject {
  const { "x-additions": parts, ...result } = node;
  if (!isObject(parts)) return node;
  const listed = (part: string) => (Array.isArray(parts[part]) ? (parts[part] as Json[]) : []);
  for (const keyword of listed("keywords")) delete result[String(keyword)];
  for (const keyword of ["type", "enum"]) {
    const values = result[keyword];
    if (!Array.isArray(values)) continue;
    const kept = values.filter((value) => !listed(keyword).includes(value));
    result[keyword] = keyword === "type" && kept.length === 1 ? (kept[0] as Json) : kept;
  }
  const optional = listed("optional");
  if (optional.length > 0)
    result["required"] = [...((result["required"] ?? []) as Json[]), ...optional];
  return result;
}
