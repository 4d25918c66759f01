import { hash } from "node:crypto";
import type { ProviderSort } from "../model-call/endpoint-facts.ts";
import type { Price } from "../money/rates.ts";
import { type Endpoint, endpointKey } from "./catalog.ts";
import type { EndpointHealth, KnownHealth } from "./health.ts";

export interface RankingInput {
  readonly sort: ProviderSort | null;
  readonly health: KnownHealth;
  readonly byokProviders: ReadonlySet<string>;
  readonly chance: Chance;
}

/** Sorts endpoints, best first. Those with an open circuit come last under every rule. */
export function ranked(endpoints: readonly Endpoint[], input: RankingInput): Endpoint[] {
  // Most models have one endpoint.
  if (endpoints.length <= 1) return [...endpoints];
  // The circuit of the operator's credential says nothing about the workspace's own.
  const isWell = (endpoint: Endpoint) =>
    input.byokProviders.has(endpoint.provider) ||
    healthOf(endpoint, input.health)?.circuit !== "open";
  const well = endpoints.filter(isWell);
  const unwell = endpoints.filter((endpoint) => !isWell(endpoint));
  return [...ordered(well, input), ...ordered(unwell, input)];
}

function ordered(endpoints: readonly Endpoint[], input: RankingInput): Endpoint[] {
  if (input.sort !== null) return endpoints.toSorted(comparators[input.sort](endpoints, input));
  // A workspace with its own credential wants it used before the operator's money.
  const own = endpoints.filter(({ provider }) => input.byokProviders.has(provider));
  const rest = endpoints.filter(({ provider }) => !input.byokProviders.has(provider));
  return [...weighted(own, input.chance), ...weighted(rest, input.chance)];
}

type Compare = (one: Endpoint, other: Endpoint) => number;

const comparators: Record<
  ProviderSort,
  (endpoints: readonly Endpoint[], input: RankingInput) => Compare
> = {
  price:
    () =>
    ({ price: one }, { price: other }) =>
      blendedPrice(one) - blendedPrice(other),
  latency: (endpoints, { health }) =>
    byMeasure(endpoints, health, ({ latencyMs }) => latencyMs, Math.min),
  throughput: (endpoints, { health }) => {
    const negated = ({ tokensPerSecond }: EndpointHealth) =>
      tokensPerSecond === null ? null : -tokensPerSecond;
    return byMeasure(endpoints, health, negated, Math.min);
  },
  // Fewest failed or malformed answers first, in steps that ignore noise; then by price.
  exacto: (endpoints, { health }) => {
    const steps = ({ failureRate }: EndpointHealth) => Math.round((failureRate ?? 0) * 20);
    return byMeasure(endpoints, health, steps, Math.min);
  },
};

/** Lowest first. An endpoint without a measurement counts as the best, so that it gets measured; equals go by price. */
function byMeasure(
  endpoints: readonly Endpoint[],
  health: KnownHealth,
  measure: (health: EndpointHealth) => number | null,
  best: (...values: number[]) => number,
): Compare {
  const measureOf = (endpoint: Endpoint): number | null => {
    const known = healthOf(endpoint, health);
    return known === undefined ? null : measure(known);
  };
  const measured = endpoints.map(measureOf).filter((value) => value !== null);
  const fallback = measured.length === 0 ? 0 : best(...measured);
  return (one, other) =>
    (measureOf(one) ?? fallback) - (measureOf(other) ?? fallback) ||
    blendedPrice(one.price) - blendedPrice(other.price);
}

/** A hundred documents of 300 tokens: about what one search unit of a rerank model pays for. */
const tokensPerSearchUnit = 30_000;

/** A price by search unit as one by token, so that the two can be compared. */
export function searchPicousdPerToken({ searchUnitNanousd = 0 }: Price): number {
  return (searchUnitNanousd * 1_000) / tokensPerSearchUnit;
}

/** Input weighs three times as much as output, as in typical traffic. */
function blendedPrice(price: Price): number {
  return (price.inputPicousd + searchPicousdPerToken(price)) * 3 + price.outputPicousd;
}

/**
 * A race: each endpoint needs a time that its own number decides, and that is shorter on average the heavier it is. The
 * order is that of a weighted draw without replacement: half the price means four times the chance to be first; free
 * endpoints come first. The number of one endpoint never changes the order of two others.
 */
function weighted(endpoints: readonly Endpoint[], chance: Chance): Endpoint[] {
  const runners = endpoints.map((endpoint) => {
    const price = blendedPrice(endpoint.price);
    const isFree = price === 0;
    const luck = raceTime(chance, endpointKey(endpoint));
    return { endpoint, isFree, time: isFree ? luck : luck * price ** 2 };
  });
  runners.sort(
    (one, other) => Number(other.isFree) - Number(one.isFree) || one.time - other.time || 0,
  );
  return runners.map(({ endpoint }) => endpoint);
}

/** The time of a runner of weight one: twice the weight takes half the time. */
export function raceTime(chance: Chance, runner: string): number {
  return -Math.log(chance(runner));
}

function healthOf(endpoint: Endpoint, health: KnownHealth): EndpointHealth | undefined {
  return health.get(endpointKey(endpoint));
}

/** A number from 0 to 1 for each endpoint, by its key, or for another runner. It decides the order where no preference does. */
export type Chance = (endpoint: string) => number;

const bytesRead = 6;
const numbers = 2 ** (bytesRead * 8);

/**
 * The numbers of a session: the same on every node and in every process, without anything kept. They do not depend on
 * which other endpoints there are, so a session changes its endpoint only where that endpoint leaves or a new one wins
 * it, and finds its own again when it is back. The session is read once, and only where there is something to choose.
 */
export function chanceOf(readSession: () => string): Chance {
  let session: string | null = null;
  return (endpoint) => {
    session ??= readSession();
    const digest = hash("sha256", `${session}\n${endpoint}`, "buffer");
    return (digest.readUIntBE(0, bytesRead) + 0.5) / numbers;
  };
}
