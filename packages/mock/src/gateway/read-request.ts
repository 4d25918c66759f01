import { jsonFault } from "@portico/contract/json-fault";
import { noKeyInHeaders, twoKeys } from "@portico/core/rules/refused-callers";
import { refusal } from "./failure.ts";
import type { OperationPack } from "./pack.ts";

const maxBodyBytes = 20 * 1024 * 1024;

/** The key that was sent; null where a signature stands in its place, or none is needed. 401 without either. */
export function secretOf(headers: Headers, { ways, facts }: OperationPack): string | null {
  if (facts.key === "none") return null;
  if (ways.includes("scannerSignature") && isSigned(headers)) return null;
  return keyOf(headers, ways.includes("keyHeader"));
}

/** The key, which some operations also take in `x-api-key`. */
function keyOf(headers: Headers, takesKeyHeader: boolean): string {
  const authorization = headers.get("authorization");
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  const own = takesKeyHeader ? (headers.get("x-api-key") ?? "").trim() : "";
  if (own !== "" && authorization !== null && own !== bearer) throw refusal(401, twoKeys);
  const key = bearer ?? own;
  if (key !== "") return key;
  throw refusal(
    401,
    takesKeyHeader
      ? noKeyInHeaders
      : "An API key is required: send the header Authorization: Bearer <API_KEY>.",
  );
}

/** A scanner's signature replaces a key; the mock accepts any. */
function isSigned(headers: Headers): boolean {
  return (
    !headers.has("authorization") &&
    headers.has("github-public-key-identifier") &&
    headers.has("github-public-key-signature")
  );
}

/** The JSON body; undefined if the operation takes none. */
export async function readBody(request: Request, pack: OperationPack): Promise<unknown> {
  if (pack.body === null) return undefined;
  const bytes = await bytesOf(request);
  if (bytes.length === 0) throw refusal(400, "The request needs a JSON body.");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw refusal(415, `The body must be application/json, not ${type ?? "of no type"}.`);
  // A byte order mark in front is left out.
  const text = new TextDecoder().decode(bytes);
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  const position = new TextEncoder().encode(text.slice(0, fault)).length;
  throw refusal(400, `The body is not valid JSON: wrong at position ${position}.`);
}

async function bytesOf({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBodyBytes) throw refusal(413, "The request body is too large.");
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
