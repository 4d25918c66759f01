import type { Configuration } from "./configuration.ts";
import { differences } from "./differences.ts";
import type { ConfigurationFile } from "./schema.ts";

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

/** The places at which two files differ. Models are known by their ids and endpoints by their providers' names, not by their order. */
export function placesChanged(one: ConfigurationFile, other: ConfigurationFile): readonly string[] {
  return differences(named(one), named(other));
}

function named({ models, providers, ...rest }: ConfigurationFile): object {
  const byId = (models ?? []).map(({ id, endpoints, ...model }) => {
    const byPlace = endpoints.map((endpoint) => [
      `${endpoint.provider}/${endpoint.upstream_model}`,
      endpoint,
    ]);
    return [id, { ...model, endpoints: Object.fromEntries(byPlace) }] as const;
  });
  return { ...rest, providers: providers ?? {}, models: Object.fromEntries(byId) };
}
