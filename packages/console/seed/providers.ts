import type { Schema } from "@portico/client";
import type { WorldData } from "@portico/msw";
import { endpointRecord, models, providers } from "./models.ts";
import { type Random, uuid } from "./random.ts";
import { dayMs, iso, minuteMs, outageOf, wobbleOf } from "./time.ts";

type ProviderRow = NonNullable<WorldData["providerRows"]>[number];
type Change = Schema<"CircuitChange">;

export function providersIn(
  requests: readonly Schema<"Generation">[],
  nowMs: number,
  random: Random,
): Required<Pick<WorldData, "providerRows" | "endpoints" | "providers">> {
  const seen = attemptsSeen(requests, nowMs);
  const changes = circuitChanges(nowMs, random);
  const endpoints = models.flatMap((model) =>
    model.endpoints.map((endpoint) => {
      const its = seen.filter(
        ({ provider, upstream }) =>
          provider === endpoint.provider && upstream === endpoint.upstream,
      );
      return endpointRecord(
        model,
        endpoint,
        { ...measuredOf(its, nowMs), circuit: "closed" },
        nowMs,
      );
    }),
  );
  const rows = providers.map(({ slug, keepsNothing }): ProviderRow => {
    const its = seen.filter(({ provider }) => provider === slug);
    return {
      record: recordOf(slug, keepsNothing, its, nowMs),
      operator: slug !== "cohere",
      pool: slug === "openai" ? poolAt(nowMs) : [],
      timeLine: timeLineOf(its),
      circuitChanges: changes.get(slug) ?? [],
    };
  });
  return { providerRows: rows, endpoints, providers: providers.map(({ slug }) => slug) };
}

/** Two accounts, of which the vendor has just refused one. */
function poolAt(nowMs: number): Schema<"PooledCredential">[] {
  const ready = { until: null, limited_models: [], last_failure: null };
  return [
    { ...ready, name: "main", weight: 3, state: "ready" },
    {
      ...{ name: "spare", weight: 1, state: "refused", limited_models: [] },
      until: iso(nowMs + minuteMs),
      last_failure: { failure: "credential", status: 401, at: iso(nowMs - minuteMs) },
    },
  ];
}

function recordOf(
  slug: string,
  keepsNothing: boolean,
  seen: readonly Seen[],
  nowMs: number,
): Schema<"Provider"> {
  return {
    ...{ name: slug, slug, privacy_policy_url: null, terms_of_service_url: null },
    status_page_url: null,
    models: models.filter(({ endpoints }) => endpoints.some((one) => one.provider === slug)).length,
    byok: slug !== "local",
    data_collection: keepsNothing ? "deny" : "allow",
    circuit: "closed",
    ...measuredOf(seen, nowMs),
  };
}

/** Of two processes, the newest first: at the outage, and at the wobble in one of them. */
function circuitChanges(nowMs: number, random: Random): ReadonlyMap<string, Change[]> {
  const processes = [uuid(random), uuid(random)];
  const change = (atMs: number, upstream: string, circuit: "closed" | "open", process: number) => ({
    at: iso(atMs),
    upstream_model: upstream,
    circuit,
    process: processes[process] ?? "",
  });
  const outage = outageOf(nowMs);
  const wobble = wobbleOf(nowMs);
  const ofOutage = ["mistral-large-latest", "mistral-small-latest", "mistral-embed"].flatMap(
    (upstream, place) =>
      processes.flatMap((_, process) => [
        change(outage.fromMs + (2 + place + process) * minuteMs, upstream, "open", process),
        change(outage.toMs + (1 + place) * minuteMs + process * 9000, upstream, "closed", process),
      ]),
  );
  const ofWobble = [
    change(wobble.fromMs + 6 * minuteMs, "gpt-54-prod", "open", 0),
    change(wobble.fromMs + 7 * minuteMs, "gpt-54-prod", "closed", 0),
    change(wobble.fromMs + 18 * minuteMs, "gpt-54-prod", "open", 0),
    change(wobble.toMs + minuteMs, "gpt-54-prod", "closed", 0),
  ];
  return new Map([
    ["mistral", newestFirst(ofOutage)],
    ["azure-eu", newestFirst(ofWobble)],
  ]);
}

function newestFirst(changes: readonly Change[]): Change[] {
  return changes.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

type Generation = Schema<"Generation">;

/** One attempt with the operator's credential, as the gateway measures it. */
interface Seen {
  readonly atMs: number;
  readonly provider: string;
  readonly upstream: string;
  readonly answered: boolean;
  readonly latencyMs: number;
  readonly tokensPerSecond: number | null;
}

/** The attempts of the last day. */
function attemptsSeen(requests: readonly Generation[], nowMs: number): Seen[] {
  return requests
    .filter(({ created_at: at }) => Date.parse(at) > nowMs - dayMs)
    .flatMap((one) =>
      (one.provider_responses ?? [])
        .filter(({ is_byok: byok, failure }) => byok !== true && failure !== "aborted")
        .map((attempt) => seenIn(one, attempt)),
    );
}

function seenIn(one: Generation, attempt: Schema<"GenerationAttempt">): Seen {
  const { provider_name: provider = "", endpoint_id: endpoint = "", latency = 0 } = attempt;
  const firstMs = Math.max((one.latency ?? 0) - (attempt.start ?? 0), 1);
  const writingMs = latency - (one.streamed ? firstMs : 0);
  const { tokens_completion: tokens = 0 } = attempt;
  return {
    ...{ atMs: Date.parse(one.created_at), provider, latencyMs: firstMs },
    upstream: endpoint.slice(provider.length + 1),
    answered: attempt.failure === null,
    tokensPerSecond: tokens > 0 && writingMs > 0 ? (tokens / writingMs) * 1000 : null,
  };
}

function measuredOf(seen: readonly Seen[], nowMs: number) {
  const last = (ms: number) => seen.filter(({ atMs }) => atMs > nowMs - ms);
  const halfHour = last(35 * minuteMs);
  return {
    uptime_last_5m: uptimeOf(last(10 * minuteMs)),
    uptime_last_30m: uptimeOf(halfHour),
    uptime_last_1d: uptimeOf(seen),
    latency_last_30m: percentilesOf(latenciesOf(halfHour)),
    throughput_last_30m: percentilesOf(speedsOf(halfHour)),
  };
}

const slotMs = 5 * minuteMs;

/** In stretches of five minutes, the oldest first. */
function timeLineOf(seen: readonly Seen[]): Schema<"ProviderSlot">[] {
  return [...Map.groupBy(seen, ({ atMs }) => Math.floor(atMs / slotMs))]
    .toSorted(([one], [other]) => one - other)
    .map(([slot, its]) => ({
      ...{ from: iso(slot * slotMs), to: iso((slot + 1) * slotMs) },
      answered: its.filter(({ answered }) => answered).length,
      failed: its.filter(({ answered }) => !answered).length,
      latency: percentilesOf(latenciesOf(its)),
      throughput: percentilesOf(speedsOf(its)),
    }));
}

function uptimeOf(seen: readonly Seen[]): number | null {
  const answered = seen.filter((one) => one.answered).length;
  return seen.length === 0 ? null : Math.round((answered / seen.length) * 10_000) / 100;
}

function latenciesOf(seen: readonly Seen[]): number[] {
  return seen.filter(({ answered }) => answered).map(({ latencyMs }) => latencyMs);
}

function speedsOf(seen: readonly Seen[]): number[] {
  return seen.flatMap(({ tokensPerSecond }) => tokensPerSecond ?? []);
}

function percentilesOf(values: readonly number[]): Schema<"Percentiles"> | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99) };
}
