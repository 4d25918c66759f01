import type { Part } from "@portico/core/model-call/parts";
import { describe, expect, it } from "vitest";
import { sampleAsker, sampleCandidate } from "../../test/routing/sample-candidate.ts";
import { failureOf, gateway, type Script, vector } from "../../test/routing/scripted-gateway.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { CallerLeft } from "./attempt-failed.ts";
import { endpointKey } from "./catalog.ts";

const usage: Part = {
  type: "usage",
  usage: {
    inputTokens: 1,
    outputTokens: 1,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  },
};
const text = (words: string): Part => ({ type: "text", text: words });
const thought: Part = { type: "reasoning", text: "hm" };
const finish: Part = { type: "finish", reason: "stop" };

async function collect(parts: AsyncIterable<readonly Part[]>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const some of parts) all.push(...some);
  return all;
}

describe("an attempt", () => {
  it.each([
    ["connection"],
    ["timeout"],
    ["rateLimited"],
    ["overloaded"],
    ["malformed"],
    ["cut"],
    ["credential"],
    ["unpaid"],
    ["modelNotFound"],
    ["tooLarge"],
  ] as const)(
    "an attempt moves on to the next provider after %s, and lists both attempts",
    async (failure) => {
      const { embed, calls } = gateway({ a: [failure, { status: 503 }], b: "serves" });
      const served = await embed();
      expect(served.candidate.endpoint.provider).toBe("b");
      expect(calls()).toEqual([1, 1]);
      expect(served.attempts).toEqual([
        { provider: "a", upstreamModel: "m", status: 503, failure, latencyMs: 0 },
        { provider: "b", upstreamModel: "m", status: 200, failure: null, latencyMs: 0 },
      ]);
    },
  );

  it("an attempt does not move on after the upstream rejected the request", async () => {
    const { embed, calls } = gateway({ a: ["rejected", { status: 422 }], b: "serves" });
    const error = await failureOf(embed());
    expect(error).toMatchObject({ kind: "badRequest", status: 400, message: "a says rejected" });
    expect(calls()).toEqual([1, 0]);
  });

  it("an attempt refuses an answer of the wrong count or dimension, and asks the next provider", async () => {
    const wrong = () => Promise.resolve({ vectors: [{ ...vector, dimensions: 3 }] });
    const { embed, calls } = gateway({ a: wrong, b: "serves" });
    const served = await embed();
    expect(served.attempts[0]).toMatchObject({ provider: "a", failure: "malformed", status: 200 });
    expect(calls()).toEqual([1, 1]);
  });

  it("an attempt treats a provider's exception as an unusable answer", async () => {
    const broken = () => Promise.reject(new TypeError("x is undefined"));
    const error = await failureOf(gateway({ a: broken }).embed());
    expect(error).toMatchObject({ kind: "providerFailed" });
    expect(error.message).not.toContain("undefined");
  });

  it("an attempt asks no provider after the caller has left", async () => {
    const setup = gateway({
      a: () => {
        setup.abort.abort();
        return Promise.reject(new UpstreamError("connection", "closed"));
      },
      b: "serves",
    });
    await expect(setup.embed()).rejects.toBeInstanceOf(CallerLeft);
    expect(setup.calls()).toEqual([1, 0]);
    expect(setup.health.seenBy(sampleAsker).get("a m")?.failureRate).toBeNull();
  });

  it("a request starts no further attempt after its time limit", async () => {
    const setup = gateway({
      a: () => {
        setup.clock.nowMs += 5000;
        return Promise.reject(new UpstreamError("timeout", "slow"));
      },
      b: "serves",
    });
    expect(await failureOf(setup.embed())).toMatchObject({ status: 529 });
    expect(setup.calls()).toEqual([1, 0]);
  });

  it.each([
    ["the circuits open", []],
    ["no circuit opens", ["a", "b", "c"]],
  ])(
    "makes at most a quarter more upstream calls than requests, plus ten, when all fail and %s",
    async (_, byok) => {
      const setup = gateway({ a: ["rateLimited"], b: ["rateLimited"], c: ["rateLimited"] }, byok);
      const requests = 200;
      for (let request = 0; request < requests; request += 1) await failureOf(setup.embed());
      const made = setup.calls().reduce((sum, count) => sum + count, 0);
      expect(made).toBeLessThanOrEqual(requests * 1.25 + 10);
      expect(made).toBeGreaterThanOrEqual(requests);
    },
  );

  it("an attempt skips a provider that keeps failing, and still asks one provider when all of them keep failing", async () => {
    const { embed, calls, circuit, clock } = gateway({ a: ["overloaded"], b: "serves" });
    for (let request = 0; request < 5; request += 1) await embed();
    expect(calls()).toEqual([3, 5]);
    expect(circuit.state(endpointKey(sampleCandidate("a").endpoint), sampleAsker)).toBe("open");
    clock.nowMs += 1000;
    await embed();
    expect(calls()).toEqual([4, 6]);
    const alone = gateway({ a: ["overloaded"] });
    for (let request = 0; request < 9; request += 1) await failureOf(alone.embed());
    expect(alone.calls()).toEqual([9]);
  });

  it.each(["rateLimited", "credential", "unpaid", "modelNotFound"] as const)(
    "a failure of a workspace's own account does not open the provider's circuit: %s",
    async (failure) => {
      const { embed, circuit } = gateway({ a: [failure, { status: 400 }] }, ["a"]);
      for (let request = 0; request < 9; request += 1) await failureOf(embed());
      expect(circuit.state("a m", sampleAsker)).toBe("closed");
    },
  );

  it("only the circuit of the model opens when a provider has lost that model, and every request is served", async () => {
    const { embed, calls, circuit } = gateway({
      a: ["modelNotFound", { status: 404 }],
      b: "serves",
    });
    for (let request = 0; request < 100; request += 1) await embed();
    expect(calls()).toEqual([3, 100]);
    expect(circuit.state("a m", sampleAsker)).toBe("open");
    expect(circuit.state("a other-model", sampleAsker)).toBe("closed");
  });

  it("a request that is too large for a provider does not open its circuit", async () => {
    const { embed, circuit } = gateway({ a: ["tooLarge", { status: 413 }] });
    for (let request = 0; request < 9; request += 1) await failureOf(embed());
    expect(circuit.state("a m", sampleAsker)).toBe("closed");
  });
});

