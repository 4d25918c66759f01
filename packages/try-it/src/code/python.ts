import { addressOf, headersOf, isStreamed, jsonOf, type PlannedRequest } from "../plan.ts";
import { type Notation, written } from "./script.ts";

const words = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

const python: Notation = {
  // JSON's escapes are Python's.
  nameOf: (name) => JSON.stringify(name),
  plain: (value) => words.get(value) ?? JSON.stringify(value),
  step: "    ",
  pad: "",
};

/** Python with `requests`, which most of its readers have. */
export function pythonCode(
  request: PlannedRequest,
  variable: string,
  secret: string | null,
): string {
  const headers = Object.entries({ ...headersOf(request), ...bodyHeaders(request) }).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const key =
    secret === null ? `f"Bearer {os.environ['${variable}']}"` : JSON.stringify(`Bearer ${secret}`);
  return [
    ...(secret === null ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${request.method.toLowerCase()}(`,
    `    ${JSON.stringify(addressOf(request))},`,
    "    headers={",
    `        "Authorization": ${key},`,
    ...headers,
    "    },",
    ...bodyLines(request),
    ...(isStreamed(request) ? ["    stream=True,"] : []),
    ")",
    ...printing(request),
  ].join("\n");
}

/** `requests` sends no body for None. */
function isJson({ body }: PlannedRequest): boolean {
  return (jsonOf(body) ?? null) !== null;
}

function bodyHeaders(request: PlannedRequest): Record<string, string> {
  return request.body === null || isJson(request) ? {} : { "Content-Type": "application/json" };
}

function bodyLines(request: PlannedRequest): string[] {
  if (request.body === null) return [];
  if (isJson(request)) return [`    json=${written(jsonOf(request.body), "    ", python)},`];
  return [`    data=${JSON.stringify(request.body)}.encode(),`];
}

function printing(request: PlannedRequest): string[] {
  if (isStreamed(request))
    return ["for line in response.iter_lines():", "    if line:", "        print(line.decode())"];
  return [`print(response.status_code, response.${request.wantsCsv ? "text" : "json()"})`];
}
