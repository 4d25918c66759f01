import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { actorIn } from "../../test/store/actor-in.ts";
import { BudgetModel, type ModelRequest } from "../../test/store/budget-model.ts";
import { type BudgetedWorkspace, bookingOf, budgetedWorkspace } from "../../test/store/budgets.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { Store } from "./store.ts";

const runs = isProof ? 100 : 6;
const node = fc.nat(2);

const ask = fc.record({
  node,
  // Several at once are what makes a budget hot.
  amounts: fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }),
  endUser: fc.constantFrom(null, null, "a"),
});
const close = fc.record({
  node,
  do: fc.constantFrom("settle" as const, "settle" as const, "cancel" as const, "abandon" as const),
  which: fc.array(fc.nat(200), { minLength: 1, maxLength: 6 }),
  cost: fc.nat(35),
});
const refund = fc.record({ node, refund: fc.nat(200) });
/** Null ends the budget. Few requests pass a large one, so that shares are made; small ones are used up. */
const limit = fc.record({ node, limit: fc.option(fc.nat(4000), { freq: 8 }) });
const credits = fc.record({ node, granted: fc.nat(2000) });
const step = fc.oneof(
  { weight: 12, arbitrary: ask },
  { weight: 8, arbitrary: close },
  { weight: 1, arbitrary: refund },
  { weight: 1, arbitrary: limit },
  { weight: 1, arbitrary: credits },
);
type One<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(engines)("shares in every order of events, on $engine", ({ engine, makePlace }) => {
  let place: TestPlace;
  let nodes: readonly Store[];
  let first: Tenant;
  let granted = 0;
  let made = 0;
  /** One for each workspace: all of them use the organisation's credits. */
  const models: BudgetModel[] = [];
  beforeAll(async () => {
    place = await makePlace();
    nodes = [await place.open(), await place.open(), await place.open()];
    first = await firstTenant(nodeAt(0));
    await grant({ node: 0, granted: 3000 });
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const nodeAt = (index: number): Store => {
    const found = nodes[index];
    if (found === undefined) throw new Error("There is no such node.");
    return found;
  };
  const actor = () => actorIn(first.organisationId);
  const grant = async (one: One<typeof credits>) => {
    granted += one.granted + 1;
    const amount = { amountNanousd: one.granted + 1, note: null, createdBy: null };
    await nodeAt(one.node).money.grant(actor(), amount);
  };
  const creditsLeft = () =>
    models.reduce((left, model) => left - model.held() - model.spent(), granted);

  /** Applies each event to the model, and to the store on the node of the event. */
  class All {
    readonly #model = new BudgetModel();
    readonly #space: BudgetedWorkspace;
    readonly #keys: readonly KeyRecord[];
    #budget: string | null = null;
    constructor(space: BudgetedWorkspace, keys: readonly KeyRecord[]) {
      this.#space = space;
      this.#keys = keys;
      models.push(this.#model);
    }

    async take(one: One<typeof step>): Promise<void> {
      if ("amounts" in one) await this.#ask(one);
      else if ("which" in one) await this.#close(one);
      else if ("refund" in one) await this.#refund(one);
      else if ("limit" in one) await this.#limit(one);
      else await grant(one);
      await this.#compare(nodeAt(one.node));
    }

    async #ask({ node: on, amounts, endUser }: One<typeof ask>): Promise<void> {
      const batch = amounts.map((nanousd, index) =>
        admitRequest(this.#keys[index % 2] ?? never(), {
          ...{ minimumNanousd: nanousd, desiredNanousd: nanousd, endUser, enforceCredits: true },
        }),
      );
      const verdicts = await nodeAt(on).money.admit(batch);
      for (const [index, request] of batch.entries()) {
        const { minimumNanousd } = request;
        const isCredited = minimumNanousd === 0 || minimumNanousd <= creditsLeft();
        const isAdmitted = isCredited && this.#model.admit(request);
        expect(verdicts[index]?.outcome).toBe(isAdmitted ? "admitted" : "outOfCredits");
      }
    }

    async #close({ node: on, do: what, which, cost }: One<typeof close>): Promise<void> {
      const { requests } = this.#model;
      const found = [...new Set(which.flatMap((index) => requests[index % requests.length] ?? []))];
      const { money } = nodeAt(on);
      if (what === "settle")
        await money.settle(
          found.map(({ request }) => bookingOf(this.#space.tenant, request, cost)),
        );
      else await money[what](found.map(({ request }) => request));
      for (const each of found) this.#change(what, each, cost);
    }

    #change(what: One<typeof close>["do"], found: ModelRequest, cost: number): void {
      if (what === "settle") this.#model.settle(found, cost);
      else this.#model[what](found);
    }

    async #refund({ node: on, refund: index }: One<typeof refund>): Promise<void> {
      const found = this.#model.requests[index % Math.max(1, this.#model.requests.length)];
      if (found === undefined) return;
      this.#model.refund(found);
      await nodeAt(on).money.refund(actor(), found.request.generationId);
    }

    async #limit({ node: on, limit: limitNanousd }: One<typeof limit>): Promise<void> {
      const { budgets } = nodeAt(on);
      if (limitNanousd === null) {
        if (this.#budget !== null) await budgets.delete(actor(), this.#budget);
        this.#budget = null;
        this.#model.limits.delete("workspace");
        return;
      }
      this.#model.limits.set("workspace", limitNanousd);
      if (this.#budget !== null) await budgets.update(actor(), this.#budget, { limitNanousd });
      else this.#budget = (await this.#space.budget({ limitNanousd })).id;
    }

    async #compare({ budgets, money }: Store): Promise<void> {
      if (made === 0) {
        const [row] = await rawSql(place.place, "select count(*) as count from shares");
        made = Number(row?.["count"]);
      }
      if (this.#budget !== null)
        expect((await budgets.get(first.organisationId, this.#budget))?.state).toMatchObject({
          heldNanousd: this.#model.held(),
          spentNanousd: this.#model.spent(),
        });
      const { usedNanousd, heldNanousd } = await money.credits(first.organisationId);
      expect(granted - usedNanousd - heldNanousd).toBe(creditsLeft());
    }
  }

  it("three nodes and the model agree to the nanodollar, and so do the books", {
    timeout: 1_200_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (sequence) => {
        const space = await budgetedWorkspace(nodeAt(0), first);
        const all = new All(space, [await space.key(), await space.key()]);
        await all.take({ node: 0, limit: 2000 });
        await grant({ node: 1, granted: 2000 });
        for (const one of sequence) await all.take(one);
        expect((await checkInvariants(place.place)).filter(isWrong)).toEqual([]);
        const { checks } = await nodeAt(1).ledger.sums(first.organisationId, {});
        const found = checks.find(({ name }) => name === "budgets")?.sums;
        expect(found?.found).toBe(found?.expected);
      }),
      // To make an example smaller takes minutes.
      { numRuns: runs, endOnFailure: true },
    );
    expect(made > 0).toBe(engine === "postgres");
  });
});

/** Requests are under way, and limits are lowered below what is spent. */
const isWrong = (finding: string) => !/^(a hold is open|a budget is exceeded)/.test(finding);

function never(): never {
  throw new Error("There are two keys.");
}
