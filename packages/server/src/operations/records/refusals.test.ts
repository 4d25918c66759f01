import { expect, it } from "vitest";
import { sampleCaller } from "../../../test/support/sample-caller.ts";
import { GatewayError } from "../../errors.ts";
import type { Refusals } from "../../store/ports/refusals.ts";
import { createRefusalCounts, type Refused } from "./refusals.ts";

const refused: Refused = {
  caller: sampleCaller(),
  operation: "createResponse",
  requestId: "req-1",
  model: "a/b",
  failure: new GatewayError("badRequest"),
};

const alerts = { limitBlocks: async () => {}, budgetName: async () => null };

function counts(add: (refusals: readonly Refusals[]) => Promise<void>) {
  const quiet = { onAlerts: () => {}, onProblem: () => {} };
  const parts = { ...quiet, alerts, isKnown: () => true, writeMs: 1e9 };
  return createRefusalCounts({ ...parts, store: { add } });
}

it("a look at what was refused waits for a write that is under way", async () => {
  const slow = Promise.withResolvers<void>();
  let written = 0;
  const own = counts(async (refusals) => {
    await slow.promise;
    written += refusals.length;
  });
  own.note(refused);
  const first = own.write();
  const second = own.write().then(() => written);
  slow.resolve();
  expect(await second).toBe(1);
  await first;
  await own.close();
});

it("what the store did not take is counted with what has come since", async () => {
  const taken: number[] = [];
  let isAway = true;
  const own = counts(async (refusals) => {
    if (isAway) throw new Error("away");
    taken.push(...refusals.map(({ requests }) => requests));
  });
  own.note(refused);
  own.note(refused);
  await expect(own.write()).rejects.toThrow("away");
  own.note(refused);
  isAway = false;
  await own.write();
  expect(taken).toEqual([3]);
  await own.close();
});
