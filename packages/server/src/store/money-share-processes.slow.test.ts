import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { isProof } from "@portico/test-support/proof";
import { describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { actorIn } from "../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import type { Told } from "../../test/store/money-process.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import { type MoneyProcess, startMoneyProcess } from "../../test/store/start-money-process.ts";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import type { Store } from "./store.ts";

const rounds = isProof ? 25 : 2;
const nanousd = 1000;
const plenty = 1_000_000 * nanousd;
const isHeld = (told: Told): told is Extract<Told, { held: string }> => "held" in told;

interface World {
  readonly store: Store;
  readonly tenant: Tenant;
  readonly budgetId: string;
  load(): Promise<MoneyProcess>;
  count(table: "shares" | "holds"): Promise<number>;
  /** The requests that were ever admitted. */
  admitted(): Promise<number>;
}

/** A workspace's budget and enforced credits, and processes that spend both. */
async function makeWorld(place: TestPlace): Promise<World> {
  // The processes must not declare each other dead while the machine is busy.
  const store = await place.open({ silenceMs: 150 });
  const tenant = await firstTenant(store);
  const { organisationId, workspaceId } = tenant;
  const actor = actorIn(organisationId);
  await store.money.grant(actor, { amountNanousd: plenty, note: null, createdBy: null });
  const { id: budgetId } = await store.budgets.create(actor, {
    ...{ workspaceId, scope: "workspace", endUser: null, name: "shared", limitNanousd: plenty },
    ...{ limitReset: "monthly", raiseNanousd: null, raiseUntilMs: null, createdBy: null },
  });
  let started = 0;
  const numberOf = async (statement: string) => {
    const [row] = await rawSql(place.place, statement);
    return Number(row?.["count"]);
  };
  return {
    store,
    tenant,
    budgetId,
    async load() {
      const options = { silenceMs: 60_000 };
      const way = place.ways[started % place.ways.length] ?? place.place;
      started += 1;
      const member = await startMoneyProcess({ place: way, options, enforceCredits: true });
      const key = await tenant.key();
      const caller = sampleCaller({
        ...{ keyId: key.id, keyHash: key.hash, organisationId, workspaceId },
      });
      const first = member.until(isHeld);
      member.order({ do: "load", caller, lanes: 12, nanousd });
      await first;
      return member;
    },
    count: (table) => numberOf(`select count(*) as count from ${table}`),
    // One statement: between two, a request that settles would move from the holds to the ledger, and count twice.
    admitted: () =>
      numberOf("select (select count(*) from holds) + (select count(*) from ledger) as count"),
  };
}

/** A new process finds all that is left, to the last nanodollar, also what dead processes had shares of. */
async function useUp({ store, tenant, budgetId }: World): Promise<void> {
  const actor = actorIn(tenant.organisationId);
  const state = async () => (await store.budgets.get(tenant.organisationId, budgetId))?.state;
  const spentNanousd = (await state())?.spentNanousd ?? 0;
  const credits = await store.money.credits(tenant.organisationId);
  expect(credits).toMatchObject({ usedNanousd: spentNanousd, heldNanousd: 0 });
  const left = credits.grantedNanousd - credits.usedNanousd;
  const key = await tenant.key();
  const ask = (minimumNanousd: number) =>
    store.money.admit([
      admitRequest(key, { minimumNanousd, desiredNanousd: minimumNanousd, enforceCredits: true }),
    ]);
  // The budget is as large as the credits.
  expect(await ask(left + 1)).toMatchObject([{ outcome: "outOfCredits", of: "workspace" }]);
  await store.budgets.update(actor, budgetId, { limitNanousd: 2 * plenty });
  expect(await ask(left + 1)).toMatchObject([
    { outcome: "outOfCredits", of: "organisation", remainingNanousd: left },
  ]);
  expect(await ask(left)).toMatchObject([{ outcome: "admitted", heldNanousd: left }]);
}

describe.each(engines)("processes with shares on $engine", ({ engine, makePlace }) => {
  it(`that are killed lose, double and keep nothing, in ${4 * rounds} kills`, {
    timeout: 1_800_000,
  }, async () => {
    await using place = await makePlace();
    const world = await makeWorld(place);
    for (let round = 0; round < rounds; round += 1) {
      const members = await Promise.all(Array.from({ length: 4 }, world.load));
      await Promise.all(
        members.map(async (member) => {
          await sleep(Math.random() * 300);
          await member.kill();
        }),
      );
      await eventually(async () => {
        await world.store.money.heartbeat("undertaker");
        expect(await world.count("holds")).toBe(0);
      }, 20);
      expect(await checkInvariants(place.place)).toEqual([]);
    }
    expect((await world.count("shares")) > 0).toBe(engine === "postgres");
    await useUp(world);
    expect(await world.count("shares")).toBe(0);
  });

  // SQLite has no shares, and its file stays locked while its writer stands still.
  if (engine === "sqlite") return;
  it("that stand still keep no money from others, and admit nothing after a limit was lowered", async () => {
    await using place = await makePlace();
    const world = await makeWorld(place);
    await using frozen = await world.load();
    await using other = await world.load();
    frozen.signal("SIGSTOP");
    // The database ends what the frozen one has under way.
    await other.until(isHeld);
    const actor = actorIn(world.tenant.organisationId);
    await eventually(
      () => world.store.budgets.update(actor, world.budgetId, { limitNanousd: nanousd }),
      20,
    );
    expect(await world.count("shares")).toBe(4);
    const before = await world.admitted();
    const ended = Promise.allSettled([frozen.until(isNever), other.until(isNever)]);
    frozen.signal("SIGCONT");
    // A process ends where a request of it is refused.
    await ended;
    expect(await world.admitted()).toBe(before);
    await eventually(async () => {
      await world.store.money.heartbeat("undertaker");
      expect(await world.count("holds")).toBe(0);
    }, 20);
    expect((await checkInvariants(place.place)).filter(isWrong)).toEqual([]);
  }, 300_000);
});

const isNever = (told: Told): told is never => told === null;
/** The limit was lowered below what is spent. */
const isWrong = (finding: string) => !finding.startsWith("a budget is exceeded");
