import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../schema.ts";
import { admit3Sql } from "./admit-function.ts";
import { alertFunctionsSql } from "./alert-functions.ts";
import { budgetFunctionsSql } from "./budget-functions.ts";
import { keepCreditsSql } from "./keep-credits-function.ts";
import { rateFunctionsSql } from "./rate-functions.ts";
import { settle3Sql } from "./settle-function.ts";

/**
 * Admission and settlement as functions: one short round trip, so that no lock is held while a process works,
 * sleeps or dies. Locks are taken in one order everywhere: organisations, balances by key, the rest.
 * During an upgrade old programs call them too: one that is called in another way gets a new name.
 */
const text = [
  ...rateFunctionsSql,
  ...budgetFunctionsSql,
  ...alertFunctionsSql,
  keepCreditsSql,
  admit3Sql,
  settle3Sql,
].join(";\n");
const hash = createHash("sha256").update(text).digest("hex");

/** Replaces the functions if their text is not the installed one. For a transaction that has the lock of migrations. */
export async function installFunctions(tx: Tx): Promise<void> {
  const { rows } = await sql<{ hash: string }>`select hash from portico_functions`.execute(tx);
  if (rows[0]?.hash === hash) return;
  await sql.raw(text).execute(tx);
  await sql`update portico_functions set hash = ${hash}`.execute(tx);
}
