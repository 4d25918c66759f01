import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { isProof, someOf } from "@portico/test-support/proof";
import { describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { actorIn } from "../../test/store/actor-in.ts";
import { type BudgetedWorkspace, budgetedWorkspace } from "../../test/store/budgets.ts";
import { engines } from "../../test/store/engines.ts";
import type { Told } from "../../test/store/money-process.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { firstTenant, type Tenant } from "../../test/store/records.ts";
import { type MoneyProcess, startMoneyProcess } from "../../test/store/start-money-process.ts";
import type { TestPlace } from "../../test/store/test-place.ts";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import type { StoreOptions } from "./open-store.ts";
import type { Actor } from "./ports/actor.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { Store } from "./store.ts";

const processes = 4;
const races = isProof ? 20 : 1;
/** Each round kills all its processes: 8 kills on each engine, or 100. */
const killRounds = isProof ? 25 : 2;
const silenceMs = 150;

const isRaced = (told: Told): told is Extract<Told, { raced: number }> => "raced" in told;
const isHeld = (told: Told): told is Extract<Told, { held: string }> => "held" in told;
const isSettled = (told: Told): told is Extract<Told, { settled: string }> => "settled" in told;

function callerOf(tenant: Tenant, key: KeyRecord) {
  const { organisationId, workspaceId } = tenant;
  return sampleCaller({ keyId: key.id, keyHash: key.hash, organisationId, workspaceId });
}

/** What a budget is for. */
const budgeted = [
  ["a workspace", {}],
  ["an end user", { scope: "endUser", endUser: "one" }],
  ["each end user", { scope: "endUser" }],
  ["a tag", { scope: "tag", tag: "project=one" }],
  ["each value of a tag", { scope: "tag", tag: "project" }],
] as const;

describe.each(engines)("several processes on one $engine", ({ makePlace }) => {
  it(`several processes admit exactly what a limit allows, of 1,000 at once, ${races} times`, {
    timeout: 900_000,
  }, async () => {
    await using place = await makePlace();
    const store = await place.open();
    const tenant = await firstTenant(store);
    await using fleet = await startFleet(place);
    for (let round = 0; round < races; round += 1) {
      const key = await tenant.key({ limitNanousd: 10_000 });
      const raced = fleet.members.map((member) => member.until(isRaced));
      const order = {
        do: "race",
        caller: callerOf(tenant, key),
        count: 250,
        nanousd: 1000,
      } as const;
      for (const member of fleet.members) member.order(order);
      const admitted = (await Promise.all(raced)).reduce((sum, { raced: count }) => sum + count, 0);
      expect(admitted).toBe(10);
      expect(await costOf(store, tenant, key)).toBe(10_000);
      expect(await store.keys.get(tenant.organisationId, key.hash)).toMatchObject({
        heldNanousd: 0,
        spentNanousd: 10_000,
      });
    }
  });

  it(`several processes and workspaces admit exactly what credits allow, of 1,000 at once, ${races + 1} times`, {
    timeout: 900_000,
  }, async () => {
    await using place = await makePlace();
    const store = await place.open();
    const first = await firstTenant(store);
    const actor = actorIn(first.organisationId);
    const spaces = await Promise.all(
      Array.from({ length: processes }, () => budgetedWorkspace(store, first)),
    );
    const callers = await Promise.all(
      spaces.map(async ({ tenant, key }) => callerOf(tenant, await key())),
    );
    await using fleet = await startFleet(place, {}, true);
    for (let round = 1; round <= races + 1; round += 1) {
      // Of the larger amount most is handed out in shares.
      const granted = round % 2 === 1 ? 10_000 : 900_000;
      await store.money.grant(actor, { amountNanousd: granted, note: null, createdBy: null });
      const raced = fleet.members.map((member) => member.until(isRaced));
      for (const [index, member] of fleet.members.entries())
        for (const caller of callers.slice(index, index + 1))
          member.order({ do: "race", caller, count: 250, nanousd: 1000 });
      const admitted = (await Promise.all(raced)).reduce((sum, { raced: count }) => sum + count, 0);
      expect(admitted).toBe(granted / 1000);
      const { usedNanousd, heldNanousd, grantedNanousd } = await store.money.credits(
        first.organisationId,
      );
      expect([usedNanousd, heldNanousd]).toEqual([grantedNanousd, 0]);
      expect(await checkInvariants(place.place)).toEqual([]);
    }
  });

  it.each(someOf(budgeted, 2))(
    `several processes admit exactly what the budget of %s allows, of 1,000 at once, ${races} times`,
    {
      timeout: 900_000,
    },
    async (_, subject) => {
      await using place = await makePlace();
      const store = await place.open();
      const first = await firstTenant(store);
      await using fleet = await startFleet(place);
      for (let round = 0; round < races; round += 1) {
        const { tenant, key, budget, state } = await budgetedWorkspace(store, first);
        const made = await budget({ ...subject, limitNanousd: 10_000, limitReset: "daily" });
        const raced = fleet.members.map((member) => member.until(isRaced));
        for (const member of fleet.members) {
          const caller = callerOf(tenant, await key());
          member.order({ do: "race", caller, count: 250, nanousd: 1000, endUser: "one" });
        }
        const admitted = (await Promise.all(raced)).reduce(
          (sum, { raced: count }) => sum + count,
          0,
        );
        expect(admitted).toBe(10);
        const found =
          (await state(made)) ??
          (await store.budgets.each(first.organisationId, made.id, { offset: 0, limit: 9 }))
            ?.records[0];
        expect(found).toMatchObject({ spentNanousd: 10_000, heldNanousd: 0, remainingNanousd: 0 });
        const alerts = await rawSql(
          place.place,
          `select threshold_percent from alerts where subject like 'budget:${made.id}%' order by 1`,
        );
        expect(alerts.map((row) => Number(row["threshold_percent"]))).toEqual([50, 80, 95]);
      }
    },
  );

  it("processes race while budgets come, change and go, without a deadlock", {
    timeout: 900_000,
  }, async () => {
    await using place = await makePlace();
    const store = await place.open();
    const first = await firstTenant(store);
    const { tenant, key, budget } = await budgetedWorkspace(store, first);
    const actor = actorIn(first.organisationId);
    await using fleet = await startFleet(place);
    const raced = fleet.members.map((member) => member.until(isRaced));
    for (const [index, member] of fleet.members.entries())
      member.order({
        ...{ do: "race", caller: callerOf(tenant, await key()), nanousd: 10 },
        ...{ count: isProof ? 2000 : 200, endUser: endUsers[index] ?? "two" },
      });
    let isRacing = true;
    const ended = Promise.all(raced).then(() => {
      isRacing = false;
    });
    while (isRacing) {
      const ids = await makeAndChange(store, actor, budget);
      expect((await checkInvariants(place.place)).filter(isWrong)).toEqual([]);
      for (const id of ids) await store.budgets.delete(actor, id);
    }
    await ended;
    await makeAndChange(store, actor, budget);
    expect(await checkInvariants(place.place)).toEqual([]);
  });

  it(`killed processes lose, double and leave nothing, in ${killRounds * processes} kills`, {
    timeout: 1_800_000,
  }, async () => {
    await using place = await makePlace();
    const store = await place.open({ silenceMs });
    const tenant = await firstTenant(store);
    // A limit that some rounds reach, and budgets that give back and are charged with it.
    const key = await tenant.key({ limitNanousd: 40_000_000 });
    const { organisationId, workspaceId } = tenant;
    for (const scope of ["workspace", "endUser", "tag"] as const)
      await store.budgets.create(actorIn(organisationId), {
        ...{ workspaceId, scope, endUser: null, name: scope, limitNanousd: 41_000_000 },
        ...(scope === "tag" && { tag: "project" }),
        ...{ limitReset: "monthly", raiseNanousd: null, raiseUntilMs: null, createdBy: null },
      });
    for (let round = 0; round < killRounds; round += 1) {
      const told = await loadAndKill(place, callerOf(tenant, key));
      await untilNoHoldIsOpen(store, tenant, key);
      const found = await store.keys.get(tenant.organisationId, key.hash);
      expect(found?.usageNanousd).toBeLessThanOrEqual(40_000_000);
      expect(await costOf(store, tenant, key)).toBe(found?.usageNanousd);
      expect(await checkInvariants(place.place)).toEqual([]);
      await compareLedger(store, tenant, told);
    }
  });
});

/** Requests are under way. */
const isWrong = (finding: string) => !finding.startsWith("a hold is open");
const endUsers = ["one", "two", "one"];

/** A budget of each kind for one workspace. */
async function makeAndChange(
  store: Store,
  actor: Actor,
  budget: BudgetedWorkspace["budget"],
): Promise<readonly string[]> {
  const subjects = [
    ...[{}, { scope: "endUser" }, { scope: "endUser", endUser: "one" }],
    ...[
      { scope: "tag", tag: "project" },
      { scope: "tag", tag: "project=one" },
    ],
  ] as const;
  const ids: string[] = [];
  for (const subject of subjects) {
    const { id } = await budget({ ...subject, limitNanousd: 10_000_000 });
    await store.budgets.update(actor, id, { limitNanousd: 20_000_000 });
    ids.push(id);
  }
  return ids;
}

interface Fleet extends AsyncDisposable {
  readonly members: readonly MoneyProcess[];
}

/** Each goes by the next node where there are several. */
async function startFleet(
  { ways }: TestPlace,
  options: StoreOptions = {},
  enforceCredits = false,
): Promise<Fleet> {
  const members = await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const place = ways[index % ways.length] ?? { inMemory: true };
      return startMoneyProcess({ place, options, enforceCredits });
    }),
  );
  return {
    members,
    async [Symbol.asyncDispose]() {
      await Promise.all(members.map((member) => member.kill()));
    },
  };
}

