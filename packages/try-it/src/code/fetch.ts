import { addressOf, headersOf, isStreamed, jsonOf, type PlannedRequest } from "../plan.ts";
import { keyInScript, literal } from "./script.ts";

/** The platform's own `fetch`, in a module of Node. */
export function fetchCode(
  request: PlannedRequest,
  variable: string,
  secret: string | null,
): string {
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
