import { type OpenApiDocument, type OperationFacts, operations } from "@portico/contract";
import { fitsPath } from "@portico/contract/fits-path";
import { createRequestJudge } from "@portico/contract/judge/judge-request";
import { parse } from "@portico/contract/judge/read-events";
import type { Forwarded } from "./forwarder.ts";

/** The operation of a request that keeps the contract, and asks for JSON; null for any other request. */
export type ReadValid = (request: Forwarded) => OperationFacts | null;

export function validJsonRequests(document: OpenApiDocument, basePath: string): ReadValid {
  const judge = createRequestJudge(document);
  return ({ method, target, headers, body }) => {
    if (!target.startsWith(`${basePath}/`)) return null;
    const url = new URL(target.slice(basePath.length), "http://gateway");
    const [operation] = Object.values<OperationFacts>(operations)
      .filter(
        (known) => known.method === method.toLowerCase() && fitsPath(known.path, url.pathname),
      )
      .toSorted((a, b) => a.pathParameters.length - b.pathParameters.length);
    if (operation === undefined || !asksForJson(headers, body)) return null;
    const { pathname: path, searchParams: query } = url;
    const problems = judge(operation, { path, query, headers, text: body.toString() });
    return problems.length === 0 ? operation : null;
  };
}

/** With a key, because Prism refuses requests without one by itself. */
function asksForJson(headers: Headers, body: Buffer): boolean {
  if (!/^Bearer \S/.test(headers.get("authorization") ?? "")) return false;
  if (/csv|event-stream/.test(headers.get("accept") ?? "")) return false;
  return Reflect.get(Object(parse(body.toString())), "stream") !== true;
}
