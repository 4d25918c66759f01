import { isRecord } from "@portico/contract/is-record";
import {
  type GivenParameter,
  headersOf,
  isStreamed,
  jsonOf,
  type PlannedRequest,
} from "../plan.ts";

const plainName = /^[A-Za-z_$][\w$]*$/;

/** How a language writes what JSON can say. */
export interface Notation {
  readonly nameOf: (name: string) => string;
  readonly plain: (value: unknown) => string;
  readonly step: string;
  /** Within the braces of an object on one line. */
  readonly pad: string;
}

const javaScript: Notation = {
  nameOf,
  plain: (value) => JSON.stringify(value) ?? "undefined",
  step: "  ",
  pad: " ",
};

/** As JavaScript is written by hand: plain names without quotes. */
export function literal(value: unknown, indent = ""): string {
  return written(value, indent, javaScript);
}

/** A JSON value in a language, on one line where it is short. */
export function written(value: unknown, indent: string, notation: Notation): string {
  const inner = (item: unknown): string => written(item, indent + notation.step, notation);
  if (Array.isArray(value)) return lines(["[", "]"], value.map(inner), indent, notation);
  if (!isRecord(value)) return notation.plain(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${notation.nameOf(name)}: ${inner(field)}`,
  );
  return lines(["{", "}"], fields, indent, notation);
}

/** `__proto__: …` would set the prototype; between brackets it is a field like any other. */
function nameOf(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return plainName.test(name) ? name : JSON.stringify(name);
}

const longestLine = 72;

function lines(
  [open, close]: readonly [string, string],
  items: readonly string[],
  indent: string,
  { step, pad: padding }: Notation,
): string {
  if (items.length === 0) return open + close;
  const pad = open === "{" ? padding : "";
  const short = open + pad + items.join(", ") + pad + close;
  if (short.length + indent.length <= longestLine && !short.includes("\n")) return short;
  return `${open}\n${items.map((item) => `${indent}${step}${item},\n`).join("")}${indent}${close}`;
}

/** Where the copied code finds the key: in the environment, unless the reader wants it in the code. */
export function keyInScript(variable: string, secret: string | null): string {
  return secret === null ? `process.env.${variable}` : JSON.stringify(secret);
}

/** The client's own names for calls of a model. All other operations are reached by their path, as the client can. */
const calls: Readonly<Record<string, { readonly name: string; readonly streams: boolean }>> = {
  createResponse: { name: "responses", streams: true },
  createChatCompletion: { name: "chat", streams: true },
  createMessage: { name: "messages", streams: true },
  createEmbeddings: { name: "embeddings", streams: false },
  createRerank: { name: "rerank", streams: false },
};

export function clientCode(
  request: PlannedRequest,
  variable: string,
  secret: string | null,
): string {
  const headers = headersOf(request);
  return [
    'import { createPortico } from "@portico/client";',
    "",
    "const portico = createPortico({",
    `  baseUrl: ${JSON.stringify(request.baseUrl)},`,
    `  apiKey: ${keyInScript(variable, secret)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${literal(headers, "  ")},`]),
    "});",
    "",
    ...callOf(request),
  ].join("\n");
}

function callOf(request: PlannedRequest): string[] {
  const call = calls[request.operationId];
  const body = jsonOf(request.body);
  if (call === undefined || !isRecord(body)) return rawCall(request, body);
  const { stream, stream_options, ...rest } = body;
  // The client sets these two fields itself.
  const given = literal(call.streams ? rest : body);
  if (call.streams && stream === true)
    return [
      `const stream = await portico.${call.name}.stream(${given});`,
      "for await (const event of stream) console.log(event);",
    ];
  return [`const reply = await portico.${call.name}.create(${given});`, "console.log(reply);"];
}

function rawCall(request: PlannedRequest, body: unknown): string[] {
  const options = {
    ...paramsOf(request.parameters),
    ...(body === undefined ? {} : { body }),
    ...(request.wantsCsv ? { parseAs: "text" } : {}),
    ...(isStreamed(request) ? { parseAs: "stream" } : {}),
  };
  const given = Object.keys(options).length === 0 ? "" : `, ${literal(options)}`;
  return [
    `const { data, error } = await portico.${request.method}(${JSON.stringify(request.path)}${given});`,
    ...(isStreamed(request)
      ? [
          "for await (const text of data?.pipeThrough(new TextDecoderStream()) ?? [])",
          "  console.log(text);",
        ]
      : ["console.log(data ?? error);"]),
  ];
}

function paramsOf(parameters: readonly GivenParameter[]): { params?: object } {
  const part = (place: GivenParameter["in"]): object =>
    Object.fromEntries(
      parameters.filter((given) => given.in === place).map((given) => [given.name, typed(given)]),
    );
  const parts = Object.entries({ path: part("path"), query: part("query") });
  const full = parts.filter(([, values]) => Object.keys(values).length > 0);
  return full.length === 0 ? {} : { params: Object.fromEntries(full) };
}

/** As the client's types want it. A value that does not fit stays the text that it is, for the gateway to refuse. */
function typed({ type, value }: GivenParameter): unknown {
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (type === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return type === "list" ? value.split(",") : value;
}
