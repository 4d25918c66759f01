import { join } from "node:path";
import { Kysely } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { embedded, type TestPlace } from "../../../test/store/engines.ts";
import type { GenerationQuery } from "../ports/generation.ts";
import type { Tables } from "../schema.ts";
import { databaseFile } from "../sqlite/open-sqlite-store.ts";
import { openSqlite, sqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { createLists, type Lists } from "./lists.ts";

let place: TestPlace;
let database: Kysely<Tables>;
let lists: Lists;
let plansOf: (list: Promise<unknown>) => Promise<readonly string[]>;
beforeAll(async () => {
  place = await embedded.makePlace();
  await (await place.open()).close();
  const folder = "dataFolder" in place.place ? place.place.dataFolder : "";
  const file = await openSqlite(join(folder, databaseFile));
  const prepare = file.prepare.bind(file);
  const asked = new Set<string>();
  file.prepare = (statement) => {
    asked.add(statement);
    return prepare(statement);
  };
  database = new Kysely<Tables>({ dialect: sqliteDialect(file, () => {}) });
  lists = createLists(database, "sqlite");
  plansOf = async (list) => {
    await list;
    const details = [...asked].flatMap((statement) =>
      prepare(`explain query plan ${statement}`)
        .all()
        .map(({ detail }) => String(detail)),
    );
    return details.filter((detail) => /^(SCAN|SEARCH) (ledger|activity|other)/.test(detail));
  };
});
afterAll(async () => {
  await database.destroy();
  await place[Symbol.asyncDispose]();
});

const filters: readonly [string, Omit<GenerationQuery, "limit">, string][] = [
  ["a key", { keyId: 7 }, "ledger_key"],
  ["a key and a status", { keyId: 7, status: 418 }, "ledger_key"],
  ["a key and a kind of failure", { keyId: 7, errorKind: "absent" }, "ledger_key"],
  ["a key and a cost", { keyId: 7, minNanousd: 1 }, "ledger_key"],
  ["a cost", { minNanousd: 1 }, "ledger_settled"],
  ["a status", { status: 418 }, "ledger_failed"],
  ["an end user", { endUser: "a" }, "ledger_end_user"],
  ["a session", { sessionId: "a" }, "ledger_session"],
];

it.each(filters)("finds the requests of %s by an index", async (_, filter, index) => {
  const plans = await plansOf(lists.generations("o", { ...filter, limit: 10 }));
  expect(plans.join("\n")).toContain(index);
  expect(plans.filter((plan) => /^SCAN ledger/.test(plan))).toEqual([]);
});

it("finds the sessions of agents by indexes", async () => {
  for (const filter of [{}, { keyId: 7 }, { sessionId: "a" }, { model: "m" }]) {
    const plans = await plansOf(lists.agentSessions("o", { ...filter, limit: 10 }));
    expect(plans.filter((plan) => /^SCAN (ledger|other)/.test(plan))).toEqual([]);
    const ofOther = plans.filter((plan) => plan.startsWith("SEARCH other"));
    expect(ofOther.length).toBeGreaterThan(0);
    for (const plan of ofOther) expect(plan).toContain("INDEX ledger_session (organisation_id=?");
  }
});

it.each(["day", "hour"] as const)(
  "sums activity by the %s without reading all",
  async (granularity) => {
    for (const groupBy of [
      ["day", "key", "model", "provider", "app"],
      ["key"],
      ["app"],
      [],
    ] as const) {
      const page = { fromMs: 0, toMs: 1, offset: 0, limit: 10, granularity };
      const plans = await plansOf(lists.query("o", { ...page, groupBy }));
      expect(
        plans.filter((plan) => /^SCAN (ledger|activity_(days|hours|day_times))/.test(plan)),
      ).toEqual([]);
    }
  },
);
