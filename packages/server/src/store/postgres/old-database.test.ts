import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import pg from "pg";
import { expect, it } from "vitest";
import { checkInvariants } from "../../../test/books/invariants.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { admitRequest, generationFacts, settlement } from "../../../test/store/records.ts";
import { toSettledFields } from "../money/ledger-row.ts";
import { openStore } from "../open-store.ts";
import type { Settlement } from "../ports/money.ts";
import type { Store } from "../store.ts";
import { idAt } from "./months.ts";

interface OldDatabase extends AsyncDisposable {
  readonly store: Store;
  readonly place: { readonly databaseUrl: string };
  readonly rowsBefore: Awaited<ReturnType<typeof rowsOf>>;
}

/**
 * What a program of before left, which judged by functions in the database. Version 32: a request is settled, another one is
 * held, both within budgets, a key's limits and enforced credits. Version 30 is Portico 0.9, killed while a stream was under
 * way: four requests are settled, one is held, within budgets and a key's limit.
 */
async function openOldDatabase(version: 30 | 32 = 32): Promise<OldDatabase> {
  const database = await temporaryDatabase();
  const place = { databaseUrl: database.url };
  const folder = new URL("../../../test/store/old-stores/", import.meta.url);
  const packed = await readFile(new URL(`version-${version}.sql.gz`, folder));
  await rawSql(place, gunzipSync(packed).toString());
  const rowsBefore = await rowsOf(place);
  const store = await openStore(place);
  const close = async () => {
    await store.close();
    await database.drop();
  };
  return { store, place, rowsBefore, [Symbol.asyncDispose]: close };
}

