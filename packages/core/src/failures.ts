interface FailureRow {
  readonly status: number;
  /** What callers read in `error.metadata.kind`. */
  readonly word: string;
  readonly message: string;
}

/**
 * Every failure a caller can see, in one table. Code throws a kind; one handler writes the envelope.
 * A kind's message is the default. A thrown error may say more, but never internals.
 */
export const failures = {
  badRequest: { status: 400, word: "bad_request", message: "The request is not valid." },
  unauthenticated: {
    status: 401,
    word: "unauthenticated",
    message: "The API key is missing or not valid.",
  },
  wrongKeyKind: {
    status: 401,
    word: "wrong_key_kind",
    message: "This key is of the wrong kind for this operation.",
  },
  notAllowed: { status: 403, word: "not_allowed", message: "The key's rights do not allow this." },
  networkNotAllowed: {
    status: 403,
    word: "network_not_allowed",
    message: "The key may not be used from this address.",
  },
  outOfCredits: { status: 402, word: "out_of_credits", message: "Insufficient credits." },
  notFound: { status: 404, word: "not_found", message: "The resource does not exist." },
  modelNotFound: { status: 404, word: "model_not_found", message: "The model does not exist." },
  noProvider: {
    status: 404,
    word: "no_provider",
    message: "No provider satisfies the request's preferences.",
  },
  methodNotAllowed: {
    status: 405,
    word: "method_not_allowed",
    message: "The method is not allowed here.",
  },
  conflict: {
    status: 409,
    word: "conflict",
    message: "The resource is in a state that does not allow this.",
  },
  tooLarge: { status: 413, word: "too_large", message: "The request body is too large." },
  unsupportedMediaType: {
    status: 415,
    word: "unsupported_media_type",
    message: "The body must be application/json.",
  },
  rateLimited: {
    status: 429,
    word: "rate_limited",
    message: "Rate limit exceeded. Retry with exponential backoff.",
  },
  headersTooLarge: {
    status: 431,
    word: "headers_too_large",
    message: "The request's headers are too large.",
  },
  internal: { status: 500, word: "internal", message: "Unexpected server error." },
  /** Another master key sealed it. The operator has to correct that; no upstream is at fault. */
  secretUnreadable: {
    status: 500,
    word: "secret_unreadable",
    message: "A stored secret cannot be opened with this gateway's master key.",
  },
  /** An upstream answered in a way that cannot be used, or refused the operator's credential. */
  providerFailed: {
    status: 500,
    word: "provider_failed",
    message: "The provider failed to answer the request.",
  },
  unavailable: {
    status: 503,
    word: "unavailable",
    message: "The service is temporarily unavailable.",
  },
  overloaded: {
    status: 529,
    word: "overloaded",
    message: "The provider is temporarily overloaded.",
  },
} as const satisfies Record<string, FailureRow>;

export type FailureKind = keyof typeof failures;

/** A kind of failure as callers read it: `badRequest` is `bad_request`. Rows keep the kind. */
export function wordOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The kind behind a word. */
export function kindOf(word: string): string {
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The `error_type` of a request that is longer than its model's context. */
export const contextExceeded = "context_length_exceeded";

/**
 * A failure's metadata as callers see it: its kind as a word, the page of that kind, then the details. The page is a path:
 * a gateway behind a proxy does not know the address at which it was asked.
 */
export function shownMetadata(kind: FailureKind, details: Readonly<Record<string, unknown>> = {}) {
  const { word } = failures[kind];
  return { kind: word, doc_url: `/docs/errors/${word}.html`, ...details };
}

export interface FailureDetails {
  readonly message?: string;
  /** Shown to the caller as `error.metadata`. */
  readonly metadata?: Record<string, unknown>;
  /** Read by client libraries of `POST /messages`; shown there as `error.details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure that the caller may see. Anything else that is thrown becomes `internal`. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly kind: FailureKind;
  readonly status: number;
  readonly metadata: Record<string, unknown> | undefined;
  readonly details: FailureDetails["details"];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(details.message ?? failures[kind].message, { cause: details.cause });
    this.kind = kind;
    this.status = failures[kind].status;
    this.metadata = details.metadata;
    this.details = details.details;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.headers = details.headers ?? {};
  }
}

/** Things that callers name by an id, in their words. */
export type Noun =
  | "workspace"
  | "budget"
  | "credential"
  | "API key"
  | "generation"
  | "response"
  | "provider"
  | "session"
  | "version";

/** A thing of another organisation gets the same message as a missing thing. */
export function absent(noun: Noun, id: string): GatewayError {
  return new GatewayError("notFound", { message: `The ${noun} ${shown(id)} does not exist.` });
}

const longestShown = 100;

/** A caller's text in a message: bounded. */
export function shown(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}

/** The same failure, with the field of the request that is at fault. */
export function inField(field: string, { kind, message }: GatewayError): GatewayError {
  return new GatewayError(kind, { message: `${field}: ${message}`, metadata: { field } });
}

/** A field of the request is at fault. */
export function refusedField(field: string, message: string): GatewayError {
  return new GatewayError("badRequest", { message, metadata: { field } });
}
