import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GatewayError } from "../errors.ts";
import { type CandidatesInput, candidates } from "./candidates.ts";
import { type Candidate, type Endpoint, endpointKey, type Model } from "./catalog.ts";
import { noPreferences, type Preferences, readPreferences } from "./preferences.ts";

const names = ["alpha", "Beta", "gamma", "delta"] as const;

function endpoint(provider: string, part: Partial<Endpoint> & { input?: number } = {}): Endpoint {
  const { input = 1_000_000, ...rest } = part;
  return {
    provider,
    upstreamModel: `${provider}-model`,
    price: {
      inputPicousd: input,
      outputPicousd: input,
      cachedInputPicousd: input,
      cacheWritePicousd: input,
      reasoningPicousd: input,
      requestNanousd: 0,
      imageNanousd: 0,
    },
    priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
    dataCollection: "allow",
    contextLength: 1000,
    abilities: { tools: true, images: false, files: false },
    supportedParameters: ["temperature"],
    tokenBound: "bytes",
    ...rest,
  };
}

function input(endpoints: readonly Endpoint[], part: Partial<CandidatesInput> = {}) {
  const model: Model = {
    id: "m",
    name: "M",
    kind: "text",
    created: 0,
    contextLength: 1000,
    dimensionsAdjustable: false,
    inputModalities: ["text"],
    tooLong: "reject",
    endpoints,
  };
  return {
    catalog: { models: new Map([["m", model]]) },
    modelId: "m",
    kind: "text",
    preferences: noPreferences,
    workspaceSort: null,
    health: new Map(),
    byokProviders: new Set<string>(),
    keylessProviders: new Set<string>(),
    byokFallback: false,
    needs: {},
    links: [],
    linkRules: new Map(),
    parameters: [],
    chance: () => 0.5,
    ...part,
  } satisfies CandidatesInput;
}

const providersOf = (list: readonly Candidate[]) => list.map((one) => one.endpoint.provider);
const prefer = (part: Partial<Preferences>) => ({ preferences: { ...noPreferences, ...part } });

