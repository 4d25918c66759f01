import { placesChanged } from "@portico/core/configuration/places-changed";
import type { Configuration } from "./configuration.ts";

export interface TakenOver {
  /** The next configuration, with what this process has read at its start and cannot change. */
  readonly configuration: Configuration;
  /** The places at which the two differ, such as `providers.openai.api_key`. */
  readonly changed: readonly string[];
  /** Those whose change has no effect before a restart. */
  readonly waiting: readonly string[];
}

/** What a process reads once, at its start. All else changes between two requests. */
const readAtStart: readonly string[] = [
  "compatibility",
  "credits.enforce",
  "limits.body_bytes",
  "limits.body_bytes_in_flight",
  "limits.requests_in_flight",
  "limits.requests_in_flight_per_key",
  "limits.websocket",
  "idempotency",
  "kept_responses",
  "embeddings_cache",
  "retention",
  "routing.failures_to_open",
  "routing.open_ms",
  "alerts.provider_down_seconds",
  "exposed_keys.github",
  "proxy",
  "console.sign_in",
  "cors",
];

export interface Running {
  readonly start: Configuration;
  readonly current: Configuration;
}

export function takeOver({ start, current }: Running, next: Configuration): TakenOver {
  const { enforce } = start.credits;
  return {
    configuration: { ...next, signIn: start.signIn, credits: { ...next.credits, enforce } },
    changed: placesChanged(current.written, next.written),
    waiting: placesChanged(start.written, next.written).filter(isReadAtStart),
  };
}

function isReadAtStart(place: string): boolean {
  return readAtStart.some((read) => place === read || place.startsWith(`${read}.`));
}
