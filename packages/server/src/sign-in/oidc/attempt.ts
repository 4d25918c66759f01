import { createHmac, randomBytes } from "node:crypto";

/**
 * One sign-in that has begun. Its cookie is all that is kept of it, so any node can finish it. What the provider and the
 * callback must show comes from the cookie's secret and from all else in the cookie: none of it can be changed alone.
 */
export interface Attempt {
  readonly secret: string;
  readonly startedAtMs: number;
  /** Where the browser goes afterwards, below `/console/`. */
  readonly returnTo: string;
}

export interface AttemptProofs {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
  /** Names the attempt to the store: only one session comes of it. It reveals nothing of the others. */
  readonly id: string;
}

/** People look for their password or second factor in this time. */
export const attemptSeconds = 600;
const secretBytes = 32;

export function newAttempt(returnTo: string, nowMs: number): Attempt {
  return { secret: randomBytes(secretBytes).toString("base64url"), startedAtMs: nowMs, returnTo };
}

export function writeAttempt({ secret, startedAtMs, returnTo }: Attempt): string {
  return `${secret}.${startedAtMs}.${Buffer.from(returnTo).toString("base64url")}`;
}

/** Null for a text that is not an attempt, and for one that is too old. */
export function readAttempt(text: string, nowMs: number): Attempt | null {
  const [, secret, started, path] = /^([\w-]{43})\.(\d{1,15})\.([\w-]{0,4000})$/.exec(text) ?? [];
  if (secret === undefined || path === undefined) return null;
  const startedAtMs = Number(started);
  if (nowMs - startedAtMs > attemptSeconds * 1000) return null;
  return { secret, startedAtMs, returnTo: Buffer.from(path, "base64url").toString() };
}

export function proofsOf({ secret, startedAtMs, returnTo }: Attempt): AttemptProofs {
  const derive = (what: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([what, startedAtMs, returnTo]))
      .digest("base64url");
  return {
    state: derive("state"),
    nonce: derive("nonce"),
    verifier: derive("verifier"),
    id: derive("id"),
  };
}
