import { UpstreamError, type UpstreamFailure } from "./upstream-error.ts";

type Row = readonly [UpstreamFailure, string];

const timedOut: Row = ["timeout", "The provider did not answer in time."];
const cut: Row = ["cut", "The provider's reply ended early."];
const unreadable: Row = ["malformed", "The provider's reply is not valid HTTP."];

/** Codes of undici and of Node's sockets. An unlisted code is a failure to connect, or a cut if the reply had begun. */
const rows: Readonly<Record<string, Row>> = {
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "The provider could not be reached in time."],
  ETIMEDOUT: ["timeout", "The provider could not be reached in time."],
  UND_ERR_HEADERS_TIMEOUT: timedOut,
  UND_ERR_BODY_TIMEOUT: ["timeout", "The provider fell silent."],
  UND_ERR_HEADERS_OVERFLOW: unreadable,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: cut,
  UND_ERR_INVALID_ARG: ["rejected", "The request to the provider could not be formed."],
  ENOTFOUND: ["connection", "The provider's host name could not be resolved."],
  EAI_AGAIN: ["connection", "The provider's host name could not be resolved."],
  ECONNREFUSED: ["connection", "The provider refused the connection."],
  FORBIDDEN_ADDRESS: ["rejected", "The address is private and was not configured by the operator."],
};

const security = /CERT|SSL|TLS|SELF_SIGNED|VERIFY/;

/** Maps a failed connection to an UpstreamError. The underlying message may name hosts, so it is kept as cause only. */
export function connectionFailure(error: Error, replyBegan: boolean): UpstreamError {
  if (error instanceof UpstreamError) return error;

  const [failure, message] =
    error.name === "HTTPParserError"
      ? rowForParser(error.message, replyBegan)
      : rowFor(codeOf(error), replyBegan);
  const isUnreachable = !replyBegan && isOfConnecting(codeOf(error));
  return new UpstreamError(failure, message, { isUnreachable, cause: error });
}

/** Codes that only connecting has. A reset is not one: it may be caused by what was sent. */
const connecting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

function isOfConnecting(code: string): boolean {
  return connecting.has(code) || code === "UND_ERR_CONNECT_TIMEOUT" || security.test(code);
}

/** A body that ends before its announced length is a cut; the parser reports it. */
function rowForParser(message: string, replyBegan: boolean): Row {
  return replyBegan && /\bEOF\b/.test(message) ? cut : unreadable;
}

function rowFor(code: string, replyBegan: boolean): Row {
  const row = rows[code];
  if (row !== undefined) return row;

  if (replyBegan) return cut;

  return security.test(code)
    ? ["connection", "A secure connection to the provider could not be made."]
    : ["connection", "The connection to the provider failed."];
}

function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string") return error.code;

  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error && "code" in first && typeof first.code === "string"
    ? first.code
    : "";
}
