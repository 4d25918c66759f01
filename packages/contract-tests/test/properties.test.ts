import type { OperationId } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, createBench } from "../src/suite/bench.ts";
import { createCoverage } from "../src/suite/coverage.ts";
import { wholeContract } from "../src/suite/measure.ts";
import { check } from "./properties/check.ts";
import { isRefusedForItsMeaning } from "./properties/meaning.ts";
import { bodied, faultyBodies, validBodies } from "./properties/requests.ts";
import { roundTrips } from "./properties/round-trips.ts";
import { prepareStands, type Stands } from "./properties/stands.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

const paid: readonly OperationId[] = [
  ...(["createEmbeddings", "createRerank", "createResponse"] as const),
  ...(["createChatCompletion", "createMessage"] as const),
];
const minutesMs = 600_000;

describe.each([
  { target: "the server", start: startSqliteTarget },
  { target: "the mock", start: startMockTarget },
])("$target", ({ start }) => {
  let running: RunningTarget;
  let bench: Bench;
  let stands: Stands;
  beforeAll(async () => {
    running = await start();
    bench = createBench(running.target, wholeContract(), createCoverage());
    stands = await prepareStands(bench);
  });
  afterAll(() => running[Symbol.asyncDispose]());

  it.each(bodied)(
    "takes every request to %s that keeps the contract, and gives back what it was told",
    async (id: OperationId) => {
      await check(validBodies(stands, id), async (sending) => {
        const reply = await bench.send(id, sending);
        if (reply.status < 300) {
          // The mock's administration answers with examples.
          if (running.target.abilities.stateful || paid.includes(id))
            roundTrips[id]?.(sending, reply);
          return;
        }
        expect(isRefusedForItsMeaning(id, reply), `${reply.status} ${reply.text}`).toBe(true);
      });
    },
    minutesMs,
  );

  it.each(bodied)(
    "refuses every single fault in a request to %s with its status and the envelope",
    async (id: OperationId) => {
      await check(faultyBodies(stands, id), async ({ sending, what }) => {
        const reply = await bench.send(id, sending);
        // No model has so long a name: it is missing as any other.
        const status = /^\.models?(\[\d\])?: beyond maxLength$/.test(what) ? 404 : 400;
        expect(reply.status, `${what}: ${reply.text.slice(0, 500)}`).toBe(status);
      });
    },
    minutesMs,
  );
});
