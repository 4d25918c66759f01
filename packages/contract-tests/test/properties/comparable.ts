/** Without what differs from request to request and what only routing knows. Numbers as float32, as vectors are. */
export function comparable(body: unknown): unknown {
  const differing =
    /^(id|(item|call|response|request)_id|created|(created|completed)_at|service_metadata|(thought_)?signature)$/;
  const text = JSON.stringify(body, (name, value: unknown) => {
    // Each of them seals in its own way.
    if (name === "encrypted_content") return "sealed";
    if (differing.test(name) || name === "provider" || name === "attempts" || isSeal(name, value))
      return undefined;
    if (name === "message" && Object.hasOwn(Object(value), "usage"))
      // At its start a stream has an estimate where the provider has not counted.
      return { ...Object(value), usage: null };
    return typeof value === "number" ? Math.fround(value) : value;
  });
  return JSON.parse(text);
}

/** A sealed thought is a text; the vectors of embeddings are under the same name. */
function isSeal(name: string, value: unknown): boolean {
  return name === "data" && typeof value === "string";
}
