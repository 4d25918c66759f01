import { fieldsOf, isFields, listOf, textOf } from "../json/json-shape.ts";
import { exceedsContext } from "./exceeds-context.ts";
import type { UpstreamReply } from "./request.ts";
import { limitResetMs, retryAfterMs } from "./retry-after.ts";
import { errorSentence } from "./said-error.ts";
import type { UpstreamError, UpstreamErrorDetails, UpstreamFailure } from "./upstream-error.ts";

/** Error bodies are short; a web page in place of one says nothing useful. */
const maxErrorBytes = 64 * 1024;
/** How long to wait for an error body. */
const patienceMs = 2_000;

/**
 * The error for a reply with a failing status. Reads the body, so that the connection can be reused, and shows it to
 * `look`: some upstreams bill what they have refused.
 */
export async function readRefusal(
  reply: UpstreamReply,
  look: (body: unknown) => void = () => {},
): Promise<UpstreamError> {
  const body = parsed(await readBriefly(reply));
  look(body);
  const reset = reply.status === 429 ? limitResetMs(reply.headers) : undefined;
  return failureOf(reply.status, reply.scrub(errorMessage(body) ?? ""), {
    code: errorCode(body),
    retryAfterMs: retryAfterMs(reply.headers) ?? reset ?? retryHint(body),
  });
}

/**
 * The error for an error object inside a 200 or inside a stream. The status is the one in the object, in any
 * form; an object without one counts as an overload.
 */
export function refusalInside(
  body: unknown,
  scrub: (text: string) => string = (text) => text,
): UpstreamError {
  const code = errorCode(body);
  const status = statusOf(body) ?? statusOfCode(code) ?? 500;
  return failureOf(status, scrub(errorMessage(body) ?? ""), {
    code,
    retryAfterMs: retryHint(body),
  });
}

interface Reason extends UpstreamErrorDetails {
  readonly code: string;
}

function failureOf(status: number, message: string, { code, ...details }: Reason): UpstreamError {
  const kind = kindOf(status, code, message);
  const isTooLong = (kind === "rejected" || kind === "tooLarge") && exceedsContext(code, message);
  return errorSentence(kind, message, {
    status,
    ...details,
    ...(isTooLong && { exceedsContext: true }),
  });
}

function kindOf(status: number, code: string, message: string): UpstreamFailure {
  if (status >= 400 && status < 500)
    return kindByCode(code) ?? kindByMessage(status, message) ?? failureOfStatus(status);

  // Redirects are not followed, and a success without an answer cannot be used.
  return status >= 500 ? "overloaded" : "malformed";
}

/**
 * An account without credit comes with status 403 (Google) or 400 (Alibaba) too, which would name the credential or the caller.
 * OpenAI's and Moonshot's 429 stays one, as callers' libraries expect it: other providers are asked after either.
 * https://www.alibabacloud.com/help/en/model-studio/error-code
 */
const unpaidCode = /billing_?(error|disabled|not_active|hard_limit)|arrearage/i;

const kindsByCode: readonly (readonly [RegExp, UpstreamFailure])[] = [
  [unpaidCode, "unpaid"],
  [/model_?not_?found|deployment_?not_?found|model_?not_?exist|unknown_model/i, "modelNotFound"],
  [/invalid_?api_?key|api_?key_?invalid|authentication_error|unauthenticated/i, "credential"],
  [/throttl|too_?many_?requests|rate_?limit/i, "rateLimited"],
  [/overloaded|service_?unavailable/i, "overloaded"],
];

function kindByCode(code: string): UpstreamFailure | undefined {
  return kindsByCode.find(([pattern]) => pattern.test(code))?.[1];
}

/**
 * Gemini and xAI answer 400 for a bad key, Anthropic for an account without credit:
 * https://github.com/anthropics/anthropic-sdk-typescript/issues/618
 */
function kindByMessage(status: number, message: string): UpstreamFailure | undefined {
  if (status !== 400) return undefined;
  if (/credit balance is too low/i.test(message)) return "unpaid";
  return /api key not valid|incorrect api key/i.test(message) ? "credential" : undefined;
}

