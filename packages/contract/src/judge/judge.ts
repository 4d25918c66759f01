import { csvType } from "../csv.ts";
import type { JsonSchema, OpenApiDocument, OperationFacts } from "../index.ts";
import { judgeStream } from "./judge-stream.ts";
import { parse } from "./read-events.ts";
import { createSchemas, escaped } from "./schemas.ts";
import { undocumentedFields } from "./undocumented.ts";

export interface SeenReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly requestHeaders: Headers;
  /** False where the connection broke off, so that the end is missing. Default: true. */
  readonly isWhole?: boolean;
}

/** The faults of a reply, one sentence each; empty if it keeps the contract. */
export type Judge = (operation: OperationFacts, reply: SeenReply) => string[];

export const json = "application/json";
export const eventStream = "text/event-stream";
/** Headers of the service itself; those of proxies and browsers are not part of the contract. */
const ours = /^x-(portico|ratelimit)-/;
const requestId = /^[\w.:-]{1,200}$/;

export function createJudge(document: OpenApiDocument): Judge {
  const schemas = createSchemas(document);

  const judgeBody = (pointer: string, mediaType: string, schema: JsonSchema, text: string) => {
    const body = mediaType === csvType ? text : parse(text);
    if (body === undefined) return ["The body is not JSON."];
    return [
      ...schemas.problems(`${pointer}/content/${escaped(mediaType)}/schema`, body),
      ...undocumentedFields(schemas, schema, body).map((path) => `${path} is not in the contract.`),
    ];
  };

  return (operation, reply) => {
    const listed = schemas.responseFor(operation, reply.status);
    if (!listed) return [`The contract lists no status ${reply.status} for ${operation.id}.`];
    if (listed.byDefault && reply.status < 400)
      return [`${operation.id} answers ${reply.status}, which the contract does not list.`];
    const mediaType = mediaTypeOf(reply.headers);
    const schema = listed.response.content?.[mediaType]?.schema;
    if (!schema) return [`The contract lists no ${mediaType} for ${operation.id} ${reply.status}.`];
    return [
      ...judgeHeaders(reply, Object.keys(listed.response.headers ?? {})),
      ...(mediaType === eventStream
        ? judgeStream(schemas, operation.id, reply)
        : whole(reply, () => judgeBody(listed.pointer, mediaType, schema, reply.text))),
      ...(reply.status >= 400 ? whole(reply, () => judgeEnvelope(reply)) : []),
    ];
  };
}

/** Half of a JSON text says nothing. */
function whole({ isWhole = true }: SeenReply, problems: () => string[]): string[] {
  return isWhole ? problems() : [];
}

export function mediaTypeOf(headers: Headers): string {
  return (headers.get("content-type") ?? "none").split(";")[0]?.trim().toLowerCase() ?? "none";
}

function judgeHeaders({ headers, status }: SeenReply, listed: readonly string[]): string[] {
  const known = new Set(listed.map((name) => name.toLowerCase()));
  const problems: string[] = [];
  if (!requestId.test(headers.get("x-request-id") ?? ""))
    problems.push("The reply carries no X-Request-Id.");
  if ([429, 503, 529].includes(status) && !/^\d+$/.test(headers.get("retry-after") ?? ""))
    problems.push(`A ${status} must carry Retry-After in seconds.`);
  for (const name of headers.keys())
    if (ours.test(name) && !known.has(name))
      problems.push(`The header ${name} is not in the contract.`);
  return problems;
}

function judgeEnvelope({ status, text }: SeenReply): string[] {
  const body = parse(text) as { error?: { code?: unknown } } | undefined;
  const code = body?.error?.code;
  return code === status ? [] : [`error.code is ${String(code)}, the status is ${status}.`];
}
