import { jsonOf, type PlannedRequest } from "../plan.ts";
import { clientCode } from "./client.ts";
import { curlCode } from "./curl.ts";
import { fetchCode } from "./fetch.ts";
import { fitsOpenai, openaiCode } from "./openai.ts";

type Writer = (request: PlannedRequest, variable: string, secret: string | null) => string;

const writers = {
  curl: curlCode,
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