async function tablesOf(place: OldDatabase["place"]): Promise<readonly string[]> {
  const rows = await rawSql(
    place,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  return rows.map(({ name }) => String(name)).sort();
}

async function rowsOf(place: OldDatabase["place"]) {
  const rows: Record<string, readonly unknown[]> = {};
  for (const name of await tablesOf(place))
    rows[name] = await rawSql(place, `select * from ${name}`);
  return rows;
}

async function identityOf(store: Store) {
  const identity = await store.firstIdentity();
  if (identity === null) throw new Error("The first keys are missing.");
  return { ...identity, key: { id: 3, workspaceId: identity.workspaceId } };
}

const heldBefore = { generationId: "gen-held", keyId: 3 };
const ofEndUser = generationFacts({ endUser: "one" });

it("a database of the version before opens with every row, and goes on with its requests", async () => {
  await using old = await openOldDatabase();
  const { store, place, rowsBefore } = old;
  const { portico_migrations: _, ...rows } = rowsBefore;
  expect(await rowsOf(place)).toMatchObject(rows);
  const tenant = await identityOf(store);
  await store.money.settle([settlement(tenant, heldBefore, { facts: ofEndUser })]);
  for (const id of ["gen-settled", "gen-held"])
    expect(await store.activity.generation(tenant.organisationId, id)).toMatchObject({
      state: "settled",
      heldNanousd: 100,
      chargedNanousd: 40,
    });
  expect(await store.money.credits(tenant.organisationId)).toMatchObject({
    usedNanousd: 80,
    heldNanousd: 0,
  });
  expect(await checkInvariants(place)).toEqual([]);
  await store.upgrade.goOn(() => {});
  await using empty = await temporaryDatabase();
  await (await openStore({ databaseUrl: empty.url })).close();
  const withoutMonths = async (databaseUrl: string) =>
    (await tablesOf({ databaseUrl })).filter((name) => !/_\d{4}_\d\d$/.test(name));
  expect(await withoutMonths(place.databaseUrl)).toEqual(await withoutMonths(empty.url));
});

it("a database of Portico 0.9 opens with every row, and goes on with its requests", async () => {
  await using old = await openOldDatabase(30);
  const { store, place, rowsBefore } = old;
  // A table that is gone, and had no rows.
  const { portico_migrations: _, activity_groups, ...rows } = rowsBefore;
  expect(activity_groups).toEqual([]);
  expect(rows).toMatchObject({ ledger: { length: 4 }, holds: { length: 1 } });
  expect(await rowsOf(place)).toMatchObject(rows);
  const tenant = await identityOf(store);
  const [hold] = rows["holds"] ?? [];
  const held = { generationId: String(Object(hold).request_id), keyId: 3 };
  await store.money.settle([
    settlement(tenant, held, { facts: generationFacts({ endUser: "bob" }) }),
  ]);
  expect(await store.activity.generation(tenant.organisationId, held.generationId)).toMatchObject({
    state: "settled",
    heldNanousd: 338_420,
    chargedNanousd: 40,
  });
  expect(await store.money.credits(tenant.organisationId)).toMatchObject({ heldNanousd: 0 });
  expect(await checkInvariants(place)).toEqual([]);
  await store.upgrade.goOn(() => {});
  expect(await rawSql(place, "select count(*)::integer as rows from ledger")).toEqual([
    { rows: 5 },
  ]);
});

it("a ledger of before is divided by months, and both versions go on booking in it", async () => {
  await using old = await openOldDatabase();
  const { store, place } = old;
  const tenant = await identityOf(store);
  expect(await store.upgrade.unfinished()).toEqual([
    { name: "the division of the ledger by months", progress: null },
  ]);
  await rawSql(place, "grant select on ledger to public");
  const before = await rawSql(place, "select * from ledger");
  const reader = new pg.Client(place.databaseUrl);
  await reader.connect();
  // A list that is being read holds the division up. Bookings wait behind it for 200 ms at most.
  await reader.query("begin; select 1 from ledger");
  const divided = store.upgrade.goOn(() => {});
  const meanwhile = admitRequest(tenant.key);
  await store.money.admit([meanwhile]);
  await store.money.settle([settlement(tenant, meanwhile)]);
  await reader.end();
  await divided;
  expect(await store.upgrade.unfinished()).toEqual([]);
  expect(
    await rawSql(place, "select has_table_privilege('public', 'ledger', 'select') as may"),
  ).toEqual([{ may: true }]);
  const whole = await rawSql(place, "select * from ledger_before");
  expect(whole).toHaveLength(before.length + 1);
  expect(whole).toEqual(expect.arrayContaining([...before]));
  const later = admitRequest(tenant.key, {
    generationId: `${idAt(Date.now() + 100 * dayMs)}-7b0e-8a2e-3f1f0c7a9d10`,
  });
  await store.money.admit([later, { ...later, generationId: "gen-of-new" }]);
  const ofBefore = settlement(tenant, heldBefore, { facts: ofEndUser });
  await settleAsBefore(place, [settlement(tenant, later), ofBefore]);
  await store.money.settle([settlement(tenant, { ...later, generationId: "gen-of-new" })]);
  expect(await rawSql(place, "select request_id from ledger_later")).toEqual([
    { request_id: later.generationId },
  ]);
  expect(await rawSql(place, "select count(*)::integer as rows from ledger")).toEqual([
    { rows: 5 },
  ]);
  expect(await checkInvariants(place)).toEqual([]);
});

it("a node of the version before books beside this one during an upgrade", async () => {
  await using old = await openOldDatabase();
  const { store, place } = old;
  const tenant = await identityOf(store);
  const asked = admitRequest(tenant.key, { generationId: "gen-of-old", enforceCredits: true });
  expect(await admitAsBefore(place, asked)).toMatchObject([{ outcome: "admitted", amount: "100" }]);
  await store.money.settle([settlement(tenant, asked)]);
  const other = admitRequest(tenant.key, { generationId: "gen-of-new", enforceCredits: true });
  expect(await store.money.admit([other])).toMatchObject([{ outcome: "admitted" }]);
  await settleAsBefore(place, [
    settlement(tenant, other),
    settlement(tenant, heldBefore, { facts: ofEndUser }),
  ]);
  expect(await store.money.credits(tenant.organisationId)).toMatchObject({
    usedNanousd: 160,
    heldNanousd: 0,
  });
  expect(await checkInvariants(place)).toEqual([]);
});

/** As the program of before called its functions. */
function admitAsBefore(place: OldDatabase["place"], request: ReturnType<typeof admitRequest>) {
  const { day, weekStart, monthStart } = calendarDay(request.nowMs);
  const ask = {
    ordinal: 0,
    request_id: request.generationId,
    process_id: request.processId,
    minimum: request.minimumNanousd,
    desired: request.desiredNanousd,
    tokens: request.tokens,
    uses_credits: 1,
    is_credited: true,
    now_ms: request.nowMs,
    day,
    week_start: weekStart,
    month_start: monthStart,
    operation: "responses",
    model: "sandbox/text",
  };
  const batch = JSON.stringify([{ key_id: request.keyId, requests: [ask] }]);
  return rawSql(place, `select * from portico_admit_3('${batch}', '{${request.keyId}}', true)`);
}

async function settleAsBefore(
  place: OldDatabase["place"],
  settlements: readonly Settlement[],
): Promise<void> {
  const bookings = settlements.map((booking) => {
    const { day, weekStart, monthStart } = calendarDay(booking.nowMs);
    return {
      ...toSettledFields(booking),
      cost: booking.costNanousd,
      used_tokens: 8,
      day,
      week_start: weekStart,
      month_start: monthStart,
    };
  });
  const [first] = settlements;
  await rawSql(
    place,
    `select * from portico_settle_3('${JSON.stringify(bookings)}', '{3}', '{${first?.workspaceId}}',
      '{${first?.organisationId}}', '{}', '{50,80,95}', null, true)`,
  );
}
