import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { BudgetModel, type ModelRequest, projectOf } from "../../test/store/budget-model.ts";
import {
  type BudgetedWorkspace,
  bookingOf,
  budgetedWorkspace,
  tagged,
} from "../../test/store/budgets.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { admitRequest, firstTenant, type Tenant } from "../../test/store/records.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

const runs = isProof ? 400 : 8;

const subjects = {
  workspace: {},
  eachEndUser: { scope: "endUser" },
  endUserA: { scope: "endUser", endUser: "a" },
  eachProject: { scope: "tag", tag: "project" },
  projectA: { scope: "tag", tag: "project=a" },
} as const;
const subject = fc.constantFrom(
  ...(["workspace", "eachEndUser", "endUserA", "eachProject", "projectA"] as const),
);

const ask = fc.record({
  endUser: fc.constantFrom(null, "a", "b"),
  tags: fc.constantFrom(null, { project: "a" }, { feature: "a", project: "b" }, { feature: "a" }),
  second: fc.boolean(),
  nanousd: fc.nat(120),
});
const change = fc.record({
  do: fc.constantFrom("settle" as const, "cancel" as const, "abandon" as const, "refund" as const),
  which: fc.nat(20),
  cost: fc.nat(150),
});
const limit = fc.record({ subject, limit: fc.option(fc.nat(300)) });
const step = fc.oneof(
  { weight: 5, arbitrary: ask },
  { weight: 5, arbitrary: change },
  { weight: 3, arbitrary: limit },
);
type One<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(engines)("budgets in every order of events, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let first: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    first = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  /** Applies each event to the model and to the store. */
  class Both {
    readonly #model = new BudgetModel();
    readonly #ids = new Map<keyof typeof subjects, string>();
    readonly #space: BudgetedWorkspace;
    readonly #keys: readonly [KeyRecord, KeyRecord];
    readonly #actor = actorIn(first.organisationId);
    constructor(space: BudgetedWorkspace, keys: readonly [KeyRecord, KeyRecord]) {
      this.#space = space;
      this.#keys = keys;
    }

    async take(one: One<typeof step>): Promise<void> {
      if ("nanousd" in one) await this.#ask(one);
      else if ("do" in one) await this.#change(one);
      else await this.#limit(one);
      await this.#compare();
    }

    async #ask({ endUser, tags, second, nanousd }: One<typeof ask>): Promise<void> {
      const amounts = { minimumNanousd: nanousd, desiredNanousd: nanousd };
      const request = admitRequest(this.#keys[second ? 1 : 0], {
        ...amounts,
        endUser,
        ...tagged(tags),
      });
      const outcome = this.#model.admit(request) ? "admitted" : "outOfCredits";
      expect(await store.money.admit([request])).toMatchObject([{ outcome }]);
    }

    async #change({ do: what, which, cost }: One<typeof change>): Promise<void> {
      const { requests } = this.#model;
      const found = requests[which % Math.max(requests.length, 1)];
      if (found === undefined) return;
      if (what === "settle") this.#model.settle(found, cost);
      else this.#model[what](found);
      await this.#store(what, found, cost);
    }

    async #store(
      what: One<typeof change>["do"],
      { request }: ModelRequest,
      cost: number,
    ): Promise<unknown> {
      const { money } = store;
      if (what === "settle")
        return await money.settle([bookingOf(this.#space.tenant, request, cost)]);
      if (what === "refund") return await money.refund(this.#actor, request.generationId);
      return await money[what]([request]);
    }

    async #limit({ subject: of, limit: nanousd }: One<typeof limit>): Promise<void> {
      const id = this.#ids.get(of);
      if (nanousd === null) {
        this.#ids.delete(of);
        this.#model.limits.delete(of);
        if (id !== undefined) await store.budgets.delete(this.#actor, id);
        return;
      }
      this.#model.limits.set(of, nanousd);
      if (id !== undefined) {
        await store.budgets.update(this.#actor, id, { limitNanousd: nanousd });
        return;
      }
      const made = await this.#space.budget({ ...subjects[of], limitNanousd: nanousd });
      this.#ids.set(of, made.id);
    }

    async #compare(): Promise<void> {
      const whole = this.#ids.get("workspace");
      if (whole !== undefined)
        expect(await this.#space.state({ id: whole })).toMatchObject({
          heldNanousd: this.#model.held(),
          spentNanousd: this.#model.spent(),
        });
      const ofA = {
        endUserA: ({ endUser }: AdmitRequest) => endUser === "a",
        projectA: (request: AdmitRequest) => projectOf(request) === "a",
      };
      for (const of of ["endUserA", "projectA"] as const) {
        const id = this.#ids.get(of);
        if (id !== undefined)
          expect(await this.#space.state({ id }), of).toMatchObject({
            heldNanousd: this.#model.held(ofA[of]),
            spentNanousd: this.#model.spent(ofA[of]),
          });
      }
    }
  }

  it("the store and the model agree to the nanodollar", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (sequence) => {
        const space = await budgetedWorkspace(store, first);
        const both = new Both(space, [await space.key(), await space.key()]);
        for (const one of sequence) await both.take(one);
      }),
      { numRuns: runs },
    );
  });
});
