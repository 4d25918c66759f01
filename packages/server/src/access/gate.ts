import { setTimeout as sleep } from "node:timers/promises";
import type { KeyCaller } from "../caller.ts";
import type { AdmissionVerdict } from "../store/ports/money.ts";
import { type Refusal, toGatewayError } from "./admission-refused.ts";

/** Whether a request may cost nothing, with the workspace's settings of this revision. */
export type MayBeFree = (workspaceRevision: number) => Promise<boolean>;

export interface Gate {
  /** True if the key was refused recently: even its smallest request asks here before any other work. */
  isShut(caller: KeyCaller): boolean;
  /** Resolves to whether the request was counted in its minute. Rejects with a GatewayError: 401, 402 or 429. */
  pass(caller: KeyCaller, mayBeFree: MayBeFree): Promise<boolean>;
  /** Reports a refused admission: the gate shuts if the refusal applies to the key's other requests too. */
  note(caller: KeyCaller, refusal: Refusal): void;
}

export interface GateOptions {
  readonly ask: (caller: KeyCaller) => Promise<AdmissionVerdict>;
  /** For a refused key the store is asked at most once in this time, for all requests that wait by then. */
  readonly pauseMs?: number;
  /** The most refused keys that are remembered. */
  readonly maxShut?: number;
}

interface Shut {
  untilMs: number;
  askedAtMs: number;
  /** The next question to the store; requests that come before it is asked wait for it. */
  question: Promise<boolean> | null;
}

/** For refusals that name no time. If it is too long, a request waits briefly, and nothing else happens. */
const usualMs = 60_000;

/**
 * Decides before a body is read. Every refusal comes from the store, which decides after the request has come, so that
 * a raised limit counts at once, on every node. The gate only remembers that a key was refused: the key's requests
 * then share one question, and cannot keep the store busy.
 */
export function createGate({ ask, pauseMs = 50, maxShut = 10_000 }: GateOptions): Gate {
  const shut = new Map<number, Shut>();

  const find = (keyId: number): Shut | null => {
    const found = shut.get(keyId);
    if (found === undefined || found.untilMs > performance.now()) return found ?? null;
    shut.delete(keyId);
    return null;
  };
  const open = ({ keyId }: KeyCaller) => shut.delete(keyId);
  const shutFor = ({ keyId }: KeyCaller, forMs: number) => {
    if (forMs === 0) return;
    const nowMs = performance.now();
    const known = shut.get(keyId);
    if (known !== undefined) {
      known.untilMs = nowMs + forMs;
      return;
    }
    // Drops the oldest: a Map keeps the order of insertion.
    const [oldest] = shut.keys();
    if (shut.size >= maxShut && oldest !== undefined) shut.delete(oldest);
    shut.set(keyId, { untilMs: nowMs + forMs, askedAtMs: nowMs, question: null });
  };
  const askNow = async (caller: KeyCaller, mayBeFree: MayBeFree): Promise<boolean> => {
    const admission = await ask(caller);
    if (admission.outcome === "admitted") {
      open(caller);
      return true;
    }
    const isSpent = admission.outcome === "outOfCredits";
    if (isSpent && (await mayBeFree(admission.workspaceRevision))) {
      open(caller);
      return false;
    }
    // The gate asks for one token: a refusal means that not even one was left.
    shutFor(caller, admission.outcome === "rateLimited" ? admission.retryAfterMs : usualMs);
    throw toGatewayError(admission);
  };
  const askInTime = async (found: Shut, caller: KeyCaller, mayBeFree: MayBeFree) => {
    const waitMs = found.askedAtMs + pauseMs - performance.now();
    // Always asynchronous: `found.question` must be set before it is cleared below.
    await (waitMs > 0 ? sleep(waitMs) : undefined);
    // A request that comes from here on may come after the decision, so it waits for the next question.
    found.question = null;
    found.askedAtMs = performance.now();
    return askNow(caller, mayBeFree);
  };

  return {
    isShut: ({ keyId }) => shut.size > 0 && find(keyId) !== null,
    note: (caller, refusal) => shutFor(caller, holdsForMs(refusal)),
    async pass(caller, mayBeFree) {
      for (;;) {
        const found = find(caller.keyId);
        if (found === null) return askNow(caller, mayBeFree);
        if (found.question === null) {
          found.question = askInTime(found, caller, mayBeFree);
          return found.question;
        }
        // The answer counted one request, and that was not this one.
        await found.question;
      }
    },
  };
}

/** How long a refused admission applies to the key's other requests; 0 if a smaller request might be admitted. */
function holdsForMs(refusal: Refusal): number {
  switch (refusal.outcome) {
    case "unauthenticated":
      return usualMs;
    case "outOfCredits":
      // The next request may name another end user, and another session.
      return refusal.of === "endUser" || refusal.of === "session" || refusal.remainingNanousd > 0
        ? 0
        : usualMs;
    case "rateLimited":
      return refusal.of === "tokens" ? 0 : refusal.retryAfterMs;
  }
}
