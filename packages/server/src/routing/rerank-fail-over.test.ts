import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAsker, sampleCandidate } from "../../test/routing/sample-candidate.ts";
import type { Reranked, RerankUsage } from "../model-call/rerank-call.ts";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { createAttempt } from "./attempt.ts";
import { FailedAttempt } from "./attempt-failed.ts";
import { createCircuits } from "./circuits.ts";
import { CredentialPools } from "./credential-pools.ts";
import { createHealth } from "./health.ts";
import { createRetryBudget } from "./retry-budget.ts";

const documents = ["a", "b", "c"];
const usage: RerankUsage = { inputTokens: 9, searchUnits: 1 };

const good = (...order: number[]): Reranked => ({
  results: order.map((index, place) => ({ index, score: 1 - place / 10 })),
  usage,
});
const bad: Readonly<Record<string, Reranked>> = {
  "a document twice": good(0, 0, 1),
  "an index beyond the end": good(0, 1, 3),
  "too few documents": { results: good(1).results, usage: {} },
  "a score that is no number": {
    results: [{ index: 0, score: Number.NaN }, ...good(1, 2).results],
    usage,
  },
};

/** Null for a provider that cannot rank. */
type Script = Reranked | Error | null;

async function rerankAt(scripts: Readonly<Record<string, Script>>, topN = 3) {
  const nowMs = () => 0;
  const circuit = createCircuits({ failuresToOpen: 5, openMs: 1, nowMs });
  const calls: string[] = [];
  const ability = (name: string, script: Script) => {
    if (script === null) return {};
    const rerank = async () => {
      calls.push(name);
      if (script instanceof Error) throw script;
      return script;
    };
    return { rerank };
  };
  const providers = new Map<string, Provider>(
    Object.entries(scripts).map(([name, script]) => [
      name,
      { name, kind: "fake", ...ability(name, script) },
    ]),
  );
  const attempt = createAttempt({
    ...{ providers, circuit, health: createHealth({ circuit, nowMs }), nowMs },
    ...{ retryBudget: createRetryBudget(), noAttemptAfterMs: 1, awaitUsageMs: 0 },
    pools: new CredentialPools({ nowMs }),
  });
  const served = await attempt
    .rerank({
      candidates: Object.keys(scripts).map((name) => sampleCandidate(name, false)),
      asker: sampleAsker,
      call: () => ({
        ...{ model: "m", requestId: "r", query: "q", documents, topN, truncate: false },
      }),
      signal: new AbortController().signal,
    })
    .catch((error: unknown) => error);
  return { served, calls };
}

describe("a rerank request", () => {
  it.each(Object.entries(bad))(
    "asks another provider after %s, and books both",
    async (_, first) => {
      const { served, calls } = await rerankAt({ a: first, b: good(2, 0, 1) });
      expect(calls).toEqual(["a", "b"]);
      expect(served).toMatchObject({
        result: { results: [{ index: 2 }, { index: 0 }, { index: 1 }], usage },
        attempts: [
          { provider: "a", failure: "malformed" },
          { provider: "b", failure: null },
        ],
        // The first one did the work: what it counted is billed, and what it did not count is estimated.
        lost: [{ error: { rerankUsage: first.usage } }],
      });
    },
  );

  it("fails where every provider lies", async () => {
    const { served, calls } = await rerankAt({ a: good(0, 0, 1), b: good(1) });
    expect(calls).toEqual(["a", "b"]);
    expect(served).toBeInstanceOf(FailedAttempt);
    expect(served).toMatchObject({ kind: "providerFailed" });
  });

  it("is no other provider's to repeat where the request itself is refused", async () => {
    const refused = new UpstreamError("rejected", "no", { status: 400 });
    const { served, calls } = await rerankAt({ a: refused, b: good(0, 1, 2) });
    expect(calls).toEqual(["a"]);
    expect(served).toMatchObject({ kind: "badRequest" });
  });

  it("fails at a provider that cannot rank", async () => {
    const { served } = await rerankAt({ a: null });
    expect(served).toMatchObject({
      lost: [{ error: { message: "a is not able to give rankings.", rerankUsage: undefined } }],
    });
  });

  it("never puts a ranking together from the answers of two providers", async () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 });
    const script = fc.oneof(
      order.map((indexes) => good(...indexes)),
      fc.constantFrom(...Object.values(bad)),
    );
    await fc.assert(
      fc.asyncProperty(script, script, fc.integer({ min: 1, max: 3 }), async (a, b, topN) => {
        const { served } = await rerankAt({ a, b }, topN);
        if (served instanceof FailedAttempt) return;
        const scripts: Readonly<Record<string, Reranked>> = { a, b };
        const { candidate, result } = served as {
          candidate: { endpoint: { provider: string } };
          result: Reranked;
        };
        const said = scripts[candidate.endpoint.provider];
        expect(result.results).toEqual(said?.results.slice(0, topN));
      }),
    );
  });
});
