import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import type { AdmissionVerdict } from "../store/ports/money.ts";
import { createGate } from "./gate.ts";

const caller = sampleCaller();
const admitted: AdmissionVerdict = {
  outcome: "admitted",
  heldNanousd: 0,
  rate: null,
  workspaceRevision: 1,
};
const overRate = {
  outcome: "rateLimited",
  of: "requests",
  retryAfterMs: 60_000,
  rate: { limit: 1, remaining: 0, resetMs: 60_000 },
} as const;
const spent = {
  outcome: "outOfCredits",
  of: "key",
  limit: null,
  remainingNanousd: 0,
  workspaceRevision: 7,
} as const;
const never = async () => false;

/** A store with `left` requests in the minute, which counts its questions. */
function storeWith(left: number) {
  const state = { left, asked: 0 };
  const ask = async (): Promise<AdmissionVerdict> => {
    state.asked += 1;
    // The decision comes a moment after the question.
    await Promise.resolve();
    if (state.left <= 0) return overRate;
    state.left -= 1;
    return admitted;
  };
  return { state, gate: createGate({ ask, pauseMs: 10 }) };
}

const outcomes = async (passes: readonly Promise<boolean>[]) =>
  (await Promise.allSettled(passes)).map((each) =>
    each.status === "fulfilled" ? each.value : each.reason.status,
  );

describe("the gate", () => {
  it("the gate asks the store for each request of a key that was not refused", async () => {
    const { state, gate } = storeWith(3);
    expect(await outcomes([1, 2, 3].map(() => gate.pass(caller, never)))).toEqual([
      true,
      true,
      true,
    ]);
    expect([state.asked, gate.isShut(caller)]).toEqual([3, false]);
  });

  it("the gate asks the store once for all waiting requests of a key that was refused recently", async () => {
    const { state, gate } = storeWith(0);
    await expect(gate.pass(caller, never)).rejects.toMatchObject({ status: 429 });
    expect(gate.isShut(caller)).toBe(true);
    const crowd = Array.from({ length: 500 }, () => gate.pass(caller, never));
    expect(new Set(await outcomes(crowd))).toEqual(new Set([429]));
    expect(state.asked).toBe(2);
  });

  it("the gate admits exactly as many waiting requests as the limit allows", async () => {
    const { state, gate } = storeWith(0);
    await outcomes([gate.pass(caller, never)]);
    const crowd = Array.from({ length: 10 }, () => gate.pass(caller, never));
    state.left = 3;
    const told = await outcomes(crowd);
    expect(told.filter((each) => each === true)).toHaveLength(3);
    expect(told.filter((each) => each === 429)).toHaveLength(7);
  });

  it("the gate never uses a decision that is older than the request", async () => {
    const state = { isRaised: false };
    const decisions: PromiseWithResolvers<void>[] = [];
    const gate = createGate({
      pauseMs: 0,
      ask: async () => {
        const answer = state.isRaised ? admitted : overRate;
        const told = Promise.withResolvers<void>();
        decisions.push(told);
        await told.promise;
        return answer;
      },
    });
    const tell = async (index: number) => {
      await expect.poll(() => decisions.length).toBeGreaterThan(index);
      decisions[index]?.resolve();
    };
    const first = outcomes([gate.pass(caller, never)]);
    await tell(0);
    expect(await first).toEqual([429]);
    const early = outcomes([gate.pass(caller, never)]);
    await expect.poll(() => decisions.length).toBe(2);
    // The first decision is on its way back: requests from here on come after the raise.
    state.isRaised = true;
    const late = outcomes([gate.pass(caller, never)]);
    await tell(2);
    await tell(1);
    expect([await early, await late]).toEqual([[429], [true]]);
  });

  it("the gate opens after the time that the refusal named", async () => {
    const gate = createGate({ ask: async () => ({ ...overRate, retryAfterMs: 20 }) });
    await outcomes([gate.pass(caller, never)]);
    expect(gate.isShut(caller)).toBe(true);
    await sleep(25);
    expect(gate.isShut(caller)).toBe(false);
  });

  it("the gate admits requests without money that may cost nothing, uncounted and without waiting for each other", async () => {
    const asked: number[] = [];
    const gate = createGate({ ask: async () => spent, pauseMs: 60_000 });
    const mayBeFree = async (revision: number) => {
      asked.push(revision);
      return true;
    };
    expect(await outcomes([1, 2, 3].map(() => gate.pass(caller, mayBeFree)))).toEqual([
      false,
      false,
      false,
    ]);
    expect([asked, gate.isShut(caller)]).toEqual([[7, 7, 7], false]);
    expect(await outcomes([gate.pass(caller, never)])).toEqual([402]);
  });

  it("the gate shuts after refusals that would apply to a smaller request too", () => {
    const cases = [
      [overRate, true],
      [{ ...overRate, of: "tokens" }, false],
      [spent, true],
      [{ ...spent, remainingNanousd: 1 }, false],
      [{ outcome: "unauthenticated", reason: "disabled" }, true],
    ] as const;
    for (const [refusal, isShut] of cases) {
      const gate = createGate({ ask: async () => admitted });
      gate.note(caller, refusal);
      expect([refusal, gate.isShut(caller)]).toEqual([refusal, isShut]);
    }
  });

  it("the gate remembers at most maxShut keys", () => {
    const gate = createGate({ ask: async () => admitted, maxShut: 2 });
    for (const keyId of [1, 2, 3]) gate.note({ ...caller, keyId }, overRate);
    expect([1, 2, 3].map((keyId) => gate.isShut({ ...caller, keyId }))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
