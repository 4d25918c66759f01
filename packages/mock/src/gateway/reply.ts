import { csvType } from "@portico/contract/csv";
import { fieldsOf } from "@portico/core/json/shape";
import { formatUsd, toNanousd } from "@portico/core/rules/amounts";
import { answeredInPlace } from "@portico/core/rules/models";
import type { Answer, Call } from "./call.ts";
import { Failure, refusal } from "./failure.ts";
import { streamOf } from "./frames.ts";
import type { Ending } from "./rehearsal.ts";

type Headers = Readonly<Record<string, string>>;

const unsniffed = { "X-Content-Type-Options": "nosniff" };

/** Of every reply that is not a stream. */
const wholeHeaders: Headers = { "Cache-Control": "no-store", ...unsniffed };

/** Of a stream, which no proxy is to hold back. */
const streamHeaders: Headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  ...unsniffed,
};

/** Of a refusal because the key has asked too often. */
const rateHeaders: Headers = {
  "X-RateLimit-Limit": "60",
  "X-RateLimit-Remaining": "0",
  "X-RateLimit-Reset": "1",
};

/** Who has answered a call of a model, and for how much; what a stream costs is known only at its end. */
export function servedHeaders(decided: Answer, call: Call, served: Call): Headers {
  const [wanted, answered] = [call, served].map(({ body }) => fieldsOf(body)["model"]);
  const { cost } = fieldsOf(fieldsOf("json" in decided ? decided.json : {})["usage"]);
  return {
    "X-Portico-Provider": "sandbox",
    "X-Portico-Attempts": String((served.failed?.length ?? 0) + 1),
    ...(wanted !== answered && {
      "X-Portico-Notice": answeredInPlace(String(answered), String(wanted)),
    }),
    ...(typeof cost === "number" && { "X-Portico-Cost": formatUsd(toNanousd(cost)) }),
  };
}

/** What was decided as a reply, a stream with its plan. */
export function replyOf(
  decided: Answer,
  headers: Headers,
  plan: Ending,
  signal: AbortSignal,
): Response {
  const { status } = decided;
  if ("frames" in decided) {
    const body = streamOf(decided.frames, plan, signal);
    return new Response(body, { status, headers: { ...headers, ...streamHeaders } });
  }
  return "csv" in decided
    ? plain(status, decided.csv, `${csvType}; charset=utf-8`, headers, plan, signal)
    : plain(status, JSON.stringify(decided.json), "application/json", headers, plan, signal);
}

function plain(
  status: number,
  text: string,
  type: string,
  headers: Headers,
  plan: Ending,
  signal: AbortSignal,
): Response {
  const typed = { ...headers, "Content-Type": type };
  if (plan.fault === "cut" || plan.fault === "stall") {
    const half = Math.ceil(text.length / 2);
    const body = streamOf([text.slice(0, half), text.slice(half)], plan, signal);
    return new Response(body, { status, headers: { ...typed, ...wholeHeaders } });
  }
  return whole(status, text, typed);
}

function whole(status: number, text: string, headers: Headers): Response {
  const bytes = new TextEncoder().encode(text);
  const sized = { ...headers, ...wholeHeaders, "Content-Length": String(bytes.length) };
  return new Response(bytes, { status, headers: sized });
}

export function replyOfFailure(error: unknown, headers: Headers, requestId: string): Response {
  const failure =
    error instanceof Failure
      ? error
      : refusal(500, `The mock itself failed: ${error instanceof Error ? error.message : error}`);
  // Like the gateway, not like the example: the id is that of this request.
  const said = { service_metadata: { request_id: requestId } };
  const body = JSON.stringify({ user_id: null, ...Object(failure.body), ...said });
  return whole(failure.status, body, {
    ...headers,
    ...(isOfRate(failure) && rateHeaders),
    ...failure.headers,
    "Content-Type": "application/json",
  });
}

/** A key has a rate; failed sign-ins have no key. */
function isOfRate({ status, body }: Failure): boolean {
  return (
    status === 429 && fieldsOf(fieldsOf(fieldsOf(body)["error"])["metadata"])["of"] !== "sign_ins"
  );
}
