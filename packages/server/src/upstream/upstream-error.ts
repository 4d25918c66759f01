import type { EmbedInput } from "../model-call/embed-call.ts";
import type { RerankUsage } from "../model-call/rerank-call.ts";

/** Why an upstream failed. Routing and the caller's status follow from it. */
export type UpstreamFailure =
  /** Refused, reset, DNS, TLS. */
  | "connection"
  | "timeout"
  /** 429: the upstream asks for fewer requests. */
  | "rateLimited"
  /** 408, 5xx, 529: the upstream cannot serve at present. */
  | "overloaded"
  /** 400, 422, …: the request itself is wrong. */
  | "rejected"
  /** 413: larger than this upstream accepts; another may accept it. */
  | "tooLarge"
  /** The upstream has no such model. */
  | "modelNotFound"
  /** 401, 403: the operator's (or the workspace's own) credential was refused. */
  | "credential"
  /** 402: the account behind that credential has no money left. */
  | "unpaid"
  /** The gateway's master key cannot open the workspace's own credential: the upstream was not asked. */
  | "unopened"
  /** The reply does not follow the dialect: invalid JSON, wrong count, wrong dimension. */
  | "malformed"
  /** The stream ended before its final event. */
  | "cut";

/** The inputs for embeddings that an upstream processed, although its answer was of no use. */
export interface EmbedWork {
  /** The tokens that the upstream counted. */
  readonly inputTokens: number;
  /** Inputs that it processed, or may have, without a count. */
  readonly uncounted: readonly EmbedInput[];
}

export interface UpstreamErrorDetails {
  /** The upstream's own status, if it answered. */
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The status for the caller, regardless of the failure: used by the sandbox's rehearsals. */
  readonly callerStatus?: number | undefined;
  /** No connection was made: nothing of the request was sent, so the request did not cause the failure. */
  readonly isUnreachable?: boolean;
  /** The request is longer than the model's context. */
  readonly exceedsContext?: boolean;
  /** The whole request was written before the gateway left: the upstream bills its input. */
  readonly wasLeft?: boolean;
  readonly work?: EmbedWork | undefined;
  readonly reranked?: RerankUsage | undefined;
  readonly cause?: unknown;
}

const retryable: Record<UpstreamFailure, boolean> = {
  connection: true,
  timeout: true,
  rateLimited: true,
  overloaded: true,
  rejected: false,
  tooLarge: true,
  modelNotFound: true,
  credential: true,
  unpaid: true,
  unopened: true,
  malformed: true,
  cut: true,
};

/** The only error that providers throw. Callers see its message: never put a credential into it. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  /** The operator's name for the upstream: routing, which asked it, adds it. */
  provider: string | undefined;
  readonly failure: UpstreamFailure;
  /** Whether another provider might succeed. Routing reads only this. */
  readonly mayRetry: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly callerStatus: number | undefined;
  readonly isUnreachable: boolean;
  readonly exceedsContext: boolean;
  readonly wasLeft: boolean;
  /** Bytes of an answer that had begun and cannot be read: its token counts are unknown. */
  unreadBytes = 0;
  /** For embeddings: the work, if the provider knows it. */
  work: EmbedWork | undefined;
  /** For reranking: what an upstream counted that answered, although its answer was of no use. */
  reranked: RerankUsage | undefined;

  constructor(failure: UpstreamFailure, message: string, details: UpstreamErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.failure = failure;
    this.mayRetry = retryable[failure];
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.callerStatus = details.callerStatus;
    this.isUnreachable = details.isUnreachable ?? false;
    this.exceedsContext = details.exceedsContext ?? false;
    this.wasLeft = details.wasLeft ?? false;
    this.work = details.work;
    this.reranked = details.reranked;
  }

  /** The same failure for one more request that waited for the same thing: each request books its own work. */
  copy(): UpstreamError {
    const { failure, message, status, retryAfterMs, callerStatus, cause } = this;
    const { isUnreachable, exceedsContext, wasLeft } = this;
    return new UpstreamError(failure, message, {
      status,
      retryAfterMs,
      callerStatus,
      isUnreachable,
      exceedsContext,
      wasLeft,
      cause,
    });
  }

  /** What the upstream counted for a rerank request, as far as it did; undefined if nothing says that it processed it. */
  get rerankUsage(): RerankUsage | undefined {
    return this.reranked ?? (this.wasLeft || this.unreadBytes > 0 ? {} : undefined);
  }

  /** Which of these inputs the upstream processed; undefined if nothing says that it processed any. */
  workOn(inputs: readonly EmbedInput[]): EmbedWork | undefined {
    const isUncounted = this.wasLeft || this.unreadBytes > 0;
    return this.work ?? (isUncounted ? workOf(inputs, undefined) : undefined);
  }
}

/** The work of an upstream that answered. */
export function workOf(inputs: readonly EmbedInput[], inputTokens: number | undefined): EmbedWork {
  return inputTokens === undefined
    ? { inputTokens: 0, uncounted: inputs }
    : { inputTokens, uncounted: [] };
}
