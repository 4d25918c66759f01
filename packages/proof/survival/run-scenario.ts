import { setTimeout as sleep } from "node:timers/promises";
import { checkInvariants, openStore, readLedger } from "@portico/server/proof/store";
import { type Replayed, replay } from "./checks/replay.ts";
import type { Laboratory } from "./parts/laboratory.ts";
import { makeWorld, type World } from "./parts/world.ts";
import type { Effort, Scenario, Told } from "./scenario.ts";

export interface Outcome {
  readonly scenario: Scenario;
  readonly skipped: string | null;
  readonly told: Told;
  readonly requests: number;
  readonly whole: number;
  readonly rows: number;
  readonly abandoned: number;
  readonly recoveryMs: number;
  readonly replayed: Replayed;
  /** Everything that must not be; empty where the gateway has survived. */
  readonly findings: readonly string[];
  readonly seconds: number;
}

/** Of a scenario that was not tried, or not to its end. */
export function untried(
  scenario: Scenario,
  { skipped = null, findings = [] }: Partial<Pick<Outcome, "skipped" | "findings">>,
): Outcome {
  const nothing = { requests: 0, whole: 0, rows: 0, abandoned: 0, recoveryMs: 0, seconds: 0 };
  const replayed = { lost: [], doubled: [], overspent: [], wrong: [] };
  return { ...nothing, scenario, skipped, findings, replayed, told: { faults: 0 } };
}

export async function runScenario(
  scenario: Scenario,
  effort: Effort,
  laboratory: Laboratory,
): Promise<Outcome> {
  const skipped = scenario.obstacle?.() ?? null;
  if (skipped !== null) return untried(scenario, { skipped });
  const startedMs = performance.now();
  await using world = await makeWorld(laboratory, scenario.world);
  await stampede(world);
  const told = await scenario.run(world, effort, laboratory);
  const recoveryMs = await untilServing(world);
  const stopped = await world.fleet.stop();
  await bury(world);
  const ledger = await readLedger(world.place);
  const { sightings } = world.driver;
  const replayed = replay({ ...world, journal: world.upstream.journal, sightings, ledger });
  return {
    scenario,
    skipped,
    told,
    recoveryMs,
    replayed,
    requests: sightings.length,
    whole: sightings.filter(({ end }) => end === "whole").length,
    rows: ledger.length,
    abandoned: ledger.filter(({ state }) => state === "abandoned").length,
    findings: [
      ...(await checkInvariants(world.place)),
      ...Object.values(replayed).flat(),
      ...(told.failures ?? []),
      ...stopped,
    ],
    seconds: (performance.now() - startedMs) / 1e3,
  };
}

/** Many at once on the keys whose limits do not pay for all of them. */
async function stampede({ driver, keys }: World): Promise<void> {
  const limited = keys.filter(({ limitNanousd }) => limitNanousd !== null && limitNanousd < 1e8);
  for (const key of limited.slice(1))
    await Promise.all(Array.from({ length: 40 }, () => driver.ask("embeddings", key)));
}

const recoveryPatienceMs = 60_000;

/** After the fault every gateway must serve again by itself, whatever it is asked for. */
async function untilServing({ fleet, driver, keys, upstream }: World): Promise<number> {
  upstream.behave({ faultShare: 0, paceMs: 0 });
  const [key] = keys;
  if (key === undefined) throw new Error("There are no keys.");
  const startedMs = performance.now();
  let inARow = 0;
  while (inARow < 3 * fleet.members.length) {
    if (performance.now() - startedMs > recoveryPatienceMs)
      throw new Error("The gateways have not recovered within a minute.");
    const { end } = await driver.ask("plain", key);
    inARow = end === "whole" && fleet.urls().length === fleet.members.length ? inARow + 1 : 0;
    if (end !== "whole") await sleep(100);
  }
  return performance.now() - startedMs;
}

/** Closes what killed processes have left, as a living one would after half a minute: here all have ended. */
async function bury({ place }: World): Promise<void> {
  const store = await openStore(place, { silenceMs: 150 });
  try {
    for (let looks = 0; looks < 8; looks += 1) {
      await store.money.heartbeat("undertaker");
      await sleep(60);
    }
    await store.money.farewell("undertaker");
  } finally {
    await store.close();
  }
}
