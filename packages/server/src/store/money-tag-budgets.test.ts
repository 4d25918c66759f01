import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import { BudgetTaken } from "./ports/errors.ts";
import type { Store } from "./store.ts";

const page = { offset: 0, limit: 10 };

describe.each(engines)("budgets of tags, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let first: Tenant;
  let space: BudgetedWorkspace;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    first = await firstTenant(store);
  });
  beforeEach(async () => {
    space = await budgetedWorkspace(store, first);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const actor = () => actorIn(first.organisationId);

  it("each value of a tag has the budget of its name, except those with one of their own", async () => {
    const { key, budget, spend, ask, state } = space;
    const any = await key();
    await spend(any, 30, tagged({ project: "a=b", feature: "x" }));
    const held = admitRequest(any, {
      minimumNanousd: 70,
      desiredNanousd: 70,
      ...tagged({ project: "a=b" }),
    });
    await store.money.admit([held]);
    const each = await budget({ scope: "tag", tag: "project", limitNanousd: 100 });
    const own = await budget({ scope: "tag", tag: "project=large", limitNanousd: 300 });
    const ofTag = (remainingNanousd: number, tag: string) => ({
      ...refusedBy("tag", remainingNanousd),
      limit: { tag },
    });
    expect(await ask(any, 0, tagged({ project: "a=b" }))).toMatchObject(admitted);
    expect(await spend(any, 1, tagged({ project: "a=b" }))).toMatchObject(ofTag(0, "project=a=b"));
    await store.money.settle([bookingOf(space.tenant, held, 10)]);
    expect(await spend(any, 60, tagged({ project: "a=b" }))).toMatchObject(admitted);
    expect(await spend(any, 250, tagged({ project: "large" }))).toMatchObject(admitted);
    expect(await spend(any, 51, tagged({ project: "large", feature: "x" }))).toMatchObject(
      ofTag(50, "project=large"),
    );
    expect(await spend(any, 5000, tagged({ feature: "x" }))).toMatchObject(admitted);
    expect(await spend(any, 5000, { endUser: "project" })).toMatchObject(admitted);
    expect(await state(each)).toBeNull();
    expect(await state(own)).toMatchObject({ spentNanousd: 250, remainingNanousd: 50 });
    expect(await store.budgets.each(first.organisationId, each.id, page)).toMatchObject({
      records: [{ name: "a=b", spentNanousd: 100, heldNanousd: 0, remainingNanousd: 0 }],
    });
    expect(each).toMatchObject({ scope: "tag", tag: "project", endUser: null });
    expect(own).toMatchObject({ scope: "tag", tag: "project=large", endUser: null });
    await expect(budget({ scope: "tag", tag: "project=large" })).rejects.toThrow(BudgetTaken);
    const found = await store.budgets.bindingFor(any.id, null, { project: "large" });
    expect(found).toMatchObject([{ of: "tag", budgetId: own.id, remainingNanousd: 50 }]);
    await store.budgets.delete(actor(), each.id);
    expect(await spend(any, 900, tagged({ project: "a=b" }))).toMatchObject(admitted);
    expect(await spend(any, 51, tagged({ project: "large" }))).toMatchObject(refusedBy("tag", 50));
  });

  it("a tag's budget begins again with its period, and gets back what is refunded", async () => {
    const { key, budget, spend, ask, state } = space;
    const any = await key();
    const made = await budget({ scope: "tag", tag: "project=a", limitReset: "daily" });
    const project = tagged({ project: "a" });
    const lost = admitRequest(any, { minimumNanousd: 700, desiredNanousd: 700, ...project });
    await store.money.admit([lost]);
    await store.money.abandon([lost]);
    expect(await state(made)).toMatchObject({ spentNanousd: 700, heldNanousd: 0 });
    await store.money.refund(actor(), lost.generationId);
    expect(await state(made)).toMatchObject({ spentNanousd: 0, remainingNanousd: 1000 });
    await spend(any, 1000, project);
    expect(await ask(any, 1, project)).toMatchObject(refusedBy("tag", 0));
    const nowMs = Date.now() + 86_400_000;
    expect(await ask(any, 1000, { ...project, nowMs })).toMatchObject(admitted);
  });
});
