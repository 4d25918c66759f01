import { mayBeRefunded } from "@portico/contract/may-be-refunded";
import { calendarDay } from "@portico/core/rules/calendar";
import { wordOf } from "../../errors.ts";
import { writeAlerts } from "../alerts/crossings.ts";
import { giveBackToBudgets } from "../budgets/balance-rows.ts";
import { unbilledDays } from "../judge/hot-tables.ts";
import { unbilledAlerts } from "../judge/settlement-alerts.ts";
import { isSpread, ofWorkspace } from "../placement.ts";
import type { Actor } from "../ports/actor.ts";
import type { Settlement } from "../ports/money.ts";
import { recordChange } from "../records/audit-log.ts";
import type { Database, KeyBalanceRow, LedgerAttemptRow, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { toAttemptRows } from "./billed-attempts.ts";
import {
  type BookingRules,
  countActivity,
  insertRow,
  lockBalances,
  rolledToNow,
  withCharge,
  writeBalance,
} from "./bookings.ts";
import { chargeOf, toSettledFields } from "./ledger-row.ts";

interface Booked {
  readonly balance: KeyBalanceRow;
  readonly row: LedgerRow;
  readonly attempts: readonly LedgerAttemptRow[];
}

/** Locked by its key: no other transaction changes the row meanwhile. */
async function booked(
  tx: Tx,
  engine: Store["engine"],
  generationId: string,
): Promise<Booked | undefined> {
  const find = () =>
    tx.selectFrom("ledger").selectAll().where("request_id", "=", generationId).executeTakeFirst();
  const found = await find();
  if (found === undefined) return undefined;
  const { key_id, workspace_id } = found;
  await lockCredits(tx, engine, [key_id]);
  const balance = (await lockBalances(tx, engine, [key_id], workspace_id)).get(key_id);
  const row = await find();
  if (balance === undefined || row === undefined) return undefined;
  return { balance, row, attempts: await attemptRows(tx, generationId) };
}

export async function attemptRows(
  tx: Database,
  generationId: string,
): Promise<readonly LedgerAttemptRow[]> {
  return await tx
    .selectFrom("ledger_attempts")
    .selectAll()
    .where("request_id", "=", generationId)
    .orderBy("attempt")
    .execute();
}

/** A settlement without a hold: its request was booked before, abandoned, or cancelled. */
export async function correct(tx: Tx, rules: BookingRules, settlement: Settlement): Promise<void> {
  const found = await booked(tx, rules.engine, settlement.generationId);
  if (found === undefined || found.row.key_id !== settlement.keyId) return;
  if (found.row.state === "abandoned") await putRight(tx, rules, found, settlement);
  else if (settlement.isLate === true && found.row.state === settlement.state)
    await markLate(tx, rules, found, settlement);
}

/**
 * A process that counted as dead was alive: its settlement comes after the hold was charged in full. The row
 * is corrected once, and can only become cheaper. A refund that was made meanwhile stays.
 */
async function putRight(
  tx: Tx,
  rules: BookingRules,
  { balance, row }: Booked,
  settlement: Settlement,
): Promise<void> {
  const { chargedNanousd, unbilledNanousd } = chargeOf(settlement, row.held_nanousd);
  const fields = toSettledFields(settlement);
  const truth: LedgerRow = {
    ...row,
    ...fields,
    charged_nanousd: chargedNanousd,
    unbilled_nanousd: unbilledNanousd,
  };
  const attempts = toAttemptRows(settlement, fields, row.held_nanousd);
  const givenBack = chargedNanousd - row.charged_nanousd;
  await giveBackToBudgets(tx, rules, row, -givenBack);
  await alertUnbilled(tx, rules, settlement, unbilledNanousd);
  await writeBalance(tx, withCharge(rolledToNow(balance, settlement.nowMs), givenBack, row));
  await changeRow(tx, row, truth);
  if (attempts.length > 0)
    await tx
      .insertInto("ledger_attempts")
      .values([...attempts])
      .execute();
  await countActivity(tx, rules.engine, row, [], -1);
  await countActivity(tx, rules.engine, truth, attempts, 1);
}

/** It stays in its workspace. */
async function changeRow(
  tx: Tx,
  { request_id, workspace_id }: LedgerRow,
  { workspace_id: _, ...changed }: Partial<LedgerRow>,
): Promise<void> {
  await tx
    .updateTable("ledger")
    .set(changed)
    .where("request_id", "=", request_id)
    .where("workspace_id", "=", workspace_id)
    .execute();
}

/**
 * The booking succeeded after its caller had received an error: the request stays charged, and the row gets the
 * status that the caller received.
 */
async function markLate(
  tx: Tx,
  rules: BookingRules,
  { row, attempts }: Booked,
  { facts }: Settlement,
): Promise<void> {
  if (row.status === facts.status) return;
  const told = {
    status: facts.status,
    error_kind: facts.errorKind,
    finish_reason: facts.finishReason,
  };
  await changeRow(tx, row, told);
  await countActivity(tx, rules.engine, row, attempts, -1);
  await countActivity(tx, rules.engine, { ...row, ...told }, attempts, 1);
}

export async function refund(
  tx: Tx,
  rules: BookingRules,
  actor: Actor,
  generationId: string,
): Promise<boolean> {
  const found = await booked(tx, rules.engine, generationId);
  if (found === undefined || found.row.organisation_id !== actor.organisationId) return false;
  const { balance, row, attempts } = found;
  const { error_kind: kind, charged_nanousd: charged } = row;
  const errorKind = kind === null ? null : wordOf(kind);
  if (!mayBeRefunded({ state: row.state, status: row.status, errorKind, charged })) return false;
  const given = {
    state: "refunded",
    charged_nanousd: 0,
    refunded_nanousd: row.charged_nanousd,
  } as const;
  await giveBackToBudgets(tx, rules, row, row.charged_nanousd);
  await writeBalance(tx, withCharge(balance, -row.charged_nanousd, row));
  await changeRow(tx, row, given);
  await tx
    .updateTable("ledger_attempts")
    .set({ charged_nanousd: 0 })
    .where("request_id", "=", generationId)
    .where(ofWorkspace(tx, row.workspace_id))
    .execute();
  await countActivity(tx, rules.engine, row, attempts, -1);
  await countActivity(
    tx,
    rules.engine,
    { ...row, ...given },
    attempts.map((attempt) => ({ ...attempt, charged_nanousd: 0 })),
    1,
  );
  await recordChange(tx, actor, {
    target: { type: "generation", id: generationId },
    workspaceId: row.workspace_id,
    before: { state: row.state, chargedNanousd: row.charged_nanousd },
    after: { state: "refunded", chargedNanousd: 0 },
  });
  return true;
}

/** Where the totals of credits are kept, their organisations are locked before all else. */
async function lockCredits(
  tx: Tx,
  engine: Store["engine"],
  keyIds: readonly number[],
): Promise<void> {
  if (engine === "sqlite") return;
  // Copies are locked on all nodes: not for an organisation whose totals are not kept.
  if (isSpread(tx) && !(await isAnyKept(tx, keyIds))) return;
  await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("keys")
        .select("organisation_id")
        .where("id", "in", [...keyIds]),
    )
    .where("credits_kept", "=", 1)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

async function isAnyKept(tx: Tx, keyIds: readonly number[]): Promise<boolean> {
  const kept = await tx
    .selectFrom("keys")
    .innerJoin("organisations", "organisations.id", "keys.organisation_id")
    .select("keys.id")
    .where("keys.id", "in", [...keyIds])
    .where("credits_kept", "=", 1)
    .executeTakeFirst();
  return kept !== undefined;
}

/** A corrected booking may have cost more than was held. */
async function alertUnbilled(
  tx: Tx,
  { alerts }: BookingRules,
  { organisationId, nowMs }: Settlement,
  nanousd: number,
): Promise<void> {
  if (nanousd === 0) return;
  const { day } = calendarDay(nowMs);
  const added = { organisation_id: organisationId, day, unbilled_nanousd: nanousd };
  await writeAlerts(tx, unbilledAlerts(await insertRow(tx, unbilledDays, added), alerts, nowMs));
}
