import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LedgerCheckName, LedgerFacts } from "../../src/store/ports/ledger.ts";
import { copiedTables, spreadTables } from "../../src/store/postgres/spread/spread-tables.ts";
import type { Store } from "../../src/store/store.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines, type TestEngine, type TestPlace } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../store/records.ts";
import { bookRandomTraffic } from "./random-traffic.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.each(engines)(
  "the sums of the ledger on $engine",
  inOrder,
  ({ engine, isSpread = false, makePlace }) => {
    let place: TestPlace;
    let store: Store;
    let tenant: Tenant;
    beforeAll(async () => {
      place = await makePlace();
      store = await place.open();
      tenant = await firstTenant(store);
      for (const amountNanousd of [5e9, 7e9])
        await store.money.grant(actorIn(tenant.organisationId), {
          ...{ amountNanousd, note: null, createdBy: "test" },
        });
      const keys = [await tenant.key(), await tenant.key(), await tenant.key()];
      const book = async (nowMs: number) => {
        const request = admitRequest(keys[0] ?? expect.fail(), { nowMs });
        await store.money.admit([request]);
        await store.money.settle([settlement(tenant, request, { nowMs })]);
      };
      // Yesterday and the last whole hour that is counted have a request, however the random ones fall.
      await book(Date.now() - dayMs);
      const lastMs = Date.now() - hourMs / 5;
      await book(Math.floor(lastMs / hourMs - 1) * hourMs + hourMs / 2);
      // From here on the totals of the credits and of a budget are kept.
      await store.money.admit([admitRequest(keys[0] ?? expect.fail(), { enforceCredits: true })]);
      await store.budgets.create(actorIn(tenant.organisationId), {
        ...{ workspaceId: tenant.workspaceId, scope: "workspace", endUser: null, name: "all" },
        ...{ limitNanousd: 1e12, limitReset: "daily", raiseNanousd: null, raiseUntilMs: null },
        createdBy: null,
      });
      await bookRandomTraffic(store, tenant, { seed: 19, requests: 240, keys });
      await book(lastMs);
    });
    afterAll(() => place[Symbol.asyncDispose]());

    const sums = (period = {}) => store.ledger.sums(tenant.organisationId, period);
    const bySql = async (where = "1 = 1") => {
      const rows = await rawSql(
        place.place,
        `select state, count(*) as requests, sum(held_nanousd) as held, sum(charged_nanousd) as charged,
        sum(unbilled_nanousd) as unbilled, sum(coalesce(refunded_nanousd, 0)) as refunded
       from ledger where ${where} group by state`,
      );
      return new Map(
        rows.map(({ state, ...row }) => [
          state,
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
        ]),
      );
    };
    const numberBySql = async (statement: string) =>
      Number(Object.values((await rawSql(place.place, statement))[0] ?? {})[0]);

    it("equal those of the single requests, before they are counted, in the middle, and after", async () => {
      const expected = await bySql();
      expect([...expected.keys()].toSorted()).toEqual([
        ...["abandoned", "refunded", "released", "settled"],
      ]);
      expect(expected.get("refunded")?.["refunded"]).toBeGreaterThan(0);
      expect(expected.get("settled")?.["unbilled"]).toBeGreaterThan(0);
      expect((await sums()).states).toEqual(expected);
      await store.activity.count(Date.now() - 20 * hourMs);
      expect((await sums()).states).toEqual(expected);
      await Promise.all([store.activity.count(Date.now()), store.activity.count(Date.now())]);
      expect(await numberBySql("select count(*) from ledger_days")).toBeGreaterThan(4);
      expect((await sums()).states).toEqual(expected);
    });

    it("are of the days that were asked for", async () => {
      const today = Math.floor(Date.now() / dayMs);
      const expected = await bySql(`charged_day = ${today - 1}`);
      expect(expected.size).toBeGreaterThan(0);
      const asked = await sums({ fromDay: today - 1, toDay: today - 1 });
      expect(asked.states).toEqual(expected);
      expect((await sums({ toDay: today - 30 })).states).toEqual(new Map());
    });

    it("come with the credit, its use and the open holds", async () => {
      const facts = await sums();
      expect(facts.grantedNanousd).toBe(12e9);
      expect(facts.usedNanousd).toBe(
        await numberBySql("select sum(charged_nanousd) from ledger where uses_credits = 1"),
      );
      expect(facts.heldNanousd).toBe(
        await numberBySql("select sum(amount_nanousd) from holds where uses_credits = 1"),
      );
      expect(facts.openHolds).toBe(await numberBySql("select count(*) from holds"));
      expect(facts.openHolds).toBeGreaterThan(0);
    });

    it("agree with each other after any events, and for an organisation without any", async () => {
      expect(disagreeing(await sums())).toEqual([]);
      const nothing = await store.ledger.sums("nobody", {});
      expect(disagreeing(nothing)).toEqual([]);
      expect(nothing).toMatchObject({ usedNanousd: 0, openHolds: 0, states: new Map() });
    });

    it("follow what is corrected after it was counted", async () => {
      const [row] = await rawSql(
        place.place,
        "select request_id from ledger where state = 'abandoned' and charged_nanousd > 0",
      );
      await store.money.refund(actorIn(tenant.organisationId), String(row?.["request_id"]));
      const facts = await sums();
      expect(facts.states).toEqual(await bySql());
      expect(disagreeing(facts)).toEqual([]);
    });

    const today = `(select max(charged_day) from ledger)`;
    const inRecentHour =
      "settled_at_ms / 3600000 = (select (counted_ms + 1) / 3600000 - 1 from activity_cursor)";
    it.each<[string, LedgerCheckName, number]>([
      ["update credit_grants set amount_nanousd = amount_nanousd - 1 where id = 1", "grants", 1],
      ["update organisations set granted_nanousd = granted_nanousd + 1", "grants", 1],
      ["update key_balances set held_nanousd = held_nanousd + 1 where key_id = 3", "holds", 1],
      [
        "update key_balances set credits_held_nanousd = credits_held_nanousd + 1 where key_id = 3",
        ...(["credit_holds", 1] as const),
      ],
      ["update key_balances set usage_nanousd = usage_nanousd + 1 where key_id = 3", "charges", 1],
      [
        "update key_balances set credits_used_nanousd = credits_used_nanousd - 1 where key_id = 3",
        ...(["credit_charges", -1] as const),
      ],
      [
        "update organisations set credits_held_nanousd = credits_held_nanousd + 1",
        ...(["credit_totals", 1] as const),
      ],
      ["update budget_balances set usage_nanousd = usage_nanousd - 1", "budgets", -1],
      [
        `update ledger_days set charged_nanousd = charged_nanousd + 1 where state = 'settled'
        and uses_credits = 1 and day = ${today}`,
        ...(["activity_charges", -1] as const),
      ],
      [
        `update ledger_days set requests = requests - 1 where state = 'released' and day = ${today}
        and uses_credits = 1`,
        ...(["activity_requests", 1] as const),
      ],
      [
        `update activity_days set unbilled_nanousd = unbilled_nanousd + 1 where group_id =
        (select max(group_id) from activity_days where day = ${today}) and day = ${today}`,
        ...(["activity_unbilled", 1] as const),
      ],
      [
        `update ledger set charged_nanousd = charged_nanousd + 1, held_nanousd = held_nanousd + 1
        where request_id = (select max(request_id) from ledger
          where state = 'settled' and ${inRecentHour})`,
        ...(["recent_charges", -1] as const),
      ],
      [
        `update ledger set state = 'released' where request_id = (select max(request_id) from ledger
          where charged_nanousd > 0 and ${inRecentHour})`,
        ...(["recent_states", 1] as const),
      ],
    ])("show a nanodollar or a request that was moved: %s", async (statement, name, difference) => {
      const undo = await copyOf(place, tableOf(statement), { engine, isSpread });
      await rawSql(place.place, statement);
      const { checks } = await sums();
      const found = checks.find((check) => check.name === name)?.sums;
      expect((found?.found ?? 0) - (found?.expected ?? 0)).toBe(difference);
      await undo();
      expect(disagreeing(await sums())).toEqual([]);
    });

    it("stay when retention removes the requests", async () => {
      const before = await sums();
      await store.activity.prune(Date.now() - 20 * hourMs);
      const { states, checks } = await sums();
      expect(states).toEqual(before.states);
      expect(disagreeing({ ...before, checks })).toEqual([]);
    });
  },
);

