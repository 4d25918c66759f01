import { setTimeout as sleep } from "node:timers/promises";
import { databaseNow, type StoreClock } from "../database-clock.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { MoneyStore, Settlement } from "../ports/money.ts";
import type { Database, Tx } from "../schema.ts";
import type { BookingRules } from "./bookings.ts";
import { correct, refund } from "./corrections.ts";
import { addCredits, creditsOf } from "./credits.ts";
import type { HotStatements } from "./hot-statements.ts";
import { type Beat, createLiveness } from "./liveness.ts";
import { watchCredits } from "./watch-credits.ts";

export interface MoneyParts extends BookingRules {
  readonly database: Database;
  readonly hot: HotStatements;
  /** A process without a heartbeat for this long is dead. */
  readonly silenceMs: number;
}

export function createMoneyStore(parts: MoneyParts): MoneyStore {
  const { database, hot, clock } = parts;
  const liveness = createLiveness(parts.silenceMs);
  const own = new Set<string>();
  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    withRetries(() => database.transaction().execute(work));
  return {
    ...(hot.batchesAtOnce === undefined ? {} : { batchesAtOnce: hot.batchesAtOnce }),
    ...(hot.placeOf === undefined ? {} : { placeOf: hot.placeOf }),
    admit: async (batch) => (batch.length === 0 ? [] : await withRetries(() => hot.admit(batch))),
    async settle(batch) {
      if (batch.length === 0) return;
      const withoutHold = await withRetries(() => hot.settle(firstOfEach(batch)));
      for (const settlement of withoutHold)
        await inTransaction((tx) => correct(tx, parts, settlement));
    },
    async cancel(batch) {
      if (batch.length > 0) await withRetries(() => hot.cancel(batch));
    },
    async abandon(batch) {
      if (batch.length > 0) await withRetries(() => hot.abandon(batch, clock.nowMs()));
    },
    async heartbeat(processId, configurationVersion) {
      own.add(processId);
      await beat(database, parts, {
        id: processId,
        configuration_version: configurationVersion ?? null,
      });
      await watchCredits(database, parts);
      const others = (await beatsOf(database)).filter(({ id }) => id !== processId);
      const dead = new Set(liveness.silentAmong(others));
      let abandoned = 0;
      for (const process of others)
        if (dead.has(process.id)) abandoned += await abandonHoldsOf(database, hot, clock, process);
      return { abandoned };
    },
    // A process is not silent to itself.
    silenceOf: (processId) => (own.has(processId) ? 0 : liveness.silenceOf(processId)),
    async holdsOf(processId) {
      const rows = await database
        .selectFrom("holds")
        .select(heldBy)
        .where("process_id", "=", processId)
        .execute();
      return rows;
    },
    async farewell(processId) {
      await database
        .deleteFrom("processes")
        .where("id", "=", processId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("holds").select("request_id").where("process_id", "=", processId))),
        )
        .execute();
    },
    refund: (actor, generationId) => inTransaction((tx) => refund(tx, parts, actor, generationId)),
    credits: (organisationId) => creditsOf(database, organisationId),
    grant: (actor, grant) => addCredits(database, actor, grant),
  };
}

function firstOfEach(batch: readonly Settlement[]): readonly Settlement[] {
  const first = new Map(
    batch.toReversed().map((settlement) => [settlement.generationId, settlement]),
  );
  return first.size === batch.length ? batch : [...first.values()];
}

/** The heartbeat's answer sets the clock too. */
async function beat(
  database: Database,
  { engine, clock }: BookingRules,
  process: { readonly id: string; readonly configuration_version: number | null },
): Promise<void> {
  const askedAtMs = performance.now();
  const { nowMs } = await database
    .insertInto("processes")
    .values({ ...process, beats: 1, started_at_ms: clock.nowMs() })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        beats: eb("processes.beats", "+", 1),
        configuration_version: process.configuration_version,
      })),
    )
    .returning(databaseNow(engine).as("nowMs"))
    .executeTakeFirstOrThrow();
  clock.set(nowMs, askedAtMs);
}

/** Processes with a heartbeat, and those that have only left holds. */
async function beatsOf(database: Database): Promise<readonly Beat[]> {
  const processes = await database.selectFrom("processes").select(["id", "beats"]).execute();
  const known = new Set(processes.map(({ id }) => id));
  const holders = await database
    .selectFrom("holds")
    .select("process_id as id")
    .distinct()
    .execute();
  const silent = holders.filter(({ id }) => !known.has(id));
  return [...processes, ...silent.map(({ id }) => ({ id, beats: null }))];
}

const heldBy = [
  ...(["request_id as generationId", "key_id as keyId"] as const),
  "workspace as workspaceId",
] as const;

/** Few enough that other transactions do not wait long for the locks. */
const step = 100;

/** Closes the holds of a dead process. Stops as soon as the process turns out to be alive. */
async function abandonHoldsOf(
  database: Database,
  hot: HotStatements,
  clock: StoreClock,
  process: Beat,
): Promise<number> {
  for (let abandoned = 0; ; ) {
    const found = await database
      .selectFrom("holds")
      .select(heldBy)
      .where("process_id", "=", process.id)
      .orderBy("request_id")
      .limit(step)
      .execute();
    const closed =
      found.length === 0
        ? null
        : await withRetries(() => hot.abandon(found, clock.nowMs(), process));
    abandoned += closed ?? 0;
    if (closed !== null && found.length === step) continue;
    await forget(database, process);
    return abandoned;
  }
}

/** Unless it has sent a heartbeat. */
async function forget(database: Database, { id, beats }: Beat): Promise<void> {
  if (beats === null) return;
  await database.deleteFrom("processes").where("id", "=", id).where("beats", "=", beats).execute();
}

const mostRetries = 3;
const pauseMs = 20;

/** Runs a whole transaction again where the engine has ended it for the sake of another one. */
async function withRetries<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1)
    try {
      return await transaction();
    } catch (error) {
      if (retries === mostRetries || !(error instanceof StoreBusy && error.isConflict)) throw error;
      await sleep(pauseMs * 2 ** retries * (0.5 + Math.random()));
    }
}
