import {
  CallerGone,
  type FailureDetails,
  type FailureKind,
  GatewayError,
  stopReason,
} from "../errors.ts";
import type { AttemptRecord } from "../model-call/endpoint-facts.ts";
import type { UpstreamError } from "../upstream/upstream-error.ts";
import type { Candidate } from "./catalog.ts";

/** The attempts that were made for a request. */
export interface Tried {
  readonly attempts: readonly AttemptRecord[];
  /** The attempts that gave no answer. */
  readonly lost: readonly UnansweredAttempt[];
}

/** No candidate served the request. The status follows from the kind, except for the sandbox's rehearsed failures. */
export class FailedAttempt extends GatewayError implements Tried {
  readonly attempts: readonly AttemptRecord[];
  readonly lost: readonly UnansweredAttempt[];
  override readonly status: number;

  constructor(kind: FailureKind, details: FailureDetails & Tried & { readonly status?: number }) {
    super(kind, details);
    this.attempts = details.attempts;
    this.lost = details.lost;
    this.status = details.status ?? new GatewayError(kind).status;
  }
}

/** The gateway ended the request while it was served, because its key was revoked. */
export class Stopped extends FailedAttempt {
  constructor({ kind, message }: GatewayError, tried: Tried) {
    super(kind, { message, attempts: tried.attempts, lost: tried.lost });
  }
}

/** The caller hung up while upstreams were being asked. The attempts made so far are still booked. */
export class CallerLeft extends CallerGone implements Tried {
  override readonly name = "CallerLeft";
  readonly attempts: readonly AttemptRecord[];
  /** The last of these may still have been running when the caller hung up. */
  readonly lost: readonly UnansweredAttempt[];

  constructor({ attempts, lost }: Tried) {
    super({ cause: lost.at(-1)?.error });
    this.attempts = attempts;
    this.lost = lost;
  }
}

/** The error of a request that was aborted: by the gateway where the signal carries a reason, else by its caller. */
export function brokenOff(signal: AbortSignal, tried: Tried): CallerLeft | Stopped {
  const reason = stopReason(signal);
  return reason === null ? new CallerLeft(tried) : new Stopped(reason, tried);
}

/** An attempt whose answer did not reach the caller. Its upstream may bill it all the same. */
export interface UnansweredAttempt {
  readonly candidate: Candidate;
  /** Its index in `attempts`. */
  readonly place: number;
  readonly error: UpstreamError;
  /** Only the end of the answer would have said what it cost: the upstream bills it even if no byte has come. */
  readonly isToldAtEnd: boolean;
}
