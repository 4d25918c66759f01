import { dayMs } from "@portico/core/rules/calendar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { actorIn } from "../../test/store/actor-in.ts";
import { type BudgetedWorkspace, bookingOf, budgetedWorkspace } from "../../test/store/budgets.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../test/store/records.ts";
import type { StorePlace } from "./open-store.ts";
import type { NewBudget } from "./ports/budgets.ts";
import type { KeyRecord } from "./ports/keys.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

const nanousd = 100;

describe.each(engines)(
  "money that three nodes share, on $engine",
  ({ engine, isSpread = false, makePlace }) => {
    let place: TestPlace;
    let nodes: readonly [Store, Store, Store];
    let first: Tenant;
    beforeAll(async () => {
      place = await makePlace();
      nodes = [await place.open(), await place.open(), await place.open()];
      first = await firstTenant(nodes[0]);
    });
    afterAll(() => place[Symbol.asyncDispose]());

    const countShares = async (where = "true") => {
      const [row] = await rawSql(
        place.place,
        `select count(*) as count from shares where ${where}`,
      );
      return Number(row?.["count"]);
    };
    const alertsOf = async (budgetId: string) => {
      const rows = await rawSql(
        place.place,
        `select threshold_percent as percent from alerts where subject = 'budget:${budgetId}' order by 1`,
      );
      return rows.map(({ percent }) => Number(percent));
    };
    /** Only PostgreSQL hands out shares: there each one has a row for admissions and one for settlements. */
    const shares = (count: number) => (engine === "postgres" ? 2 * count : 0);

    interface Space extends BudgetedWorkspace {
      readonly keys: readonly KeyRecord[];
    }
    const spaceWith = async (budget: Partial<NewBudget>): Promise<Space & { id: string }> => {
      const space = await budgetedWorkspace(nodes[0], first);
      const keys = await Promise.all([0, 1, 2].map(() => space.key()));
      const { id } = await space.budget(budget);
      return { ...space, keys, id };
    };

    /** Asks on one node for several requests at once. Returns those that were admitted. */
    const askOn = async (
      node: Store,
      { keys }: Pick<Space, "keys">,
      count: number,
      change: Partial<AdmitRequest> = {},
    ): Promise<readonly AdmitRequest[]> => {
      const batch = Array.from({ length: count }, (_, index) => {
        const key = keys[index % keys.length];
        if (key === undefined) throw new Error("There is no key.");
        return admitRequest(key, { minimumNanousd: nanousd, desiredNanousd: nanousd, ...change });
      });
      const verdicts = await node.money.admit(batch);
      return batch.filter((_, index) => verdicts[index]?.outcome === "admitted");
    };

    const settleOn = (
      node: Store,
      { tenant }: Pick<Space, "tenant">,
      requests: readonly AdmitRequest[],
      cost: number,
    ) => node.money.settle(requests.map((request) => bookingOf(tenant, request, cost)));

    /** All nodes ask at once until each was refused something. Returns how many were admitted. */
    const drain = async (space: Pick<Space, "keys">, change: Partial<AdmitRequest> = {}) => {
      const counts = await Promise.all(
        nodes.map(async (node, index) => {
          for (let all = 0; ; ) {
            const { length } = await askOn(node, space, 2 + index, change);
            all += length;
            if (length < 2 + index) return all;
          }
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };

    it("a budget is used up to the last nanodollar, and never beyond", async () => {
      const space = await spaceWith({ limitNanousd: 300 * nanousd });
      expect(await drain(space)).toBe(300);
      expect(await space.state(space)).toMatchObject({
        heldNanousd: 300 * nanousd,
        spentNanousd: 0,
      });
      expect(await countShares()).toBe(0);
    });

    it("one node finds what others have shares of, before it refuses anything", async () => {
      const space = await spaceWith({ limitNanousd: 300 * nanousd });
      for (const node of nodes) expect(await askOn(node, space, 3)).toHaveLength(3);
      expect(await countShares()).toBe(shares(3));
      for (let left = 291; left > 0; left -= 3)
        expect(await askOn(nodes[2], space, 3)).toHaveLength(3);
      expect(await askOn(nodes[2], space, 1)).toHaveLength(0);
      expect(await countShares()).toBe(0);
    });

    it("what settlements give back on one node is found by the others", async () => {
      const space = await spaceWith({ limitNanousd: 200 * nanousd });
      for (const node of nodes) {
        const held = await askOn(node, space, 3);
        expect(held).toHaveLength(3);
        await settleOn(node, space, held, nanousd - 60);
      }
      expect(await countShares("lane = 'admit' or usage_nanousd > 0")).toBe(shares(3));
      expect(await space.state(space)).toMatchObject({
        heldNanousd: 0,
        spentNanousd: 9 * 40,
        remainingNanousd: 200 * nanousd - 9 * 40,
      });
      expect(await drain(space)).toBe(196);
    });

    it("a lowered limit holds from its answer on, on every node with a share", async () => {
      const space = await spaceWith({ limitNanousd: 1000 * nanousd });
      for (const node of nodes) expect(await askOn(node, space, 3)).toHaveLength(3);
      expect(await countShares()).toBe(shares(3));
      const actor = actorIn(first.organisationId);
      await nodes[0].budgets.update(actor, space.id, { limitNanousd: 11 * nanousd });
      expect(await countShares()).toBe(0);
      for (const node of nodes.slice(1)) expect(await askOn(node, space, 1)).toHaveLength(1);
      for (const node of nodes) expect(await askOn(node, space, 1)).toHaveLength(0);
      await nodes[0].budgets.delete(actor, space.id);
      for (const node of nodes) expect(await askOn(node, space, 3)).toHaveLength(3);
      expect(await countShares()).toBe(0);
    });

    it("a free request is admitted on a node whose share was taken back", async () => {
      const space = await spaceWith({ limitNanousd: 1000 * nanousd });
      expect(await askOn(nodes[2], space, 3)).toHaveLength(3);
      expect(await countShares()).toBe(shares(1));
      const actor = actorIn(first.organisationId);
      await nodes[0].budgets.update(actor, space.id, { limitNanousd: 100 * nanousd });
      expect(await countShares()).toBe(0);
      const free = { minimumNanousd: 0, desiredNanousd: 0, endUser: "a" };
      expect(await askOn(nodes[2], space, 1, free)).toHaveLength(1);
    });

    it("a raise ends on every node at its time", async () => {
      const nowMs = Date.now();
      const until = { raiseNanousd: 900 * nanousd, raiseUntilMs: nowMs + 1000 };
      const space = await spaceWith({ limitNanousd: 100 * nanousd, ...until });
      for (const node of nodes) expect(await askOn(node, space, 3, { nowMs })).toHaveLength(3);
      expect(await drain(space, { nowMs: nowMs + 1000 })).toBe(91);
    });

    it("a new day gives the whole limit again, and yesterday's charges stay with yesterday", async () => {
      const nowMs = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2;
      const space = await spaceWith({ limitNanousd: 200 * nanousd, limitReset: "daily" });
      for (const node of nodes) {
        const held = await askOn(node, space, 3, { nowMs });
        await settleOn(node, space, held.slice(1), nanousd);
      }
      // One share is of the new day before those of the others are taken back.
      const tomorrow = { nowMs: nowMs + dayMs };
      const held = await askOn(nodes[2], space, 3, tomorrow);
      await settleOn(nodes[2], space, held.slice(1), nanousd);
      expect(await drain(space, tomorrow)).toBe(200 - 3 - 3);
    });

    it("a refund takes back what is spent in a share", async () => {
      const space = await spaceWith({ limitNanousd: 1000 * nanousd });
      const held = await askOn(nodes[1], space, 3);
      await nodes[1].money.abandon(held.slice(0, 1));
      await settleOn(nodes[1], space, held.slice(1), 30);
      const failed = {
        costNanousd: 50,
        facts: { ...bookingOf(space.tenant, held[0] ?? never(), 0).facts },
      };
      const [other = never()] = await askOn(nodes[1], space, 2);
      await nodes[1].money.settle([
        settlement(space.tenant, other, {
          ...failed,
          facts: { ...failed.facts, status: 500, errorKind: "internal" },
        }),
      ]);
      const actor = actorIn(first.organisationId);
      expect(await nodes[2].money.refund(actor, held[0]?.generationId ?? "")).toBe(true);
      expect(await nodes[2].money.refund(actor, other.generationId)).toBe(true);
      expect(await space.state(space)).toMatchObject({ spentNanousd: 60, heldNanousd: nanousd });
    });

    it("an alert counts what all nodes have spent", async () => {
      const space = await spaceWith({ limitNanousd: 100 * nanousd });
      for (const node of nodes) {
        const held = [...(await askOn(node, space, 3)), ...(await askOn(node, space, 3))];
        await settleOn(node, space, held, nanousd);
        await settleOn(node, space, await askOn(node, space, 3), nanousd);
      }
      expect(await alertsOf(space.id)).toEqual([]);
      for (const node of nodes.slice(1)) {
        const held = [...(await askOn(node, space, 6)), ...(await askOn(node, space, 6))];
        await settleOn(node, space, held, nanousd);
      }
      expect(await alertsOf(space.id)).toEqual([50]);
    });

    it("a threshold that two nodes cross in the same moment alerts once", async () => {
      const [one, two] = nodes;
      const least = { minimumNanousd: 1, desiredNanousd: 1 };
      for (let round = 0; round < 5; round += 1) {
        const space = await spaceWith({ limitNanousd: 2000 });
        const ofOne = { keys: space.keys.slice(0, 1) };
        const ofTwo = { keys: space.keys.slice(1) };
        const first = [...(await askOn(one, ofOne, 50, least))];
        const second = [...(await askOn(two, ofTwo, 60, least))];
        while (first.length < 940) first.push(...(await askOn(one, ofOne, 10, least)));
        expect(await countShares("held_nanousd < 0 and balance_id is not null")).toBe(
          shares(1) / 2,
        );
        // Half of the limit, with the last two.
        await settleOn(one, space, first.slice(1), 1);
        await settleOn(two, space, second.slice(1), 1);
        expect(await alertsOf(space.id)).toEqual([]);
        const last = (node: Store, [request = never()]: readonly AdmitRequest[]) =>
          settleOn(node, space, [request], 1);
        await Promise.all([last(one, first), last(two, second)]);
        expect(await alertsOf(space.id)).toEqual([50]);
        await one.budgets.delete(actorIn(space.tenant.organisationId), space.id);
      }
    });

    // A version before does not run on spread tables.
    it.each(["this version", ...(isSpread ? [] : ["the version before"])])(
      "an organisation's credits are used up to the last nanodollar, also after a grant by %s",
      async (version) => {
        const other = await makePlace();
        const stores = [await other.open(), await other.open()];
        const [one, two] = stores;
        if (one === undefined || two === undefined) return;
        const tenant = await firstTenant(one);
        const keys = [await tenant.key(), await tenant.key()];
        const actor = actorIn(tenant.organisationId);
        const grant = (amountNanousd: number) =>
          one.money.grant(actor, { amountNanousd, note: null, createdBy: null });
        const enforced = { enforceCredits: true };
        await grant(200 * nanousd);
        const held = [];
        for (const node of stores) held.push(...(await askOn(node, { keys }, 4, enforced)));
        await two.money.settle(
          held.map((request) => settlement(tenant, request, { costNanousd: 50 })),
        );
        const count = await rawSql(other.place, "select count(*) as count from shares");
        expect(Number(count[0]?.["count"])).toBe(shares(2));
        expect(await two.money.credits(tenant.organisationId)).toEqual({
          ...{ grantedNanousd: 200 * nanousd, usedNanousd: 400, heldNanousd: 0 },
        });
        await (version === "this version" ? grant(4 * nanousd) : grantBefore(other.place));
        for (const node of stores) expect(await askOn(node, { keys }, 4, enforced)).toHaveLength(4);
        let admitted = 8;
        for (let found = 1; found > 0; admitted += found) {
          found = (await askOn(one, { keys }, 4, enforced)).length;
          found += (await askOn(two, { keys }, 3, enforced)).length;
        }
        expect(admitted).toBe(200);
        expect((await checkInvariants(other.place)).filter(isWrong)).toEqual([]);
        await other[Symbol.asyncDispose]();
      },
    );

    it("the books agree in the end", async () => {
      expect((await checkInvariants(place.place)).filter(isWrong)).toEqual([]);
      const { checks } = await nodes[0].ledger.sums(first.organisationId, {});
      for (const { name, sums } of checks)
        expect([name, sums?.found]).toEqual([name, sums?.expected]);
    });
  },
);

/** The grant of a program that knows no shares, and its next admission, which counts the totals. */
async function grantBefore(place: StorePlace): Promise<void> {
  const sumOf = (column: string) =>
    `(select sum(b.${column}) from key_balances b where b.organisation_id = o.id)`;
  await rawSql(
    place,
    `update organisations set granted_nanousd = granted_nanousd + ${4 * nanousd}, credits_kept = 0`,
  );
  await rawSql(
    place,
    `update organisations as o set credits_kept = 1,
      credits_used_nanousd = ${sumOf("credits_used_nanousd")}, credits_held_nanousd = ${sumOf("credits_held_nanousd")}`,
  );
}

function never(): never {
  throw new Error("Nothing was admitted.");
}

/** Requests are under way. */
const isWrong = (finding: string) => !finding.startsWith("a hold is open");
