import { gzipSync } from "node:zlib";
import { type OperationId, operations } from "@portico/contract";
import type { Random } from "./random.ts";

export interface HostileRequest {
  readonly operation: OperationId | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface Keys {
  readonly ordinary: string;
  readonly management: string;
}

const long = "x".repeat(3000);

/** Hostile values in place of a name, an id or a text. */
const strings = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "../../etc/passwd",
  "..%2f..%2f",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e309",
  "999999999999999",
  "9007199254740993",
  "' or 1=1 --",
  '"; drop table keys; --',
  "$" + "{jndi:ldap://x}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "\r\nx-injected: 1",
  "%00",
  "%zz",
  "ÿ",
  "💥".repeat(20),
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "0".repeat(64),
  "default",
  "sandbox/embed",
  "sandbox/text",
  "gen-1",
  long,
];

/** Written as they are into JSON: what no serializer would write is among them. */
const values = [
  "null",
  "true",
  "0",
  "-0",
  "1e999",
  "-1e999",
  "1e-999",
  "123456789012345678901234567890",
  "0.1",
  "[]",
  "{}",
  "[[]]",
  "[null]",
  "[1,2,3]",
  '["a"]',
  '{"a":1}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '"\\u0000"',
  '"\\ud800"',
  '"2026-02-30"',
  '"2026-13-45T99:99:99Z"',
  "[".repeat(60) + "]".repeat(60),
  "[".repeat(2000) + "]".repeat(2000),
];

const contentTypes = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "application/json;;;",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "x",
];

const fieldNames = [
  ...["model", "input", "encoding_format", "provider", "user", "dimensions", "input_type", "tools"],
  ...["temperature", "max_output_tokens", "tool_choice", "instructions", "name", "slug", "limit"],
  ...[
    "expires_at",
    "amount",
    "note",
    "secret",
    "key",
    "workspace_id",
    "disabled",
    "id",
    "metadata",
  ],
  ...["io_logging_sampling_rate", "io_logging_api_key_ids", "default_provider_sort", "__proto__"],
];

const goodBodies: Partial<Record<OperationId, Record<string, unknown>>> = {
  createEmbeddings: { model: "sandbox/embed", input: ["a"] },
  createRerank: { model: "sandbox/rerank", query: "a", documents: ["b", { text: "c" }], top_n: 1 },
  createResponse: { model: "sandbox/text", input: "a", max_output_tokens: 16 },
  // The second one meets the first.
  createWorkspace: { name: "n", slug: "n" },
  createApiKey: { name: "n" },
  createByokCredential: { provider: "sandbox", secret: "s".repeat(20) },
  grantCredits: { amount: 1 },
};

const ids = Object.keys(operations) as OperationId[];

export function hostileRequest(random: Random, keys: Keys): HostileRequest {
  if (random.chance(0.05)) return strayRequest(random, keys);
  const id = random.pick(ids);
  const { method, path, request, queryParameters, key } = operations[id];
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(wellFormed(random.pick(strings))),
  );
  const query = queryParameters
    .filter(() => random.chance(0.4))
    .map((name) => `${name}=${encodeURIComponent(wellFormed(random.pick(strings)))}`);
  const secret =
    key === "ordinary" || (key === "any" && random.chance(0.5)) ? keys.ordinary : keys.management;
  const base = {
    operation: id,
    method: method.toUpperCase(),
    path: `/api/v1${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: headersOf(random, secret),
  };
  return request === null ? base : withBody(random, base, id);
}

/** A lone surrogate has no place in a URL. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

const strayPaths = [
  "/",
  "/api",
  "/api/v1",
  "/api/v1/",
  "/api/v1/embeddings",
  "/api/v1/embeddings/",
  "/api/v1/workspaces/x/y",
  "/api/v1/byok/x",
  "/api/v2/embeddings",
  "/API/V1/EMBEDDINGS",
  "/docs/%00",
  "/docs/..%2f..%2fetc/passwd",
  "/%zz",
  "/%2e%2e%2f",
  "/a;b",
  "/*",
  `/${long}`,
];

function strayRequest(random: Random, keys: Keys): HostileRequest {
  const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PURGE"];
  return {
    operation: null,
    method: random.pick(methods),
    path: random.pick(strayPaths),
    headers: headersOf(random, keys.ordinary),
  };
}

function headersOf(random: Random, secret: string): Record<string, string> {
  const text = () => printable(random.pick(strings));
  return {
    ...(random.chance(0.95) ? { authorization: authorizationOf(random, secret) } : {}),
    ...(random.chance(0.2) ? { "x-request-id": text() } : {}),
    ...(random.chance(0.2) ? { "http-referer": text() } : {}),
    ...(random.chance(0.2) ? { "x-service-title": text() } : {}),
    ...(random.chance(0.1) ? { "accept-encoding": text() } : {}),
    ...(random.chance(0.1) ? { origin: text() } : {}),
    ...(random.chance(0.1) ? { "access-control-request-method": text() } : {}),
    ...(random.chance(0.1) ? { accept: text() } : {}),
    ...(random.chance(0.1) ? { "x-stainless-helper-method": text() } : {}),
    ...(random.chance(0.1) ? { cookie: text() } : {}),
  };
}

function authorizationOf(random: Random, secret: string): string {
  if (random.chance(0.85)) return `Bearer ${secret}`;
  return random.pick([
    "",
    "Bearer",
    "Bearer ",
    secret,
    `bearer  ${secret}`,
    `Basic ${secret}`,
    `Bearer ${secret} ${secret}`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${printable(random.pick(strings))}`,
  ]);
}

/** A header's value may hold no control characters: clients do not let them out either. */
function printable(text: string): string {
  return [...text].filter((character) => character >= " " && character <= "~").join("");
}

function withBody(random: Random, base: HostileRequest, id: OperationId): HostileRequest {
  const body = bodyOf(random, id);
  const headers: Record<string, string> = {
    ...base.headers,
    "content-type": random.chance(0.93) ? "application/json" : random.pick(contentTypes),
  };
  if (random.chance(0.95)) return { ...base, headers, body };
  return random.chance(0.5)
    ? { ...base, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body) }
    : {
        ...base,
        headers: { ...headers, "content-encoding": random.pick(["gzip", "br", "x"]) },
        body,
      };
}

function bodyOf(random: Random, id: OperationId): string | Buffer {
  if (random.chance(0.04)) return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
  if (random.chance(0.04))
    return random.pick(["", "{", "[", "nul", "{'a':1}", "\ufeff{}", '{"a":1}}']);
  if (random.chance(0.05)) return random.pick(values);
  const fields = Object.entries(goodBodies[id] ?? {})
    .filter(() => random.chance(0.9))
    .map(([name, value]) => [name, JSON.stringify(value)] as const);
  const hostile = Array.from({ length: random.below(4) }, () => [
    random.pick(fieldNames),
    random.chance(0.5) ? random.pick(values) : JSON.stringify(random.pick(strings)),
  ]);
  const all = [...fields, ...hostile].filter(([name]) => name !== "stream");
  return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}