/** What a failing status says by itself. */
export function failureOfStatus(status: number): UpstreamFailure {
  if (status >= 500) return "overloaded";

  switch (status) {
    case 401:
    case 403:
    case 407:
      return "credential";
    case 402:
      return "unpaid";
    case 404:
    case 410:
      return "modelNotFound";
    case 413:
      return "tooLarge";
    case 429:
      return "rateLimited";
    // 498 is Groq's status for a flex tier without capacity: https://console.groq.com/docs/errors
    case 408:
    case 425:
    case 498:
      return "overloaded";
    default:
      return "rejected";
  }
}

async function readBriefly(reply: UpstreamReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const impatience = setTimeout(() => reply.close(), patienceMs);
  try {
    for await (const chunk of reply.body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxErrorBytes) break;
    }
  } catch {
    // The status alone already decides what matters, so a body that cannot be read is ignored.
  } finally {
    clearTimeout(impatience);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** JSON, an event stream with one event, or another text, which then is the message itself. */
function parsed(text: string): unknown {
  const json = text.match(/^data:[ \t]*(\{.*)$/m)?.[1] ?? text;
  try {
    return JSON.parse(json);
  } catch {
    return /^\s*</.test(text) ? undefined : text.trim();
  }
}

/** How far to look for a message: deeper nesting or more fields are not meant for people. */
const deepestMessage = 8;
const mostErrors = 16;

/** Finds the message in all dialects: `error.message`, `error`, `message`, `detail`, `detail[].msg`, `errors[]`. */
export function errorMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return textOf(body);

  const within = (inner: unknown) => errorMessage(inner, depth + 1);
  if (Array.isArray(body) && depth < deepestMessage)
    return body
      .slice(0, mostErrors)
      .map(within)
      .find((message) => message !== undefined);

  if (!isFields(body) || depth >= deepestMessage) return undefined;

  const inResponse = fieldsOf(body["response"])["error"];
  const named = ["error", "message", "Message", "detail", "errors"].map((name) => body[name]);
  const nested = [...named, inResponse];
  const message = nested.map(within).find((found) => found !== undefined);
  const cause = fieldsOf(body["metadata"])["raw"];
  return message === undefined ? textOf(body["msg"]) : withCause(message, within(cause));
}

/** OpenRouter's message is "Provider returned error"; the reason is in another field. */
function withCause(message: string, cause: string | undefined): string {
  return cause === undefined ? message : `${message}: ${cause}`;
}

function errorObject(body: unknown): Readonly<Record<string, unknown>> {
  const root = fieldsOf(Array.isArray(body) ? body[0] : body);
  const nested = root["error"] ?? fieldsOf(root["response"])["error"];
  return isFields(nested) ? nested : root;
}

function errorCode(body: unknown): string {
  const error = errorObject(body);
  const reasons = listOf(error["details"])
    .slice(0, mostErrors)
    .map((detail) => fieldsOf(detail)["reason"]);
  return [error["code"], error["type"], error["status"], error["__type"], ...reasons]
    .filter((part) => typeof part === "string")
    .join(" ")
    .slice(0, 1_000);
}

function statusOf(body: unknown): number | undefined {
  const error = errorObject(body);
  const root = fieldsOf(body);
  const stated = [error["code"], error["status_code"], error["status"], root["status_code"]];
  return stated
    .map((value) => (typeof value === "string" ? Number(value) : value))
    .find((value): value is number => typeof value === "number" && value >= 400 && value < 600);
}

const statusesByCode: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit|throttl|too_?many_?requests|resource_exhausted/i, 429],
  [/overloaded/i, 529],
  [/unavailable/i, 503],
  [/model_?not_?found|not_found/i, 404],
  [/invalid_?api_?key|authentication/i, 401],
  [/permission/i, 403],
  [/insufficient_quota/i, 429],
  [
    /invalid_request|invalid_prompt|invalid_argument|validation|context_length|tool_use_failed/i,
    400,
  ],
];

function statusOfCode(code: string): number | undefined {
  return statusesByCode.find(([pattern]) => pattern.test(code))?.[1];
}

/** Google puts the wait into the body (`details: [{ retryDelay: "18s" }]`), OpenRouter the headers of its vendors. */
function retryHint(body: unknown): number | undefined {
  const error = errorObject(body);
  for (const detail of listOf(error["details"])) {
    const delay = textOf(fieldsOf(detail)["retryDelay"]);
    if (delay !== undefined) return retryAfterMs({ "retry-after": delay });
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fieldsOf(fieldsOf(error["metadata"])["headers"])))
    headers[name.toLowerCase()] = String(value);

  return retryAfterMs(headers) ?? limitResetMs(headers);
}
