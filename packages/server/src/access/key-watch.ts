import type { KeyStore } from "../store/ports/keys.ts";
import { keyHasFallen } from "./admission-refused.ts";
import type { InFlight } from "./in-flight.ts";

export interface KeyWatch {
  close(): Promise<void>;
}

export interface KeyWatchOptions {
  /** Two intervals and a slow answer must fit into the ten seconds that a revoked key's streams may last. */
  readonly everyMs?: number;
  readonly onProblem: (error: unknown) => void;
}

/** The most keys for one statement. */
const maxAtOnce = 1000;

/**
 * Ends running requests of keys that were revoked or disabled, on any node, or that have expired, and of secrets whose
 * overlap after a rotation has ended.
 */
export function watchKeys(
  keys: Pick<KeyStore, "fallen" | "endedSecrets">,
  inFlight: Pick<InFlight, "keyIds" | "stop" | "secretHashes" | "stopSecret">,
  { everyMs = 3000, onProblem }: KeyWatchOptions,
): KeyWatch {
  const look = async () => {
    const ids = inFlight.keyIds();
    for (let from = 0; from < ids.length; from += maxAtOnce)
      for (const { keyId, reason } of await keys.fallen(
        ids.slice(from, from + maxAtOnce),
        Date.now(),
      ))
        inFlight.stop(keyId, keyHasFallen(reason));
    const hashes = inFlight.secretHashes();
    for (let from = 0; from < hashes.length; from += maxAtOnce)
      for (const hash of await keys.endedSecrets(hashes.slice(from, from + maxAtOnce), Date.now()))
        inFlight.stopSecret(hash, keyHasFallen("rotated"));
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
