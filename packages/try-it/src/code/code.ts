import { addressOf, headersOf, isStreamed, jsonOf, type PlannedRequest } from "../plan.ts";
import { fitsOpenai, openaiCode } from "./openai.ts";
import { pythonCode } from "./python.ts";
import { clientCode, keyInScript, literal } from "./script.ts";

type Writer = (request: PlannedRequest, variable: string, secret: string | null) => string;

const writers = {
  curl: curlCode,
  Python: pythonCode,
  "@portico/client": clientCode,
  openai: openaiCode,
  fetch: fetchCode,
} satisfies Record<string, Writer>;

export type CodeKind = keyof typeof writers;

/** The kinds of code that can send this very request. */
export function codeKindsOf(request: PlannedRequest): CodeKind[] {
  const isJson = request.body === null || jsonOf(request.body) !== undefined;
  return [
    "curl",
    "Python",
    ...(isJson ? (["@portico/client"] as const) : []),
    ...(fitsOpenai(request) ? (["openai"] as const) : []),
    "fetch",
  ];
}

/** The request as code. The key is in it only if `secret` is given; otherwise the code reads it from its environment. */
export function codeOf(
  kind: CodeKind,
  request: PlannedRequest,
  secret: string | null = null,
): string {
  const variable = request.key === "management" ? "PORTICO_MANAGEMENT_KEY" : "PORTICO_API_KEY";
  return writers[kind](request, variable, secret);
}

/** For a shell: every text is within single quotes, where nothing has a meaning but the quote itself. */
function curlCode(request: PlannedRequest, variable: string, secret: string | null): string {
  const { method, body } = request;
  const options = isStreamed(request) ? " -N" : "";
  const usual = body === null ? "GET" : "POST";
  const key =
    secret === null
      ? `"Authorization: Bearer $${variable}"`
      : quoted(`Authorization: Bearer ${secret}`);
  const headers = Object.entries(headersOf(request)).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  return [
    `curl${options}${method === usual ? "" : ` -X ${method}`} ${quoted(addressOf(request))}`,
    `-H ${key}`,
    ...headers,
    // `-d` would read a file if the text began with an @.
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The platform's own `fetch`, in a module of Node. */
function fetchCode(request: PlannedRequest, variable: string, secret: string | null): string {
  const { method, body } = request;
  const key =
    secret === null
      ? `\`Bearer \${${keyInScript(variable, null)}}\``
      : JSON.stringify(`Bearer ${secret}`);
  const headers = Object.entries({
    ...headersOf(request),
    ...(body === null ? {} : { "Content-Type": "application/json" }),
  }).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return [
    `const response = await fetch(${JSON.stringify(addressOf(request))}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    "  headers: {",
    `    Authorization: ${key},`,
    ...headers,
    "  },",
    ...(body === null ? [] : [`  body: ${bodyCode(body)},`]),
    "});",
    ...printing(request),
  ].join("\n");
}

function bodyCode(text: string): string {
  const value = jsonOf(text);
  return value === undefined ? JSON.stringify(text) : `JSON.stringify(${literal(value, "  ")})`;
}

function printing(request: PlannedRequest): string[] {
  if (isStreamed(request))
    return [
      "for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])",
      "  console.log(text);",
    ];
  return [`console.log(response.status, await response.${request.wantsCsv ? "text" : "json"}());`];
}
