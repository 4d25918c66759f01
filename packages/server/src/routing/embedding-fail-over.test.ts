import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAsker } from "../../test/routing/sample-candidate.ts";
import type { Embedded } from "../model-call/embed-call.ts";
import type { Provider } from "../providers/provider.ts";
import { createAttempt, type EmbedServed } from "./attempt.ts";
import { FailedAttempt } from "./attempt-failed.ts";
import { candidates } from "./candidates.ts";
import type { Endpoint, Model } from "./catalog.ts";
import { createCircuits } from "./circuits.ts";
import { CredentialPools } from "./credential-pools.ts";
import { createHealth } from "./health.ts";
import { noPreferences } from "./preferences.ts";
import { createRetryBudget } from "./retry-budget.ts";

const price = {
  inputPicousd: 1,
  outputPicousd: 0,
  cachedInputPicousd: 1,
  cacheWritePicousd: 1,
  reasoningPicousd: 0,
  requestNanousd: 0,
  imageNanousd: 0,
};

function endpoint(provider: string): Endpoint {
  return {
    provider,
    upstreamModel: provider,
    price,
    priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
    dataCollection: "allow",
    contextLength: 10,
    abilities: { tools: false, images: false, files: false },
    supportedParameters: [],
    tokenBound: "bytes",
  };
}

function model(id: string, dimensions: number, providers: readonly string[]): Model {
  return {
    id,
    name: id,
    kind: "embedding",
    created: 0,
    contextLength: 10,
    dimensions,
    dimensionsAdjustable: false,
    inputModalities: ["text"],
    tooLong: "reject",
    endpoints: providers.map(endpoint),
  };
}

const ours = model("ours", 4, ["a", "b", "c"]);
/** Another family with vectors of the same length: only the model tells them apart. */
const theirs = model("theirs", 4, ["d", "e"]);
const catalog = { models: new Map([ours, theirs].map((one) => [one.id, one])) };

/** What each provider gives: the dimensions of its vectors, or null where it fails. */
type Answers = Readonly<Record<string, readonly number[] | null>>;

function embedWith(answers: Answers, count: number, random: number): Promise<EmbedServed> {
  const nowMs = () => 0;
  const circuit = createCircuits({ failuresToOpen: 5, openMs: 1, nowMs });
  const providers = new Map<string, Provider>(
    Object.entries(answers).map(([name, lengths]) => [
      name,
      { name, kind: "fake", embed: async () => toEmbedded(lengths) },
    ]),
  );
  const attempt = createAttempt({
    providers,
    circuit,
    health: createHealth({ circuit, nowMs }),
    retryBudget: createRetryBudget(),
    nowMs,
    pools: new CredentialPools({ nowMs }),
    noAttemptAfterMs: 1,
    awaitUsageMs: 0,
  });
  const list = candidates({
    catalog,
    modelId: "ours",
    kind: "embedding",
    preferences: noPreferences,
    workspaceSort: null,
    health: new Map(),
    byokProviders: new Set(),
    keylessProviders: new Set(),
    byokFallback: false,
    needs: {},
    links: [],
    linkRules: new Map(),
    parameters: [],
    chance: () => random,
  });
  return attempt.embed({
    candidates: list,
    asker: sampleAsker,
    call: ({ endpoint: { upstreamModel } }) => ({
      model: upstreamModel,
      requestId: "r",
      inputs: Array.from({ length: count }, () => ({ type: "text", text: "one" })),
      encoding: "float",
      truncate: false,
      expectedDimensions: 4,
    }),
    signal: new AbortController().signal,
  });
}

function toEmbedded(lengths: readonly number[] | null): Embedded {
  if (lengths === null) throw new Error("out of order");
  return {
    vectors: lengths.map((dimensions) => ({
      format: "floats",
      values: new Float32Array(dimensions),
      dimensions,
    })),
  };
}

describe("embedding fail-over", () => {
  it("never leaves the model's family, count or dimension, in any batch", async () => {
    const lengths = fc.option(fc.array(fc.constantFrom(4, 4, 4, 3, 5), { maxLength: 3 }));
    const answers = fc.record({ a: lengths, b: lengths, c: lengths, d: lengths, e: lengths });
    const isUsable = (given: readonly number[] | null, count: number) =>
      given?.length === count && given.every((length) => length === 4);
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        async (given, count, random) => {
          const outcome = await embedWith(given, count, random).catch((error: unknown) => error);
          const usable = (["a", "b", "c"] as const).filter((name) => isUsable(given[name], count));
          if (usable.length === 0) {
            expect(outcome).toBeInstanceOf(FailedAttempt);
            return;
          }
          const { candidate, result } = outcome as EmbedServed;
          expect(usable).toContain(candidate.endpoint.provider);
          expect(result.vectors.map(({ dimensions }) => dimensions)).toEqual(Array(count).fill(4));
        },
      ),
      { numRuns: runsOf(10_000, 5) },
    );
  });
});
