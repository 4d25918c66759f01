import type { Schema } from "@portico/client";
import type { WorldData } from "@portico/msw";
import { attemptsSeen, measuredOf, type Seen, timeLineOf } from "./figures.ts";
import { endpointRecord, models, providers } from "./models.ts";
import { type Random, uuid } from "./random.ts";
import { iso, minuteMs, outageOf, wobbleOf } from "./time.ts";

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
      timeLine: timeLineOf(its),
      circuitChanges: changes.get(slug) ?? [],
    };
  });
  return { providerRows: rows, endpoints, providers: providers.map(({ slug }) => slug) };
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
    ...{ at: iso(atMs), upstream_model: upstream, circuit, process: processes[process] ?? "" },
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
