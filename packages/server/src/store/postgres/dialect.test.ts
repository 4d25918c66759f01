import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { firstTenant } from "../../../test/store/records.ts";
import type { Store } from "../store.ts";
import { Connection } from "./connections.ts";
import { statements } from "./pipeline.ts";
import "./postgres-hot-statements.ts";
import { spreadTables } from "./spread/spread-tables.ts";

/** Of admission, settlement and what gives holds back: each is made when its module is loaded. */
const texts = statements.map(({ text }) => text);

const hotTables = [
  ...["organisations", "key_balances", "budget_balances", "shares", "holds", "ledger"],
  ...["ledger_attempts", "activity_days", "unbilled_days", "alerts", "processes"],
];

/** What a distributed engine lacks, or does with a commit of several nodes. */
const refused: Readonly<Record<string, (text: string) => boolean>> = {
  "an advisory lock": (text) => /\bpg_(try_)?advisory_/i.test(text),
  "several writes of one table in one statement": (text) =>
    hotTables.some((table) => (text.match(writesOf(table)) ?? []).length > 1),
  "an expression that conflicts are found by": (text) =>
    /on conflict\s*\([^)]*[^\w\s,)]/i.test(text),
  "code in the database": (text) => /\bdo \$|\blanguage\b|\bportico_\w+\s*\(/i.test(text),
  "a lock of a whole table": (text) => /\block table\b/i.test(text),
  "what a session keeps": (text) =>
    /\b(listen|notify|temp|temporary|declare|prepare)\b/i.test(text),
};

function writesOf(table: string): RegExp {
  return new RegExp(`\\b(insert into|update|delete from)\\s+${table}\\b`, "gi");
}

const findingsIn = (asked: readonly string[]) =>
  asked.flatMap((text) =>
    Object.entries(refused).flatMap(([what, isIn]) =>
      isIn(text.replaceAll('"', "")) ? [`${what}: ${text}`] : [],
    ),
  );

let place: TestPlace;
let store: Store;
beforeAll(async () => {
  const postgres = engines.find(({ engine }) => engine === "postgres");
  if (postgres === undefined) throw new Error("There is no PostgreSQL.");
  place = await postgres.makePlace();
  store = await place.open();
  await firstTenant(store);
});
afterAll(() => place[Symbol.asyncDispose]());

it("the statements of admission and settlement need nothing that a distributed engine lacks", () => {
  expect(texts.length).toBeGreaterThan(30);
  // Settlements share it, so that hours are counted once: a lock of a row would keep them waiting while hours are counted.
  const [known, ...others] = findingsIn(texts);
  expect(known).toMatch(/^an advisory lock: select pg_advisory_xact_lock_shared\(\d+\)$/);
  expect(others).toEqual([]);
});

/** How often a statement names a spread table without the workspaces of its batch, which are its last parameter. */
function unplacedIn(text: string): number {
  const names = spreadTables.map(({ name }) => name).join("|");
  const named = text.match(new RegExp(`\\b(from|join|update)\\s+(${names})\\b`, "gi")) ?? [];
  const last = Math.max(...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  const isPlaced = new RegExp(`workspace(_id)? = (any\\(\\$${last}::text\\[\\]\\)|\\$2 )`, "g");
  return named.length - (text.match(isPlaced) ?? []).length;
}

it("where tables are spread, a statement touches the node of its batch alone", () => {
  const sent = statements.map(({ text, spread }) => spread?.text ?? text);
  const several = sent.filter((text) => unplacedIn(text) > 0);
  // Credits are an organisation's: once a share of them is used up, all nodes are asked.
  const isOfCredits = /credits_kept|balance_id is null|organisation_id = any\(\$1/;
  expect(several.filter((text) => !isOfCredits.test(text))).toEqual([]);
  expect(several).toHaveLength(6);
});

it.each([
  ["select 1 from holds h where h.request_id = any($1::text[])", 1],
  ["update ledger l set a = 1 where l.id = $1 and l.workspace_id = any($2::text[])", 0],
  ["select 1 from holds h join ledger l on l.a = h.a where h.workspace = any($2::text[])", 1],
  ["delete from shares where id = any($1::bigint[])", 1],
])("the gate counts what is not placed in %s", (text, count) => {
  expect(unplacedIn(text)).toBe(count);
});

it("a heartbeat needs nothing of it either", async () => {
  const asked = vi.spyOn(Connection.prototype, "query");
  await store.money.heartbeat("process");
  await store.money.holdsOf("process");
  await store.money.farewell("process");
  const sent = asked.mock.calls.map(([text]) => text);
  asked.mockRestore();
  expect(sent.length).toBeGreaterThan(3);
  expect(findingsIn(sent)).toEqual([]);
});

it("no table of the hot path has a trigger, and no function is called by it", async () => {
  const names = hotTables.map((table) => `'${table}'::regclass`).join(", ");
  expect(
    await rawSql(
      place.place,
      `select tgname from pg_trigger where not tgisinternal and tgrelid in (${names})`,
    ),
  ).toEqual([]);
});

it.each([
  ["select pg_advisory_xact_lock(1)", "an advisory lock"],
  [
    "with a as (update holds set x = 1), b as (delete from holds) select 1",
    "several writes of one table in one statement",
  ],
  [
    "insert into activity_days (a) values (1) on conflict (coalesce(a, '')) do nothing",
    "an expression that conflicts are found by",
  ],
  ["select * from portico_admit_3($1)", "code in the database"],
  ["lock table holds in row exclusive mode", "a lock of a whole table"],
])("the gate finds %s", (text, what) => {
  expect(findingsIn([text])).toEqual([`${what}: ${text}`]);
});

it("the gate lets pass what adds to a row that is there", () => {
  expect(
    texts.filter((text) => /on conflict (\(organisation_id, day|on constraint)/.test(text)),
  ).toHaveLength(2);
});
