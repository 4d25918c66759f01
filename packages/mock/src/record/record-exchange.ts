import type { OpenApiDocument } from "@portico/contract";
import { createJudge, eventStream } from "@portico/contract/judge/judge";
import { createRequestJudge } from "@portico/contract/judge/judge-request";
import type { Address } from "./address.ts";
import type { Exchange, RecordedBody } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";
import { withoutSecretsInPieces } from "./secrets-in-pieces.ts";

/** A request and its reply as they were sent. A text is null where it was too large to keep. */
export interface Seen {
  readonly address: Address;
  readonly request: { readonly headers: Headers; readonly text: string | null };
  readonly reply: {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string | null;
  };
  readonly isWhole: boolean;
}

/** What breaks the contract in either direction, one sentence each. */
export type ExchangeJudge = (seen: Seen) => string[];

export function createExchangeJudge(document: OpenApiDocument): ExchangeJudge {
  const judgeRequest = createRequestJudge(document);
  const judgeReply = createJudge(document);
  return ({ address: { operation, path, query }, request, reply, isWhole }) => {
    if (operation === null) return [`request: the contract has no such operation.`];
    const { headers, text } = request;
    const asked = text === null ? [] : judgeRequest(operation, { path, query, headers, text });
    // A stream breaks a rule again with every event.
    const answered =
      reply.text === null
        ? []
        : judgeReply(operation, { ...reply, text: reply.text, requestHeaders: headers, isWhole });
    return [
      ...asked.map((problem) => `request: ${problem}`),
      ...answered.slice(0, mostShown).map((problem) => `reply: ${problem}`),
      ...(answered.length > mostShown ? [`reply: ${answered.length - mostShown} more.`] : []),
    ];
  };
}

const mostShown = 5;

/** Of the request: what the gateway reads. */
const alwaysKept = new Set(["accept", "authorization", "content-type", "x-api-key"]);
/** Of the reply: what belongs to one connection, to a date or to a page of another origin. */
const neverKept =
  /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|date|server|set-cookie|vary|trailer|upgrade|access-control-.*)$/;

export interface Ending {
  readonly waitsMs: readonly number[];
  readonly ended: "whole" | "cut" | "left";
  readonly violations: readonly string[];
}

/** The exchange as it is kept: without secrets, and without what changes with every connection. */
export function recordExchange(
  method: string,
  { address, request, reply }: Seen,
  { waitsMs, ended, violations }: Ending,
  secrets: Secrets,
): Exchange {
  const { operation, path, query } = address;
  const listed = (operation?.headerParameters ?? []).map((name) => name.toLowerCase());
  const isKept = (name: string) => alwaysKept.has(name) || listed.includes(name);
  // The request first: its key may stand in the reply.
  const headers = headersOf(request.headers, isKept, secrets);
  const sent = bodyOf(request.text, request.headers, secrets);
  const got = bodyOf(ended === "whole" ? reply.text : null, reply.headers, secrets);
  const isStream = (reply.headers.get("content-type") ?? "").startsWith(eventStream);
  return {
    operation: operation?.id ?? null,
    request: {
      method,
      path: secrets.inText(path),
      ...(query.size > 0 && { query: queryOf(query, secrets) }),
      headers,
      ...sent,
    },
    reply: {
      status: reply.status,
      headers: headersOf(reply.headers, (name) => !neverKept.test(name), secrets),
      ...(ended === "whole" || reply.text === null
        ? got
        : { text: textWithoutSecrets(reply.text, reply.headers, secrets), ended }),
      ...(isStream && waitsMs.length > 0 && { waits_ms: waitsMs }),
    },
    ...(violations.length > 0 && { violations: violations.map((line) => secrets.inText(line)) }),
  };
}

function headersOf(
  headers: Headers,
  isKept: (name: string) => boolean,
  secrets: Secrets,
): Record<string, string> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => isKept(name))
      .map(([name, value]) => [name, secrets.inHeader(name, value)]),
  );
}

function queryOf(query: URLSearchParams, secrets: Secrets): Record<string, string> {
  return Object.fromEntries([...query].map(([name, value]) => [name, secrets.inText(value)]));
}

function textWithoutSecrets(text: string, headers: Headers, secrets: Secrets): string {
  const isStream = (headers.get("content-type") ?? "").startsWith(eventStream);
  return secrets.inText(isStream ? withoutSecretsInPieces(text, secrets) : text);
}

function bodyOf(text: string | null, headers: Headers, secrets: Secrets): RecordedBody {
  if (text === null) return { left_out: true };
  if (text === "") return {};
  if ((headers.get("content-type") ?? "").startsWith("application/json"))
    try {
      return { body: secrets.inBody(JSON.parse(text)) };
    } catch {
      // Not JSON, although it says so: kept as it is.
    }
  return { text: textWithoutSecrets(text, headers, secrets) };
}