function failureOf(make: () => unknown): GatewayError {
  try {
    make();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error("It did not fail.");
}

describe("candidates", () => {
  it("an unknown model and a model of another kind are named in the error", () => {
    const unknown = failureOf(() => candidates(input([], { modelId: "nope" })));
    expect(unknown).toMatchObject({ kind: "modelNotFound", status: 404 });
    expect(unknown.message).toContain("nope");
    const kind = failureOf(() => candidates(input([endpoint("alpha")], { kind: "embedding" })));
    expect(kind).toMatchObject({ kind: "modelNotFound" });
    expect(kind.message).toContain("not an embedding model");
  });

  it("the caller's order comes first, in upper or lower case, and the other providers are backups", () => {
    const all = names.map((name, index) => endpoint(name, { input: (index + 1) * 1_000_000 }));
    const preferences = readPreferences({ order: ["GAMMA", "beta", "unheard-of"] });
    const list = candidates(input(all, { preferences, workspaceSort: "price" }));
    expect(providersOf(list)).toEqual(["gamma", "Beta", "alpha", "delta"]);
  });

  it("the list ends with the caller's order where allow_fallbacks is false", () => {
    const all = names.map((name) => endpoint(name));
    const list = candidates(
      input(all, prefer({ order: ["gamma", "beta"], allowFallbacks: false })),
    );
    expect(providersOf(list)).toEqual(["gamma", "Beta"]);
  });

  it("the list has one candidate where allow_fallbacks is false and no order is given", () => {
    const all = names.map((name) => endpoint(name));
    expect(candidates(input(all, prefer({ allowFallbacks: false })))).toHaveLength(1);
  });

  it.each([
    ["only", { only: ["nobody"] }, "`provider.only`"],
    ["ignore", { ignore: ["alpha", "beta"] }, "`provider.ignore`"],
    ["order", { order: ["nobody"], allowFallbacks: false }, "`provider.allow_fallbacks` is false"],
    ["data policy", { denyDataCollection: true }, "The data policy excludes every provider"],
    ["max_price", { maxInputPicousd: 1 }, "`provider.max_price`"],
    ["max_price of output", { maxOutputPicousd: 1 }, "`provider.max_price`"],
    ["require_parameters", { requireParameters: true }, "`provider.require_parameters`"],
  ] as const)("the error says that %s has excluded every provider", (_rule, preference, words) => {
    const all = [endpoint("alpha"), endpoint("Beta")];
    const failure = failureOf(() =>
      candidates(input(all, { ...prefer(preference), parameters: ["top_k"] })),
    );
    expect(failure).toMatchObject({ kind: "noProvider", status: 404 });
    expect(failure.message).toContain(words);
  });

  it("the price of the requested service tier counts for max_price", () => {
    const first = endpoint("alpha", { input: 2_000_000 });
    const fast = { ...first.price, inputPicousd: 4_000_000 };
    const tiered = { ...first, price: { ...first.price, tiers: new Map([["priority", fast]]) } };
    const asked = (serviceTier?: string) => () =>
      candidates(input([tiered], { ...prefer({ maxInputPicousd: 3_000_000 }), serviceTier }));
    expect(asked()).not.toThrow();
    expect(asked("flex")).not.toThrow();
    expect(failureOf(asked("priority")).message).toContain("`provider.max_price`");
  });

  it("an error blames the request's content where no provider of the model can process it", () => {
    const failure = failureOf(() =>
      candidates(input([endpoint("alpha")], { needs: { images: true } })),
    );
    expect(failure).toMatchObject({
      kind: "badRequest",
      message: "The model m does not support images.",
    });
  });

  it("providers that cannot process the request are left out where another can", () => {
    const sees = endpoint("gamma", { abilities: { tools: true, images: true, files: false } });
    const list = candidates(input([endpoint("alpha"), sees], { needs: { images: true } }));
    expect(providersOf(list)).toEqual(["gamma"]);
  });

  it("a workspace's own credential is used first and alone, unless byokFallback allows the operator's", () => {
    const all = [endpoint("alpha", { input: 1 }), endpoint("gamma", { input: 1_000_000 })];
    const own = { byokProviders: new Set(["gamma"]) };
    const byok = (list: readonly Candidate[]) =>
      list.map((one) => `${one.endpoint.provider} ${one.byok ? "own" : "operator's"}`);
    expect(byok(candidates(input(all, own)))).toEqual(["gamma own", "alpha operator's"]);
    expect(byok(candidates(input(all, { ...own, byokFallback: true })))).toEqual([
      "gamma own",
      "gamma operator's",
      "alpha operator's",
    ]);
    const keyless = { ...own, byokFallback: true, keylessProviders: new Set(["gamma"]) };
    expect(byok(candidates(input(all, keyless)))).toEqual(["gamma own", "alpha operator's"]);
  });

  it("the error says that a credential is missing", () => {
    const keylessProviders = new Set(["alpha"]);
    const failure = failureOf(() => candidates(input([endpoint("alpha")], { keylessProviders })));
    expect(failure).toMatchObject({ kind: "noProvider" });
    expect(failure.message).toContain("portico byok add");
  });

  it.each([
    ["price", ["gamma", "alpha", "Beta"]],
    ["latency", ["Beta", "gamma", "alpha"]],
    ["throughput", ["alpha", "Beta", "gamma"]],
    ["exacto", ["gamma", "alpha", "Beta"]],
  ] as const)("go by %s", (sort, expected) => {
    const all = [
      endpoint("alpha", { input: 20 }),
      endpoint("Beta", { input: 30 }),
      endpoint("gamma", { input: 10 }),
    ];
    const measured = [
      { latencyMs: 300, tokensPerSecond: 90, failureRate: 0.02 },
      { latencyMs: 100, tokensPerSecond: 50, failureRate: 0.5 },
      { latencyMs: 200, tokensPerSecond: 10, failureRate: 0.01 },
    ];
    const health = new Map(
      all.map((one, index) => [
        endpointKey(one),
        { circuit: "closed" as const, ...(measured[index] ?? neverMeasured) },
      ]),
    );
    expect(providersOf(candidates(input(all, { ...prefer({ sort }), health })))).toEqual(expected);
    expect(providersOf(candidates(input(all, { workspaceSort: sort, health })))).toEqual(expected);
  });

  it("endpoints with an open circuit come last", () => {
    const all = [endpoint("alpha", { input: 1 }), endpoint("gamma", { input: 9 })];
    const health = new Map([
      [endpointKey(endpoint("alpha")), { ...neverMeasured, circuit: "open" as const }],
    ]);
    const list = candidates(input(all, { ...prefer({ sort: "price" }), health }));
    expect(providersOf(list)).toEqual(["gamma", "alpha"]);
  });

  it("endpoints are drawn by the inverse square of the price where no preference is given", () => {
    const all = [endpoint("alpha", { input: 1_000_000 }), endpoint("gamma", { input: 2_000_000 })];
    const steps = 100;
    const numbers = Array.from({ length: steps }, (_, step) => (step + 0.5) / steps);
    const first = numbers
      .flatMap((ofAlpha) => numbers.map((ofGamma) => ({ ofAlpha, ofGamma })))
      .map(({ ofAlpha, ofGamma }) =>
        candidates(input(all, { chance: (key) => (key.startsWith("alpha") ? ofAlpha : ofGamma) })),
      )
      .filter(([one]) => one?.endpoint.provider === "alpha");
    expect(first.length / steps ** 2).toBeCloseTo(0.8, 2);
  });

  it("free endpoints come first", () => {
    const all = [endpoint("alpha"), endpoint("gamma", { input: 0 })];
    const list = candidates(input(all, { chance: () => 0.999 }));
    expect(providersOf(list)).toEqual(["gamma", "alpha"]);
  });

  it("a provider that is not allowed never appears, in any request", () => {
    const nameLists = fc.uniqueArray(fc.constantFrom("alpha", "beta", "gamma", "delta", "nobody"));
    const endpoints = fc.record({
      provider: fc.constantFrom(...names),
      dataCollection: fc.constantFrom("allow" as const, "deny" as const),
      input: fc.integer({ min: 0, max: 4 }),
      tools: fc.boolean(),
    });
    const cases = fc.record({
      endpoints: fc.array(endpoints, { minLength: 1, maxLength: 5 }),
      order: nameLists,
      only: fc.option(nameLists),
      ignore: nameLists,
      allow_fallbacks: fc.option(fc.boolean()),
      data_collection: fc.option(fc.constantFrom("allow" as const, "deny" as const)),
      sort: fc.option(fc.constantFrom("price" as const, "latency" as const, "exacto" as const)),
      byok: fc.uniqueArray(fc.constantFrom(...names)),
      keyless: fc.uniqueArray(fc.constantFrom(...names)),
      tools: fc.boolean(),
      maximum: fc.option(fc.integer({ min: 0, max: 4 })),
      random: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, (one) => {
        const list = one.endpoints.map(({ tools, ...rest }, index) =>
          endpoint(rest.provider, {
            ...rest,
            upstreamModel: `m${index}`,
            abilities: { tools, images: false, files: false },
          }),
        );
        const preferences = {
          ...readPreferences(one),
          maxInputPicousd: one.maximum,
        };
        const asked = attemptToFind(
          input(list, {
            preferences,
            byokProviders: new Set(one.byok),
            keylessProviders: new Set(one.keyless),
            needs: { tools: one.tools },
            chance: () => one.random,
          }),
        );
        const isAllowed = (candidate: Endpoint) => {
          const name = candidate.provider.toLowerCase();
          const isKeyed =
            !one.keyless.some((keyless) => keyless === candidate.provider) ||
            one.byok.some((own) => own === candidate.provider);
          return (
            (one.only === null || one.only.some((only) => only === name)) &&
            !one.ignore.some((ignored) => ignored === name) &&
            (one.allow_fallbacks !== false ||
              one.order.length === 0 ||
              one.order.some((named) => named === name)) &&
            (one.data_collection !== "deny" || candidate.dataCollection === "deny") &&
            (one.maximum === null || candidate.price.inputPicousd <= one.maximum) &&
            (!one.tools || candidate.abilities.tools) &&
            isKeyed
          );
        };
        const allowed = list.filter(isAllowed);
        expect(asked.every((candidate) => allowed.includes(candidate.endpoint))).toBe(true);
        const isSingle = one.allow_fallbacks === false && one.order.length === 0;
        const wanted = isSingle ? Math.min(allowed.length, 1) : allowed.length;
        expect(new Set(asked.map((candidate) => candidate.endpoint)).size).toBe(wanted);
      }),
      { numRuns: runsOf(100_000, 10) },
    );
  });
});

const neverMeasured = { latencyMs: null, tokensPerSecond: null, failureRate: null };

function attemptToFind(given: CandidatesInput): Candidate[] {
  try {
    return candidates(given);
  } catch (error) {
    if (error instanceof GatewayError) return [];
    throw error;
  }
}
