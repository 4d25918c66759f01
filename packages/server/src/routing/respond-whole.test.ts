import type { Part } from "@portico/core/model-call/parts";
import { describe, expect, it } from "vitest";
import { sampleAsker, sampleCandidate } from "../../test/routing/sample-candidate.ts";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { createAttempt } from "./attempt.ts";
import { CallerLeft, FailedAttempt } from "./attempt-failed.ts";
import { endpointKey } from "./catalog.ts";
import { createCircuits } from "./circuits.ts";
import { CredentialPools } from "./credential-pools.ts";
import { createHealth } from "./health.ts";
import { createRetryBudget } from "./retry-budget.ts";

const text = (words: string): Part => ({ type: "text", text: words });
const finish: Part = { type: "finish", reason: "stop" };

function fake(name: string, batches: readonly (readonly Part[] | "cut" | "silence")[]): Provider {
  return {
    name,
    kind: "fake",
    async *respond(_, signal) {
      for (const batch of batches) {
        if (batch === "cut") throw new UpstreamError("cut", `${name} was cut.`);
        if (batch === "silence")
          await new Promise((_resolve, reject) => {
            const leave = () => reject(new Error("aborted"));
            if (signal.aborted) leave();
            signal.addEventListener("abort", leave);
          });
        else yield batch;
      }
    },
  };
}

function ask(
  providers: readonly Provider[],
  { signal = new AbortController().signal, stream = true } = {},
) {
  const nowMs = () => performance.now();
  const circuit = createCircuits({ failuresToOpen: 1, openMs: 60_000, nowMs });
  const health = createHealth({ circuit, nowMs });
  const attempt = createAttempt({
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    circuit,
    health,
    retryBudget: createRetryBudget(),
    nowMs,
    pools: new CredentialPools({ nowMs }),
    noAttemptAfterMs: 10_000,
    awaitUsageMs: 0,
  });
  const candidates = providers.map(({ name }) => sampleCandidate(name));
  const call = {
    stream,
    conversation: [],
    tools: [],
    toolChoice: "auto" as const,
    model: "m",
    requestId: "r",
  };
  const answer = attempt.respondWhole(
    { candidates, asker: sampleAsker, call: () => call, signal },
    () => {
      const texts: string[] = [];
      return {
        take(parts) {
          for (const part of parts) if (part.type === "text") texts.push(part.text);
          if (texts.includes("nonsense")) throw new Error("This is no answer.");
          return !texts.includes("enough");
        },
        end: () => texts.join(""),
      };
    },
  );
  const states = () =>
    candidates.map(({ endpoint }) => circuit.state(endpointKey(endpoint), sampleAsker));
  return { answer, states };
}

describe("whole answers", () => {
  it("a whole answer comes from the next provider when one is cut in the middle", async () => {
    const { answer, states } = ask([
      fake("a", [[text("Hel")], "cut"]),
      fake("b", [[text("Hello")], [finish]]),
    ]);
    const { result, attempts } = await answer;
    expect(result).toBe("Hello");
    expect(attempts).toMatchObject([
      { provider: "a", failure: "cut" },
      { provider: "b", failure: null, status: 200 },
    ]);
    expect(states()).toEqual(["open", "closed"]);
  });

  it.each([
    ["ended without its end", [[text("Hel")]], "cut"],
    ["could not be read", [[text("nonsense")], [finish]], "malformed"],
  ] as const)("comes from the next provider when one %s", async (_, batches, failure) => {
    const { answer } = ask([fake("a", batches), fake("b", [[text("Hello")], [finish]])]);
    expect(await answer).toMatchObject({ result: "Hello", attempts: [{ failure }, {}] });
  });

  it("a whole answer ends when its reader wants no more, and the upstream is closed", async () => {
    let left = false;
    const endless: Provider = {
      name: "a",
      kind: "fake",
      async *respond() {
        try {
          for (;;) yield [text("more"), text("enough")];
        } finally {
          left = true;
        }
      },
    };
    expect((await ask([endless]).answer).result).toBe("moreenough");
    expect(left).toBe(true);
  });

  it("an attempt that was asked for in one piece is listed so", async () => {
    const { lost } = await ask([fake("a", ["cut"]), fake("b", [[finish]])], { stream: false })
      .answer;
    expect(lost).toMatchObject([{ place: 0, isToldAtEnd: true }]);
  });

  it("a whole answer lists the lost attempts, and whether their upstreams have streams", async () => {
    const whole: Provider = { ...fake("a", ["cut"]), answersWhole: true };
    const { lost } = await ask([whole, fake("b", ["cut"]), fake("c", [[finish]])]).answer;
    expect(lost).toMatchObject([
      { place: 0, isToldAtEnd: true, error: { failure: "cut" } },
      { place: 1, isToldAtEnd: false, error: { failure: "cut" } },
    ]);
  });

  it("a whole answer fails when all upstreams are cut, and the error says so", async () => {
    const { answer } = ask([fake("a", [[text("a")], "cut"]), fake("b", ["cut"])]);
    await expect(answer).rejects.toBeInstanceOf(FailedAttempt);
  });

  it("a whole answer opens no circuit when the caller leaves", async () => {
    const leaving = new AbortController();
    const { answer, states } = ask(
      [fake("a", [[text("a")], "silence"]), fake("b", [[finish]])],
      leaving,
    );
    leaving.abort();
    await expect(answer).rejects.toBeInstanceOf(CallerLeft);
    expect(states()).toEqual(["closed", "closed"]);
  });
});
