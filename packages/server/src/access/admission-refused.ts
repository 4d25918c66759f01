import {
  disabledKey,
  expiredKey,
  invalidToken,
  invalidTokenHeaders,
  unknownKey,
} from "@portico/core/rules/refused-callers";
import { usedUpDetails } from "@portico/core/rules/spent-limit";
import { type FailureDetails, type FailureKind, GatewayError } from "../errors.ts";
import type { BlockingLimit } from "../store/ports/alerts.ts";
import { StoreUnavailable } from "../store/ports/errors.ts";
import type { AdmissionVerdict } from "../store/ports/money.ts";
import { rateHeaders } from "./rate-headers.ts";

export type Refusal = Exclude<AdmissionVerdict, { outcome: "admitted" }>;

export type SpentRefusal = Extract<AdmissionVerdict, { outcome: "outOfCredits" }>;

export type Blocking = Pick<BlockingLimit, "of" | "endUser" | "tag" | "limitNanousd">;

/** The store's refusal of a request, as an error for its caller. */
export class AdmissionRefused extends GatewayError {
  readonly refusal: Refusal;
  /** The limit that refused it, if that has money left, but less than the request needs. */
  readonly blocking: Blocking | null;
  /** Of the request, where it is known. */
  readonly endUser: string | null;

  constructor(
    refusal: Refusal,
    kind: FailureKind,
    details: FailureDetails,
    {
      blocking = null,
      endUser = null,
    }: Partial<Pick<AdmissionRefused, "blocking" | "endUser">> = {},
  ) {
    super(kind, details);
    this.refusal = refusal;
    this.blocking = blocking;
    this.endUser = endUser;
  }
}

const reasons = {
  revoked: unknownKey,
  disabled: disabledKey,
  expired: expiredKey,
} as const;

const whileServed = {
  revoked: "The API key was revoked while the request was under way.",
  disabled: "The API key was disabled while the request was under way.",
  expired: "The API key expired while the request was under way.",
  rotated: "The API key was rotated, and this secret ended while the request was under way.",
} as const;

/** The error for a refused request. */
export function toGatewayError(refusal: Refusal): AdmissionRefused {
  switch (refusal.outcome) {
    case "unauthenticated":
      return new AdmissionRefused(refusal, "unauthenticated", {
        message: reasons[refusal.reason],
        headers: invalidTokenHeaders,
      });
    case "outOfCredits":
      return new AdmissionRefused(refusal, "outOfCredits", usedUpDetails(refusal));
    case "rateLimited":
      return rateLimited(refusal);
  }
}

/** The error for a request whose key was revoked, disabled, rotated or has expired while it was running. */
export function keyHasFallen(reason: keyof typeof whileServed): GatewayError {
  return invalidToken(whileServed[reason]);
}

/** The error for a request whose session has ended while it was running. */
export function sessionHasEnded(): GatewayError {
  return new GatewayError("unauthenticated", {
    message: "The session ended while the request was under way. Sign in again.",
  });
}

function rateLimited(refusal: Extract<Refusal, { outcome: "rateLimited" }>): AdmissionRefused {
  const { of, retryAfterMs, rate } = refusal;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (of === "requestsInFlight")
    return new AdmissionRefused(refusal, "rateLimited", {
      message: `Rate limit exceeded: the key may have ${rate.limit} requests in flight at once. Retry when one of them has ended.`,
      metadata: { of: inFlight, limit: rate.limit, limit_source: inFlight },
      retryAfterSeconds,
    });
  const counted = rate.limit === 1 ? of.replace(/s$/, "") : of;
  return new AdmissionRefused(refusal, "rateLimited", {
    message: `Rate limit exceeded: ${rate.limit} ${counted} per minute. Retry with exponential backoff.`,
    metadata: { of, limit: rate.limit },
    retryAfterSeconds,
    headers: rateHeaders(rate),
  });
}

const inFlight = "requests_in_flight";

/** A database that comes back usually does so within seconds. */
const retryAfterSeconds = 2;

/** Without an answer about money nothing is spent: 503. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error;
  return new GatewayError("unavailable", { retryAfterSeconds, cause: error });
}
