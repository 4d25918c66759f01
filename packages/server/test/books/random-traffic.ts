import type { BilledAttempt } from "../../src/store/ports/generation.ts";
import type { KeyRecord } from "../../src/store/ports/keys.ts";
import type { FirstIdentity, Store } from "../../src/store/store.ts";
import { createRandom, type Random } from "../hostile/random.ts";
import { actorIn } from "../store/actor-in.ts";
import { admitRequest, generationFacts, settlement } from "../store/records.ts";

const hourMs = 3_600_000;

/** Books requests that end in every way, over the last two days until a fifth of an hour ago, and leaves some of them open. */
export async function bookRandomTraffic(
  store: Store,
  tenant: FirstIdentity,
  { seed, requests, keys }: { seed: number; requests: number; keys: readonly KeyRecord[] },
): Promise<void> {
  const random = createRandom(seed);
  const startMs = Date.now() - 40.2 * hourMs;
  for (let index = 0; index < requests; index += 1) {
    const nowMs = Math.round(startMs + (index / requests) * 40 * hourMs);
    const admitted = admittedOf(random, random.pick(keys), nowMs);
    await store.money.admit([admitted.request]);
    await end(store, tenant, random, admitted);
    if (random.chance(0.02)) await store.activity.count(nowMs);
  }
}

function admittedOf(random: Random, key: KeyRecord, nowMs: number): Admitted {
  const isByok = random.chance(0.2);
  const desiredNanousd = isByok ? 0 : 50 + random.below(100);
  const minimumNanousd = Math.min(desiredNanousd, 1);
  const request = admitRequest(key, {
    ...{ nowMs, usesCredits: !isByok, desiredNanousd, minimumNanousd },
    ...(random.chance(0.1) && { endUser: "user-1" }),
  });
  return { request, nowMs, isByok };
}

async function end(
  { money }: Store,
  tenant: FirstIdentity,
  random: Random,
  admitted: Admitted,
): Promise<void> {
  const { request } = admitted;
  const ways = {
    open: async () => {},
    abandoned: () => money.abandon([request]),
    cancelled: () => money.cancel([request]),
    settled: () => money.settle([outcome(random, tenant, admitted)]),
    // A process that counted as dead was alive.
    late: () => ways.abandoned().then(ways.settled),
  };
  const way = random.pick(endings);
  await ways[way]();
  if (way !== "open" && random.chance(0.3))
    await money.refund(actorIn(tenant.organisationId), request.generationId);
}

const endings = [
  ...(["open", "abandoned", "abandoned", "late", "cancelled"] as const),
  ...Array.from({ length: 15 }, () => "settled" as const),
];

interface Admitted {
  readonly request: ReturnType<typeof admitRequest>;
  readonly nowMs: number;
  readonly isByok: boolean;
}

function outcome(random: Random, tenant: FirstIdentity, { request, nowMs, isByok }: Admitted) {
  const hasFailed = random.chance(0.2);
  const facts = generationFacts({
    ...{ model: random.pick(["a/one", "a/two"]), provider: "sandbox", byok: isByok },
    ...{ status: hasFailed ? 502 : 200, errorKind: hasFailed ? "providerFailed" : null },
    appTitle: random.chance(0.3) ? "App" : null,
    latencyMs: 10 + random.below(900),
  });
  if (hasFailed && random.chance(0.5))
    return settlement(tenant, request, { nowMs, facts, state: "released", costNanousd: 0 });
  // Above what is held, sometimes: the difference is unbilled.
  const costs = [random.below(180), random.below(60)].map((cost) => (isByok ? 0 : cost));
  const [costNanousd = 0, other = 0] = costs;
  if (random.chance(0.7)) return settlement(tenant, request, { nowMs, facts, costNanousd });
  const billed = costs.map((cost, place) => billedAttempt(place, cost, isByok));
  const attempts = billed.map(({ provider }, place) => ({
    ...{ provider, upstreamModel: "text", status: place === 0 ? 502 : 200, latencyMs: 5 },
    failure: place === 0 ? "serverError" : null,
  }));
  return settlement(tenant, request, {
    ...{ nowMs, billed, costNanousd: costNanousd + other },
    facts: { ...facts, attempts },
  });
}

function billedAttempt(place: number, costNanousd: number, byok: boolean): BilledAttempt {
  return {
    ...{ attempt: place, provider: place === 0 ? "first" : "sandbox", upstreamModel: "text", byok },
    ...{ inputTokens: 5, outputTokens: 3, cachedInputTokens: 1, reasoningTokens: 2 },
    ...{ estimated: false, costNanousd },
  };
}
