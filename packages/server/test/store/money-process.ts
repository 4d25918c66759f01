import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createAdmission } from "../../src/access/admission.ts";
import type { Caller } from "../../src/caller.ts";
import { openStore, type StoreOptions, type StorePlace } from "../../src/store/open-store.ts";
import { generationFacts } from "./records.ts";

/** The money of a gateway in a process that can be killed. Receives and sends lines. */
export interface Start {
  readonly place: StorePlace;
  readonly options: StoreOptions;
  readonly enforceCredits?: boolean;
}

export type Order =
  /** Asks this many times at once, and settles what is admitted. */
  | {
      readonly do: "race";
      readonly caller: Caller;
      readonly count: number;
      readonly nanousd: number;
      /** Also the value of the tag project. */
      readonly endUser?: string;
    }
  /** Asks and settles without end, this many at a time. */
  | {
      readonly do: "load";
      readonly caller: Caller;
      readonly lanes: number;
      readonly nanousd: number;
      readonly endUser?: string;
    };

export type Told =
  | { readonly ready: true }
  | { readonly raced: number }
  | { readonly held: string }
  | { readonly settled: string; readonly cost: number };

/** Written synchronously: what was reported before a kill has arrived. */
const tell = (told: Told) => writeSync(1, `${JSON.stringify(told)}\n`);

const start: Start = JSON.parse(process.argv[2] ?? "");
const store = await openStore(start.place, start.options);
const admission = createAdmission(store.money, {
  enforceCredits: start.enforceCredits ?? false,
  heartbeatMs: 100,
});
const run = { race, load };
createInterface(process.stdin)
  .on("line", (line) => {
    const order: Order = JSON.parse(line);
    if (order.do === "race") run.race(order).catch(fail);
    else run.load(order).catch(fail);
  })
  .on("close", () => process.exit(0));
tell({ ready: true });

function hold(caller: Caller, nanousd: number, endUser: string | null) {
  return admission.hold(caller, {
    generationId: randomUUID(),
    minimumNanousd: nanousd,
    desiredNanousd: nanousd,
    tokens: 1,
    usesCredits: true,
    endUser,
    about: { ...unnamed, tags: tagsOf(endUser) },
  });
}

const unnamed = { operation: "responses", model: "m", appUrl: null, appTitle: null } as const;

function tagsOf(endUser: string | null) {
  return endUser === null ? null : { project: endUser };
}

async function race(order: Extract<Order, { do: "race" }>): Promise<void> {
  const { caller, count, nanousd, endUser = null } = order;
  const facts = generationFacts({ endUser, tags: tagsOf(endUser) });
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, async () => {
      const held = await hold(caller, nanousd, endUser);
      await admission.settle(held, { state: "settled", costNanousd: nanousd, facts });
    }),
  );
  for (const outcome of outcomes)
    if (outcome.status === "rejected" && outcome.reason?.kind !== "outOfCredits")
      fail(outcome.reason);
  tell({ raced: outcomes.filter(({ status }) => status === "fulfilled").length });
}

async function load(order: Extract<Order, { do: "load" }>): Promise<void> {
  const { caller, lanes, nanousd, endUser = null } = order;
  const lane = async () => {
    for (;;) {
      const held = await hold(caller, nanousd, endUser);
      tell({ held: held.generationId });
      const cost = Math.floor(Math.random() * nanousd);
      // Some take a moment, like real requests.
      if (Math.random() < 0.3) await new Promise((resolve) => setTimeout(resolve, 10));
      await admission.settle(held, {
        state: "settled",
        costNanousd: cost,
        facts: generationFacts({ endUser, tags: tagsOf(endUser) }),
      });
      tell({ settled: held.generationId, cost });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
