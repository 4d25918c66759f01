import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import {
  admitted,
  type BudgetedWorkspace,
  bookingOf,
  budgetedWorkspace,
  refusedBy,
  tagged,
} from "../../test/store/budgets.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import { BudgetTaken, WorkspaceMissing } from "./ports/errors.ts";
import type { Store } from "./store.ts";

const at = (text: string) => Date.parse(text);

describe.each(engines)("budgets above the key, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let first: Tenant;
  let space: BudgetedWorkspace;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    first = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const fresh = async () => {
    space = await budgetedWorkspace(store, first);
    return space;
  };
  const actor = () => actorIn(first.organisationId);

  const checkOfBudgets = async () => {
    const { checks } = await store.ledger.sums(first.organisationId, {});
    const found = checks.find(({ name }) => name === "budgets")?.sums;
    return (found?.found ?? 0) - (found?.expected ?? 0);
  };

  it("all keys of a workspace share its budget, and other workspaces do not", async () => {
    const { key, budget, spend, ask, state } = await fresh();
    const made = await budget({ limitNanousd: 250, limitReset: "monthly" });
    const [one, two] = [await key(), await key()];
    expect(await spend(one, 100)).toMatchObject(admitted);
    expect(await spend(two, 100)).toMatchObject(admitted);
    const nowMs = at("2026-11-22T10:00:00Z");
    expect(await ask(one, 60, { nowMs })).toMatchObject({
      ...refusedBy("workspace", 50),
      limit: {
        budgetId: made.id,
        limitNanousd: 250,
        heldNanousd: 0,
        resetsAtMs: at("2026-12-01T00:00:00Z"),
      },
    });
    expect(await spend(await first.key(), 1000)).toMatchObject(admitted);
    expect(await state(made)).toMatchObject({ spentNanousd: 200, remainingNanousd: 50 });
  });

  it.each(["workspace", "endUser", "tag"] as const)(
    "what a process of before charged without the budget of a %s shows, and counts when the budget is saved again",
    async (scope) => {
      const { key, budget, spend, ask, state } = await fresh();
      const endUser = scope === "endUser" ? "a" : null;
      const tag = scope === "tag" ? "project=a" : null;
      const made = await budget({ scope, endUser, tag, limitReset: "daily" });
      const one = await key();
      const change = { endUser: "a", ...tagged({ project: "a" }), nowMs: Date.now() };
      const before = await checkOfBudgets();
      await spend(one, 300, change);
      await ask(one, 50, change);
      const sums = ["usage", "usage_day", "usage_week", "usage_month"]
        .map((name) => `${name}_nanousd = ${name}_nanousd - 200`)
        .join(", ");
      await rawSql(
        place.place,
        `update budget_balances set ${sums} where workspace_id = '${one.workspaceId}'`,
      );
      expect(await state(made)).toMatchObject({ spentNanousd: 100 });
      expect(await checkOfBudgets()).toBe(before - 200);
      await store.budgets.update(actor(), made.id, {});
      expect(await state(made)).toMatchObject({ spentNanousd: 300, heldNanousd: 50 });
      expect(await checkOfBudgets()).toBe(before);
      await store.budgets.update(actor(), made.id, {});
      expect(await state(made)).toMatchObject({ spentNanousd: 300, heldNanousd: 50 });
    },
  );

  it("a hold takes what is left of the smallest limit that covers it", async () => {
    const { key, budget, ask, state } = await fresh();
    await budget({ limitNanousd: 500 });
    const own = await budget({ scope: "endUser", limitNanousd: 300 });
    const wanted = { minimumNanousd: 1, desiredNanousd: 900, endUser: "a" };
    const some = await key({ limitNanousd: 400 });
    expect(await ask(some, 0, wanted)).toMatchObject({ heldNanousd: 300 });
    expect(await ask(some, 0, { ...wanted, endUser: "b" })).toMatchObject({ heldNanousd: 100 });
    expect(await ask(await key(), 0, { ...wanted, endUser: "b" })).toMatchObject({
      heldNanousd: 100,
    });
    expect(await state(own)).toBeNull();
    expect(await store.budgets.each(first.organisationId, own.id, page)).toMatchObject({
      records: [
        { name: "a", heldNanousd: 300, remainingNanousd: 0 },
        { name: "b", heldNanousd: 200, remainingNanousd: 100 },
      ],
    });
  });

  it("each end user has the budget for all, except those with one of their own", async () => {
    const { key, budget, spend, state } = await fresh();
    const any = await key();
    await budget({ scope: "endUser", limitNanousd: 100 });
    const own = await budget({ scope: "endUser", endUser: "large", limitNanousd: 300 });
    expect(await spend(any, 100, { endUser: "one" })).toMatchObject(admitted);
    expect(await spend(any, 1, { endUser: "one" })).toMatchObject(refusedBy("endUser", 0));
    expect(await spend(any, 100, { endUser: "two" })).toMatchObject(admitted);
    expect(await spend(any, 250, { endUser: "large" })).toMatchObject(admitted);
    expect(await spend(any, 51, { endUser: "large" })).toMatchObject(refusedBy("endUser", 50));
    expect(await spend(any, 5000)).toMatchObject(admitted);
    expect(await state(own)).toMatchObject({ spentNanousd: 250, remainingNanousd: 50 });
  });

  it("the key refuses before its end user's budget, and that before the workspace's", async () => {
    const { key, budget, ask } = await fresh();
    await budget({ limitNanousd: 30 });
    await budget({ scope: "endUser", limitNanousd: 20 });
    const small = await key({ limitNanousd: 10 });
    expect(await ask(small, 50, { endUser: "a" })).toMatchObject(refusedBy("key", 10));
    expect(await ask(await key(), 50, { endUser: "a" })).toMatchObject(refusedBy("endUser", 20));
    expect(await ask(await key(), 50)).toMatchObject(refusedBy("workspace", 30));
  });

  it("a budget that is made in the middle of a period counts what is spent and held", async () => {
    const { key, budget, spend, ask, state, tenant } = await fresh();
    const some = await key();
    const old = at("2026-01-05T00:00:00Z");
    await spend(some, 7000, { endUser: "a", nowMs: old });
    await spend(some, 40, { endUser: "a" });
    const open = admitRequest(some, { endUser: "a" });
    await store.money.admit([open]);
    const gone = await key();
    await spend(gone, 5);
    await store.keys.delete(actor(), gone.hash);
    const whole = await budget({ limitNanousd: 400, limitReset: "monthly" });
    const all = await budget({ scope: "endUser", limitNanousd: 300, limitReset: "monthly" });
    const own = await budget({ scope: "endUser", endUser: "a", limitNanousd: 200 });
    expect(await state(whole)).toMatchObject({ spentNanousd: 45, heldNanousd: 100 });
    expect(await state(own)).toMatchObject({ spentNanousd: 7040, heldNanousd: 100 });
    await store.budgets.delete(actor(), own.id);
    expect(await ask(some, 161, { endUser: "a" })).toMatchObject(refusedBy("endUser", 160));
    await store.money.settle([bookingOf(tenant, open, 70)]);
    expect(await state(whole)).toMatchObject({ spentNanousd: 115, heldNanousd: 0 });
    expect(await store.budgets.each(first.organisationId, all.id, page)).toMatchObject({
      records: [{ name: "a", spentNanousd: 110, heldNanousd: 0 }],
    });
  });

  it("an end user who is seen for the first time after the budget brings what was spent before", async () => {
    const { key, budget, spend, ask } = await fresh();
    const some = await key();
    await spend(some, 80, { endUser: "early" });
    await budget({ scope: "endUser", limitNanousd: 100, limitReset: "weekly" });
    expect(await ask(some, 21, { endUser: "early" })).toMatchObject(refusedBy("endUser", 20));
  });

  it("end users who are refused leave nothing behind", async () => {
    const { key, budget, ask, tenant } = await fresh();
    await budget({ scope: "endUser", limitNanousd: 100 });
    const some = await key();
    for (const endUser of ["a", "b", "c"]) await ask(some, 101, { endUser });
    await ask(some, 0, { endUser: "free" });
    const rows = await rawSql(
      place.place,
      `select end_user from budget_balances where workspace_id = '${tenant.workspaceId}'`,
    );
    expect(rows.map((row) => row["end_user"])).toEqual(["free"]);
  });

  it("a raise ends by itself", async () => {
    const { key, budget, ask, state } = await fresh();
    const some = await key();
    const nowMs = Date.now();
    const made = await budget({
      limitNanousd: 100,
      raiseNanousd: 50,
      raiseUntilMs: nowMs + 60_000,
    });
    expect(await state(made)).toMatchObject({ limitNanousd: 150, raiseUntilMs: nowMs + 60_000 });
    expect(await ask(some, 151)).toMatchObject(refusedBy("workspace", 150));
    expect(await ask(some, 101, { nowMs: nowMs + 60_000 })).toMatchObject(
      refusedBy("workspace", 100),
    );
    await store.budgets.update(actor(), made.id, { raiseUntilMs: nowMs - 1 });
    expect(await state(made)).toMatchObject({ limitNanousd: 100, raiseUntilMs: null });
    expect(await ask(some, 101)).toMatchObject(refusedBy("workspace", 100));
  });

  it.each([
    ["daily", "2026-11-21T23:59:59.999Z", "2026-11-22T00:00:00Z"],
    ["weekly", "2026-11-22T23:59:59.999Z", "2026-11-23T00:00:00Z"],
    ["monthly", "2028-02-29T23:59:59.999Z", "2028-03-01T00:00:00Z"],
    ["weekly", "2026-12-31T12:00:00Z", "2027-01-04T00:00:00Z"],
  ] as const)("%s: full until %s, empty at %s", async (limitReset, last, next) => {
    const { key, budget, spend } = await fresh();
    const [one, two] = [await key(), await key()];
    await budget({ limitNanousd: 100, limitReset });
    await budget({ scope: "endUser", endUser: "a", limitNanousd: 60, limitReset });
    // The budget must not know of today, which is later.
    await rawSql(place.place, "update budget_balances set day = 0");
    const named = { endUser: "a" };
    expect(await spend(one, 60, { nowMs: at(last) - 7_200_000, ...named })).toMatchObject(admitted);
    expect(await spend(two, 1, { nowMs: at(last), ...named })).toMatchObject(
      refusedBy("endUser", 0),
    );
    expect(await spend(two, 41, { nowMs: at(last) })).toMatchObject(refusedBy("workspace", 40));
    expect(await spend(two, 60, { nowMs: at(next), ...named })).toMatchObject(admitted);
    expect(await spend(one, 1, { nowMs: at(next), ...named })).toMatchObject(
      refusedBy("endUser", 0),
    );
    expect(await spend(one, 41, { nowMs: at(next) + 1 })).toMatchObject(refusedBy("workspace", 40));
  });

  it("a daily budget is granted once per day, even if the clock jumps around midnight", async () => {
    const { key, budget, spend } = await fresh();
    const [one, two] = [await key(), await key()];
    await budget({ limitNanousd: 100, limitReset: "daily" });
    await rawSql(place.place, "update budget_balances set day = 0");
    const noon = at("2026-11-21T23:30:00Z");
    const hour = 3_600_000;
    expect(await spend(one, 100, { nowMs: noon + hour })).toMatchObject(admitted);
    expect(await spend(two, 1, { nowMs: noon })).toMatchObject(refusedBy("workspace", 0));
    expect(await spend(two, 1, { nowMs: noon + hour + 1 })).toMatchObject(
      refusedBy("workspace", 0),
    );
    expect(await spend(two, 100, { nowMs: noon + 25 * hour })).toMatchObject(admitted);
  });

  it("cancelled holds are given back, abandoned ones are charged, corrected and refunded", async () => {
    const { key, budget, state, tenant } = await fresh();
    const some = await key();
    const whole = await budget({ limitReset: "daily" });
    const own = await budget({ scope: "endUser", endUser: "a" });
    const asked = [1, 2, 3].map(() => admitRequest(some, { endUser: "a" }));
    const [cancelled, corrected, refunded] = asked;
    await store.money.admit(asked);
    const both = async (expected: object) => {
      expect(await state(whole)).toMatchObject(expected);
      expect(await state(own)).toMatchObject(expected);
    };
    await both({ spentNanousd: 0, heldNanousd: 300 });
    if (cancelled === undefined || corrected === undefined || refunded === undefined) return;
    await store.money.cancel([cancelled]);
    await both({ spentNanousd: 0, heldNanousd: 200 });
    await store.money.abandon([corrected, refunded]);
    await both({ spentNanousd: 200, heldNanousd: 0 });
    await store.money.settle([bookingOf(tenant, corrected, 30)]);
    await both({ spentNanousd: 130, heldNanousd: 0 });
    expect(await store.money.refund(actor(), refunded.generationId)).toBe(true);
    await both({ spentNanousd: 30, heldNanousd: 0 });
  });

  it("a charge of before the budget is given back to it", async () => {
    const { key, budget, state } = await fresh();
    const some = await key();
    const asked = admitRequest(some, { endUser: "a" });
    await store.money.admit([asked]);
    await store.money.abandon([asked]);
    const whole = await budget();
    const all = await budget({ scope: "endUser" });
    expect(await state(whole)).toMatchObject({ spentNanousd: 100 });
    await store.money.refund(actor(), asked.generationId);
    expect(await state(whole)).toMatchObject({ spentNanousd: 0 });
    expect(await store.budgets.each(first.organisationId, all.id, page)).toMatchObject({
      records: [{ name: "a", spentNanousd: 0 }],
    });
  });

  it("a request that costs nothing passes a budget that is used up", async () => {
    const { key, budget, spend } = await fresh();
    const some = await key();
    await budget({ limitNanousd: 10 });
    expect(await spend(some, 10)).toMatchObject(admitted);
    const free = { minimumNanousd: 0, desiredNanousd: 0, usesCredits: false };
    expect(await spend(some, 0, free)).toMatchObject({ ...admitted, heldNanousd: 0 });
  });

  it("the gate refuses for the workspace's budget", async () => {
    const { key, budget, spend, ask } = await fresh();
    const some = await key();
    await budget({ limitNanousd: 10 });
    expect(await ask(some, 1, { isGate: true })).toMatchObject({ ...admitted, heldNanousd: 0 });
    await spend(some, 10);
    expect(await ask(some, 1, { isGate: true })).toMatchObject(refusedBy("workspace", 0));
  });

  it("a deleted budget limits nothing, and made again it knows everything", async () => {
    const { key, budget, spend, state, tenant } = await fresh();
    const some = await key();
    const gone = await budget({ limitNanousd: 150 });
    await spend(some, 100);
    const open = admitRequest(some, { minimumNanousd: 50, desiredNanousd: 50 });
    await store.money.admit([open]);
    expect(await store.budgets.delete(actor(), gone.id)).toBe(true);
    expect(await store.budgets.get(first.organisationId, gone.id)).toBeNull();
    expect(await spend(some, 400)).toMatchObject(admitted);
    const again = await budget({ limitNanousd: 1000 });
    expect(await state(again)).toMatchObject({ spentNanousd: 500, heldNanousd: 50 });
    await store.money.settle([bookingOf(tenant, open, 20)]);
    expect(await state(again)).toMatchObject({ spentNanousd: 520, heldNanousd: 0 });
  });

  it("a subject has one budget, in a workspace that exists", async () => {
    const { budget } = await fresh();
    await budget();
    await budget({ scope: "endUser" });
    await budget({ scope: "endUser", endUser: "a" });
    await expect(budget()).rejects.toThrow(BudgetTaken);
    await expect(budget({ scope: "endUser" })).rejects.toThrow(BudgetTaken);
    await expect(budget({ scope: "endUser", endUser: "a" })).rejects.toThrow(BudgetTaken);
    await expect(budget({ workspaceId: "none" })).rejects.toThrow(WorkspaceMissing);
  });

  it("no other organisation reaches a budget", async () => {
    const { budget } = await fresh();
    const { id } = await budget();
    const stranger = actorIn("another");
    expect(await store.budgets.get("another", id)).toBeNull();
    expect(await store.budgets.update(stranger, id, { name: "x" })).toBeNull();
    expect(await store.budgets.delete(stranger, id)).toBe(false);
    expect(await store.budgets.list("another", page)).toMatchObject({ totalCount: 0 });
  });

  it("the limits that can refuse a key are listed, the one that binds next first", async () => {
    const { key, budget, spend } = await fresh();
    const some = await key({ limitNanousd: 500 });
    const whole = await budget({ limitNanousd: 400 });
    const all = await budget({ scope: "endUser", limitNanousd: 450 });
    await spend(some, 100, { endUser: "a" });
    const found = await store.budgets.bindingFor(some.id, "a");
    expect(
      found.map(({ of, budgetId, remainingNanousd }) => [of, budgetId, remainingNanousd]),
    ).toEqual([
      ["workspace", whole.id, 300],
      ["endUser", all.id, 350],
      ["key", null, 400],
    ]);
    const unseen = await store.budgets.bindingFor((await key()).id, "b");
    expect(unseen.map(({ of, remainingNanousd }) => [of, remainingNanousd])).toEqual([
      ["workspace", 300],
      ["endUser", 450],
    ]);
  });

  it("a key has no more requests in flight than its limit", async () => {
    const some = await first.key({ maxRequestsInFlight: 2 });
    const asked = [1, 2, 3].map(() => admitRequest(some));
    expect(await store.money.admit(asked)).toMatchObject([
      admitted,
      admitted,
      { outcome: "rateLimited", of: "requestsInFlight", rate: { limit: 2, remaining: 0 } },
    ]);
    expect(await store.money.admit([admitRequest(some, { isGate: true })])).toMatchObject([
      { outcome: "rateLimited", of: "requestsInFlight" },
    ]);
    const [one, two] = asked;
    if (one === undefined || two === undefined) return;
    await store.money.settle([bookingOf(first, one, 10)]);
    const third = admitRequest(some);
    expect(await store.money.admit([third])).toMatchObject([admitted]);
    await store.money.cancel([two]);
    await store.money.abandon([third]);
    expect(await store.money.admit([1, 2, 3].map(() => admitRequest(some)))).toMatchObject([
      admitted,
      admitted,
      { outcome: "rateLimited" },
    ]);
  });
});

const page = { offset: 0, limit: 10 };