/** Kills each process at a random moment; the others go on meanwhile. */
async function loadAndKill(
  place: TestPlace,
  caller: ReturnType<typeof callerOf>,
): Promise<readonly Told[]> {
  // The processes must not declare each other dead while the machine is busy.
  await using fleet = await startFleet(place, { silenceMs: 60_000 });
  await Promise.all(
    fleet.members.map(async (member) => {
      const first = member.until(isHeld);
      member.order({ do: "load", caller, lanes: 12, nanousd: 1000, endUser: "one" });
      await first;
      await sleep(Math.random() * 120);
      await member.kill();
    }),
  );
  return fleet.members.flatMap(({ told }) => told);
}

async function untilNoHoldIsOpen(store: Store, tenant: Tenant, key: KeyRecord): Promise<void> {
  await eventually(async () => {
    await store.money.heartbeat("undertaker");
    expect(await store.keys.get(tenant.organisationId, key.hash)).toMatchObject({ heldNanousd: 0 });
  }, 20);
}

async function costOf(store: Store, tenant: Tenant, key: KeyRecord): Promise<number | undefined> {
  const { records } = await store.activity.query(tenant.organisationId, {
    ...{ fromMs: 0, toMs: Date.now() + 86_400_000, groupBy: [], offset: 0, limit: 1 },
    keyId: key.id,
  });
  return records[0]?.costNanousd;
}

/** What a process reported as settled is in the ledger at that cost; its other requests are settled or abandoned. */
async function compareLedger(store: Store, tenant: Tenant, told: readonly Told[]): Promise<void> {
  const settled = new Map(told.filter(isSettled).map((each) => [each.settled, each.cost]));
  for (const { held } of told.filter(isHeld)) {
    const row = await store.activity.generation(tenant.organisationId, held);
    const cost = settled.get(held);
    if (cost !== undefined) expect(row).toMatchObject({ state: "settled", chargedNanousd: cost });
    else expect(["settled", "abandoned"]).toContain(row?.state);
  }
}