describe("an attempt to respond", () => {
  it.each<[string, Script]>([
    ["a failure", ["overloaded"]],
    ["a thought and a failure", [[thought], [usage], ["cut"]]],
    ["an empty text and a failure", [[text("")], ["cut"]]],
    ["an end without an end", [[thought]]],
  ])(
    "a response moves on to the next provider after %s, and the caller sees none of it",
    async (_what, script) => {
      const { respond, fakes } = gateway({ a: script, b: [[text("Hi")], [usage, finish]] });
      const served = await respond();
      expect(await collect(served.result)).toEqual([text("Hi"), usage, finish]);
      expect(served.attempts).toMatchObject([{ provider: "a" }, { provider: "b", failure: null }]);
      expect(fakes.map(({ closed }) => closed)).toEqual([1, 1]);
    },
  );

  it("a response never moves on after its first content: the caller and the records get the failure", async () => {
    const { respond, calls, health } = gateway({
      a: [[thought], [text("He")], ["cut"]],
      b: "serves",
    });
    const served = await respond();
    await expect(collect(served.result)).rejects.toMatchObject({ failure: "cut" });
    expect(calls()).toEqual([1, 0]);
    expect(served.attempts).toMatchObject([{ provider: "a", failure: "cut" }]);
    expect(health.seenBy(sampleAsker).get("a m")?.failureRate).toBe(1);
  });

  it("a stream without a final event counts as cut", async () => {
    const served = await gateway({ a: [[text("He")]] }).respond();
    await expect(collect(served.result)).rejects.toMatchObject({ failure: "cut" });
  });

  it("a response that is closed before its first step closes the upstream, and opens no circuit", async () => {
    const { respond, fakes, circuit } = gateway({ a: [[text("He")], [text("llo")], [finish]] });
    for (let request = 0; request < 5; request += 1) {
      const served = await respond();
      await served.result[Symbol.asyncIterator]().return?.();
      expect(served.attempts).toMatchObject([{ failure: "aborted" }]);
    }
    expect(fakes[0]?.closed).toBe(5);
    expect(circuit.state("a m", sampleAsker)).toBe("closed");
  });

  it("the thoughts of a model reach the caller when it thinks for long", async () => {
    const setup = gateway({ a: [[thought], [thought], ["cut"]], b: "serves" });
    const promise = setup.respond();
    setup.clock.nowMs += 20_000;
    const served = await promise;
    expect(served.candidate.endpoint.provider).toBe("a");
    await expect(collect(served.result)).rejects.toMatchObject({ failure: "cut" });
  });
});
