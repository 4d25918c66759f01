import { describe, expect, it } from "vitest";
import { sampleAsker, sampleCandidate } from "../../test/routing/sample-candidate.ts";
import { failureOf, vector } from "../../test/routing/scripted-gateway.ts";
import type { PooledCredential, PooledProvider, Provider } from "../providers/provider.ts";
import { UpstreamError, type UpstreamErrorDetails } from "../upstream/upstream-error.ts";
import { createAttempt } from "./attempt.ts";
import { createCircuits } from "./circuits.ts";
import { CredentialPools } from "./credential-pools.ts";
import { createHealth } from "./health.ts";
import { createRetryBudget } from "./retry-budget.ts";

type Says =
  | "serves"
  | readonly ["rateLimited" | "credential" | "unpaid" | "overloaded", UpstreamErrorDetails?];

/** A provider with these credentials, tried in the order in which they are written. */
function pool(says: Record<string, Says>, limits: Partial<PooledCredential> = {}) {
  const clock = { nowMs: 0 };
  const nowMs = () => clock.nowMs;
  const script = new Map(Object.entries(says));
  const asked: string[] = [];
  const names = Object.keys(says);
  const one = (name: string): PooledProvider => ({
    id: name,
    credential: {
      ...{ name, apiKey: name, weight: 1, requestsPerMinute: null, tokensPerMinute: null },
      ...limits,
    },
    provider: {
      ...{ name: "p", kind: "fake" },
      embed() {
        asked.push(name);
        const said = script.get(name);
        return said === "serves" || said === undefined
          ? Promise.resolve({ vectors: [vector], inputTokens: 3 })
          : Promise.reject(new UpstreamError(said[0], `${name} fails`, said[1]));
      },
    },
  });
  const members = names.map(one);
  const provider: Provider = { name: "p", kind: "fake", pool: members };
  const circuit = createCircuits({ failuresToOpen: 1000, openMs: 1000, nowMs });
  const pools = new CredentialPools({ nowMs });
  const attempt = createAttempt({
    ...{ circuit, nowMs, pools, awaitUsageMs: 0, noAttemptAfterMs: 1000 },
    providers: new Map([["p", provider]]),
    health: createHealth({ circuit, nowMs }),
    retryBudget: createRetryBudget(),
  });
  const { signal } = new AbortController();
  return {
    ...{ clock, script, pools, members },
    async ask(byok = false) {
      const call = () => ({
        ...{ model: "m", requestId: "r", encoding: "float" as const, truncate: false },
        inputs: [{ type: "text" as const, text: "one" }],
      });
      const candidates = [sampleCandidate("p", byok)];
      // The first is luckiest.
      const chance = (runner: string) => 1 / (2 + names.indexOf(runner.split(" ").at(-1) ?? ""));
      return await attempt.embed({ candidates, asker: sampleAsker, call, signal, chance });
    },
    /** The credentials that were asked by since the last look. */
    asked: () => asked.splice(0),
  };
}

const limited = (retryAfterMs?: number): Says => ["rateLimited", { status: 429, retryAfterMs }];
const refused: Says = ["credential", { status: 401 }];

describe("a provider with several credentials", () => {
  it.each([
    ["limits", limited()],
    ["refuses", refused],
    ["says has no credit", ["unpaid", { status: 402 }]],
  ] as const)(
    "serves by the next one where the upstream %s one, in the same attempt",
    async (_, says) => {
      const { ask, asked } = pool({ a: says, b: "serves" });
      const served = await ask();
      expect(asked()).toEqual(["a", "b"]);
      expect(served.attempts).toMatchObject([{ status: 200, failure: null, credential: "b" }]);
      await ask();
      expect(asked()).toEqual(["b"]);
    },
  );

  it("asks one again when its Retry-After is over, by one request at first", async () => {
    const setup = pool({ a: limited(30_000), b: "serves" });
    await setup.ask();
    setup.asked();
    setup.clock.nowMs = 29_999;
    await setup.ask();
    expect(setup.asked()).toEqual(["b"]);
    setup.clock.nowMs = 30_000;
    await Promise.all([setup.ask(), setup.ask()]);
    expect(setup.asked().toSorted()).toEqual(["a", "b", "b"]);
    setup.script.set("a", "serves");
    setup.clock.nowMs = 60_000;
    await setup.ask();
    await setup.ask();
    expect(setup.asked()).toEqual(["a", "a"]);
    expect(setup.pools.stateOf(setup.members[0] as PooledProvider)).toMatchObject({
      rests: [],
      last: { failure: "rateLimited", status: 429, sinceMs: 30_000 },
    });
  });

  it("leaves one alone for longer with each failure that names no wait", async () => {
    const setup = pool({ a: refused, b: "serves" });
    const rests: number[] = [];
    for (let failure = 0; failure < 3; failure += 1) {
      await setup.ask();
      const [rest] = setup.pools.stateOf(setup.members[0] as PooledProvider).rests;
      rests.push((rest?.untilMs ?? 0) - setup.clock.nowMs);
      setup.clock.nowMs = rest?.untilMs ?? 0;
    }
    expect(rests).toEqual([60_000, 120_000, 240_000]);
  });

  it("is limited where all are, for the shortest wait, and asks one of them even then", async () => {
    const setup = pool({ a: limited(9_000), b: limited(4_000), c: refused });
    const failed = await failureOf(setup.ask());
    expect(failed).toMatchObject({ status: 429, retryAfterSeconds: 4 });
    expect(failed.attempts).toMatchObject([{ status: 429, credential: "b" }]);
    expect(setup.asked()).toEqual(["a", "b", "c"]);
    setup.script.set("b", "serves");
    await setup.ask();
    expect(setup.asked()).toEqual(["b"]);
  });

  it("does not ask by another one after a failure that none of them causes, or a 403", async () => {
    for (const says of [
      ["overloaded", { status: 503 }],
      ["credential", { status: 403 }],
    ] as const) {
      const setup = pool({ a: says, b: "serves" });
      await failureOf(setup.ask());
      expect(setup.asked()).toEqual(["a"]);
      await failureOf(setup.ask());
      expect(setup.asked()).toEqual(["a"]);
    }
  });

  it("does not ask twice for what the upstream has worked on already", async () => {
    const work = { inputTokens: 7, uncounted: [] };
    const setup = pool({ a: ["rateLimited", { status: 429, work }], b: "serves" });
    const { lost } = await failureOf(setup.ask());
    expect(lost[0]?.error.work).toEqual(work);
    expect(setup.asked()).toEqual(["a"]);
  });

  it("asks by none beyond its limit, and is limited itself when all have reached theirs", async () => {
    const setup = pool(
      { a: "serves", b: "serves" },
      { requestsPerMinute: 2, tokensPerMinute: 100 },
    );
    for (let request = 0; request < 3; request += 1) await setup.ask();
    expect(setup.asked()).toEqual(["a", "a", "b"]);
    setup.pools.used(setup.members[1] as PooledProvider, 100);
    const failed = await failureOf(setup.ask());
    expect(failed).toMatchObject({ status: 429, retryAfterSeconds: 60 });
    expect(setup.asked()).toEqual([]);
    setup.clock.nowMs = 60_000;
    await setup.ask();
    expect(setup.asked()).toEqual(["a"]);
  });

  it("asks a workspace's own credential alone", async () => {
    const setup = pool({ a: limited(), b: "serves" });
    await expect(setup.ask(true)).rejects.toThrow();
    expect(setup.asked()).toEqual([]);
  });
});
