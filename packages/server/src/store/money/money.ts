import { changeBudgets } from "../budgets/balance-rows.ts";
import type { Cancellation, MoneyStore, Settlement } from "../ports/money.ts";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { abandonHolds, abandonHoldsOf } from "./abandon.ts";
import {
  type BookingRules,
  lockBalances,
  withoutHold,
  withoutRate,
  writeBalance,
} from "./bookings.ts";
import { correct, refund } from "./corrections.ts";
import { addCredits, creditsOf } from "./credits.ts";
import type { HotStatements } from "./hot-statements.ts";
import { type Beat, createLiveness } from "./liveness.ts";

export interface MoneyParts extends BookingRules {
  readonly database: Database;
  readonly hot: HotStatements;
  /** A process without a heartbeat for this long is dead. */
  readonly silenceMs: number;
}

export function createMoneyStore(parts: MoneyParts): MoneyStore {
  const { engine, database, hot } = parts;
  const liveness = createLiveness(parts.silenceMs);
  const own = new Set<string>();
  return {
    ...(hot.batchesAtOnce === undefined ? {} : { batchesAtOnce: hot.batchesAtOnce }),
    admit: async (batch) => (batch.length === 0 ? [] : await hot.admit(batch)),
    async settle(batch) {
      if (batch.length === 0) return;
      const withoutHold = await hot.settle(firstOfEach(batch));
      for (const settlement of withoutHold)
        await database.transaction().execute((tx) => correct(tx, parts, settlement));
    },
    async cancel(batch) {
      if (batch.length > 0) await database.transaction().execute((tx) => cancel(tx, engine, batch));
    },
    async abandon(batch) {
      if (batch.length > 0)
        await database.transaction().execute((tx) => abandonHolds(tx, parts, batch));
    },
    async heartbeat(processId) {
      own.add(processId);
      await beat(database, processId);
      const others = (await beatsOf(database)).filter(({ id }) => id !== processId);
      const dead = new Set(liveness.silentAmong(others));
      let abandoned = 0;
      for (const process of others)
        if (dead.has(process.id)) abandoned += await abandonHoldsOf(database, parts, process);
      return { abandoned };
    },
    // A process is not silent to itself.
    silenceOf: (processId) => (own.has(processId) ? 0 : liveness.silenceOf(processId)),
    async holdsOf(processId) {
      const rows = await database
        .selectFrom("holds")
        .select(["request_id as generationId", "key_id as keyId"])
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
    refund: (actor, generationId) =>
      database.transaction().execute((tx) => refund(tx, engine, actor, generationId)),
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

async function cancel(
  tx: Tx,
  engine: Store["engine"],
  batch: readonly Cancellation[],
): Promise<void> {
  const balances = await lockBalances(
    tx,
    engine,
    batch.map(({ keyId }) => keyId),
  );
  const holds = await tx
    .deleteFrom("holds")
    .where(
      "request_id",
      "in",
      batch.map(({ generationId }) => generationId),
    )
    .where("key_id", "in", [...balances.keys()])
    .returningAll()
    .execute();
  for (const hold of holds) {
    const balance = balances.get(hold.key_id);
    if (balance === undefined) continue;
    balances.set(hold.key_id, withoutRate(withoutHold(balance, hold), hold.rate_tokens));
  }
  for (const id of new Set(holds.map(({ key_id }) => key_id))) {
    const balance = balances.get(id);
    if (balance !== undefined) await writeBalance(tx, balance);
  }
  await changeBudgets(tx, engine, holds, (balance, hold) => ({
    ...balance,
    held_nanousd: balance.held_nanousd - hold.amount_nanousd,
  }));
}

async function beat(database: Database, processId: string): Promise<void> {
  await database
    .insertInto("processes")
    .values({ id: processId, beats: 1, started_at_ms: Date.now() })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ beats: eb("processes.beats", "+", 1) })),
    )
    .execute();
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
