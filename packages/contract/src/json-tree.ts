/** Plain JSON, for code that walks over every part of a document. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a JSON pointer; `undefined` if there is none. Follows references on the way. */
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

/** The referenced thing if `node` is a reference, also where it refers to another reference. */
export function follow(document: JsonObject, node: Json | undefined): Json | undefined {
  const reference = isObject(node) ? node["$ref"] : undefined;
  return typeof reference === "string" ? follow(document, at(document, reference.slice(1))) : node;
}