function disagreeing({ checks }: LedgerFacts) {
  return checks.filter(({ sums }) => sums !== null && sums.expected !== sums.found);
}

function tableOf(update: string): string {
  return update.split(" ")[1] ?? expect.fail("The statement names no table.");
}

/** Keeps the table that a test harms, and gives it back. */
async function copyOf(
  { place }: TestPlace,
  table: string,
  { engine, isSpread }: Engine,
): Promise<() => Promise<void>> {
  await rawSql(place, `create table copy_of_it as select * from ${table}`);
  if (isSpread) await rawSql(place, spreadAs(table));
  return async () => {
    await restore(place, table, { engine, isSpread });
    await rawSql(place, "drop table copy_of_it");
  };
}

type Engine = Required<Pick<TestEngine, "engine" | "isSpread">>;

/** The column that says on which node a row is. */
function placeOf(table: string): readonly string[] {
  return spreadTables.filter(({ name }) => name === table).map(({ workspace }) => workspace);
}

/** The copy of a row is on the row's node. */
function spreadAs(table: string): string {
  const [workspace] = placeOf(table);
  if (workspace !== undefined)
    return `select create_distributed_table('copy_of_it', '${workspace}', colocate_with => '${table}')`;
  const isCopied = copiedTables.some((name) => name === table);
  return isCopied ? "select create_reference_table('copy_of_it')" : "select 1";
}

/** Other tables refer to the rows, so they are changed in place. */
async function restore(
  place: TestPlace["place"],
  table: string,
  { engine, isSpread }: Engine,
): Promise<void> {
  const [sample] = await rawSql(place, `select * from copy_of_it limit 1`);
  const columns = Object.keys(sample ?? {});
  const keys = [...(keysOf[table] ?? []), ...(isSpread ? placeOf(table) : [])];
  const set = columns
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = c.${column}`);
  const same = keys.map((column) => `${table}.${column} = c.${column}`);
  const from = engine === "sqlite" ? `from copy_of_it as c` : `from copy_of_it c`;
  await rawSql(place, `update ${table} set ${set.join(", ")} ${from} where ${same.join(" and ")}`);
}

const keysOf: Readonly<Record<string, readonly string[]>> = {
  credit_grants: ["id"],
  organisations: ["id"],
  key_balances: ["key_id"],
  budget_balances: ["id"],
  ledger_days: ["organisation_id", "day", "state", "uses_credits"],
  activity_days: ["organisation_id", "day", "group_id"],
  ledger: ["request_id"],
};
