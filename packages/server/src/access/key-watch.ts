import type { KeyStore } from "../store/ports/keys.ts";
import type { SessionStore } from "../store/ports/sessions.ts";
import { keyHasFallen, sessionHasEnded } from "./admission-refused.ts";
import type { InFlight } from "./in-flight.ts";

export interface KeyWatch {
  close(): Promise<void>;
}

export interface WatchedStore {
  readonly keys: Pick<KeyStore, "fallen" | "endedSecrets">;
  readonly sessions: Pick<SessionStore, "ended">;
}

type Watched = Pick<
  InFlight,
  "keyIds" | "stop" | "secretHashes" | "stopSecret" | "sessionIds" | "stopSession"
>;

export interface KeyWatchOptions {
  /** Two intervals and a slow answer must fit into the ten seconds that a revoked key's streams may last. */
  readonly everyMs?: number;
  /** The store's clock. */
  readonly nowMs?: () => number;
  readonly onProblem: (error: unknown) => void;
}

/** The most keys or sessions for one statement. */
const maxAtOnce = 1000;

/**
 * Ends running requests of keys that were revoked or disabled, on any node, or that have expired, and of secrets whose
 * overlap after a rotation has ended. Those of a session end with it.
 */
export function watchKeys(
  { keys, sessions }: WatchedStore,
  inFlight: Watched,
  { everyMs = 3000, nowMs = Date.now, onProblem }: KeyWatchOptions,
): KeyWatch {
  const lookAtKeys = async () => {
    for (const some of inSteps(inFlight.keyIds()))
      for (const { keyId, reason } of await keys.fallen(some, nowMs()))
        inFlight.stop(keyId, keyHasFallen(reason));
  };
  const lookAtSecrets = async () => {
    for (const some of inSteps(inFlight.secretHashes()))
      for (const hash of await keys.endedSecrets(some, nowMs()))
        inFlight.stopSecret(hash, keyHasFallen("rotated"));
  };
  const lookAtSessions = async () => {
    for (const some of inSteps(inFlight.sessionIds()))
      for (const id of await sessions.ended(some)) inFlight.stopSession(id, sessionHasEnded());
  };
  const look = async () => {
    await lookAtKeys();
    await lookAtSecrets();
    await lookAtSessions();
  };
  let looking: Promise<void> | null = null;
  // A slow store gets one question at a time.
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onProblem)
      .finally(() => {
        looking = null;
      });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

function* inSteps<Id>(ids: readonly Id[]): Generator<readonly Id[]> {
  for (let from = 0; from < ids.length; from += maxAtOnce) yield ids.slice(from, from + maxAtOnce);
}
