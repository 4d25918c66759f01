import { dayMs } from "@portico/core/rules/calendar";
import { periodName } from "@portico/core/rules/periods";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../test/store/actor-in.ts";
import { bookingOf, budgetedWorkspace } from "../../test/store/budgets.ts";
import { engines, type TestPlace } from "../../test/store/engines.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../test/store/records.ts";
import type { AdmitRequest } from "./ports/money.ts";
import type { Store } from "./store.ts";

describe("the names of periods", () => {
  it.each([
    [null, "2026-11-22", "all"],
    ["daily", "2026-11-22", "2026-11-22"],
    ["monthly", "2026-11-22", "2026-11"],
    ["weekly", "2026-11-22", "2026-W47"],
    ["weekly", "2026-12-31", "2026-W53"],
    ["weekly", "2027-01-03", "2026-W53"],
    ["weekly", "2027-01-04", "2027-W01"],
    ["weekly", "2024-12-30", "2025-W01"],
  ] as const)("%s, on %s: %s", (reset, day, name) => {
    expect(periodName(reset, Date.parse(day) / dayMs)).toBe(name);
  });
});

describe.each(engines)(
  "alerts of crossed thresholds, on $engine",
  ({ engine, isSpread = false, makePlace }) => {
    let place: TestPlace;
    let store: Store;
    let first: Tenant;
    const open = () =>
      place.open({
        alerts: { thresholds: [50, 80, 95], unbilledNanousd: 500, isForCredits: true },
        // That of the tests' requests, so that alerts are in the order in which they were written.
        nowMs: () => Date.now(),
      });
    beforeAll(async () => {
      place = await makePlace();
      store = await open();
      first = await firstTenant(store);
    });
    afterAll(() => place[Symbol.asyncDispose]());

    const actor = () => actorIn(first.organisationId);
    const alertsOf = (subject: string) =>
      rawSql(
        place.place,
        `select subject_name, threshold_percent, period, limit_nanousd, spent_nanousd, workspace_id, kind,
        details from alerts where subject = '${subject}' order by created_at_ms, threshold_percent`,
      );
    const percentsOf = async (subject: string) =>
      (await alertsOf(subject)).map((row) => Number(row["threshold_percent"]));
    const use = async (request: AdmitRequest, nanousd: number) => {
      await store.money.admit([request]);
      await store.money.settle([bookingOf(first, request, nanousd)]);
    };
    const exactly = (nanousd: number) => ({ minimumNanousd: nanousd, desiredNanousd: nanousd });

    it("a key's limit: each threshold once in a period, and again in the next", async () => {
      const key = await first.key({ limitNanousd: 200, limitReset: "daily", name: "phone" });
      const subject = `key:${key.id}`;
      const nowMs = Date.parse("2026-11-21T12:00:00Z");
      const spend = (nanousd: number, at = nowMs) =>
        use(admitRequest(key, { ...exactly(nanousd), nowMs: at }), nanousd);
      await spend(99);
      expect(await percentsOf(subject)).toEqual([]);
      await spend(1);
      expect(await percentsOf(subject)).toEqual([50]);
      await spend(80);
      expect(await percentsOf(subject)).toEqual([50, 80]);
      await spend(9);
      await spend(1);
      await spend(1);
      expect(await percentsOf(subject)).toEqual([50, 80, 95]);
      await spend(100, nowMs + dayMs);
      const found = await alertsOf(subject);
      expect(found.map(({ period }) => period)).toEqual([
        ...["2026-11-21", "2026-11-21", "2026-11-21", "2026-11-22"],
      ]);
      expect(found[0]).toMatchObject({ subject_name: "phone", kind: "budget", details: "{}" });
      expect(found.map((row) => Number(row["spent_nanousd"]))).toEqual([100, 180, 190, 100]);
    });

    it("one settlement that crosses several thresholds alerts each", async () => {
      const key = await first.key({ limitNanousd: 3 });
      await use(admitRequest(key, exactly(3)), 3);
      expect(await percentsOf(`key:${key.id}`)).toEqual([50, 80, 95]);
    });

    it("a refund and the same crossing again alert once", async () => {
      const key = await first.key({ limitNanousd: 200 });
      const abandoned = admitRequest(key, exactly(110));
      await store.money.admit([abandoned]);
      await store.money.abandon([abandoned]);
      expect(await percentsOf(`key:${key.id}`)).toEqual([50]);
      expect(await store.money.refund(actor(), abandoned.generationId)).toBe(true);
      await use(admitRequest(key, exactly(110)), 110);
      expect(await percentsOf(`key:${key.id}`)).toEqual([50]);
    });

    it("budgets: of the workspace, and of each end user by name", async () => {
      const space = await budgetedWorkspace(store, first);
      const key = await space.key();
      const whole = await space.budget({ name: "team", limitNanousd: 1000, limitReset: "monthly" });
      const all = await space.budget({ scope: "endUser", limitNanousd: 100 });
      const nowMs = Date.parse("2027-02-03T00:00:00Z");
      await space.spend(key, 100, { endUser: 'an "end user"', nowMs });
      await space.spend(key, 100, { endUser: "b", nowMs });
      await space.spend(key, 300, { nowMs });
      expect(await alertsOf(`budget:${whole.id}`)).toMatchObject([
        { subject_name: "team", period: "2027-02", workspace_id: space.tenant.workspaceId },
      ]);
      const [one] = await alertsOf(`budget:${all.id}:an "end user"`);
      expect(JSON.parse(String(one?.["details"]))).toEqual({ end_user: 'an "end user"' });
      expect(await percentsOf(`budget:${all.id}:an "end user"`)).toEqual([50, 80, 95]);
      expect(await percentsOf(`budget:${all.id}:b`)).toEqual([50, 80, 95]);
    });

    it("a budget whose limit is set below what is spent alerts at once, and by its raised limit", async () => {
      const space = await budgetedWorkspace(store, first);
      const key = await space.key();
      await space.spend(key, 90);
      const { id } = await space.budget({ limitNanousd: 1000 });
      expect(await percentsOf(`budget:${id}`)).toEqual([]);
      await store.budgets.update(actor(), id, { limitNanousd: 100 });
      expect(await percentsOf(`budget:${id}`)).toEqual([50, 80]);
      const later = Date.now() + 60_000;
      await store.budgets.update(actor(), id, { raiseNanousd: 100, raiseUntilMs: later });
      await space.spend(key, 10);
      const found = await alertsOf(`budget:${id}`);
      expect(
        found.map((row) => [Number(row["limit_nanousd"]), Number(row["threshold_percent"])]),
      ).toEqual([
        [100, 50],
        [100, 80],
        [200, 50],
      ]);
    });

    it("a budget that is made below what is spent tells its highest threshold alone, once", async () => {
      const space = await budgetedWorkspace(store, first);
      const key = await space.key();
      await space.spend(key, 90);
      const { id } = await space.budget({ limitNanousd: 100, scope: "workspace" });
      const toTell = async () => {
        const rows = await rawSql(
          place.place,
          `select threshold_percent from alerts where subject = 'budget:${id}' and fanned_out_at_ms is null
          order by threshold_percent`,
        );
        return rows.map((row) => Number(row["threshold_percent"]));
      };
      expect(await toTell()).toEqual([80]);
      await space.spend(key, 1);
      expect(await toTell()).toEqual([80]);
      await space.spend(key, 4);
      expect(await toTell()).toEqual([80, 95]);
      expect(await percentsOf(`budget:${id}`)).toEqual([50, 80, 95]);
      await store.budgets.update(actor(), id, { limitNanousd: 90 });
      expect(await toTell()).toEqual([80, 95, 95]);
    });

    it("abandoned holds alert budgets too", async () => {
      const space = await budgetedWorkspace(store, first);
      const key = await space.key();
      const { id } = await space.budget({ limitNanousd: 200 });
      const asked = [1, 2].map(() => admitRequest(key));
      await store.money.admit(asked);
      await store.money.abandon(asked);
      expect(await percentsOf(`budget:${id}`)).toEqual([50, 80, 95]);
    });

    it("the organisation's credits, by all of its keys together", async () => {
      const { usedNanousd } = await store.money.credits(first.organisationId);
      await store.money.grant(actor(), {
        amountNanousd: usedNanousd + 1000,
        note: null,
        createdBy: null,
      });
      const granted = usedNanousd + 1000;
      const keys = [await first.key(), await first.key()];
      // Totals are kept where credits are enforced.
      const enforced = { ...exactly(480), enforceCredits: isSpread };
      const asked = keys.map((key) => admitRequest(key, enforced));
      await store.money.admit(asked);
      await store.money.settle(asked.map((request) => bookingOf(first, request, 480)));
      await store.money.heartbeat("process");
      expect((await alertsOf("credits")).map((row) => Number(row["limit_nanousd"]))).toContain(
        granted,
      );
      const before = (await percentsOf("credits")).length;
      await use(admitRequest(await first.key(), { ...exactly(40), usesCredits: false }), 40);
      expect(await percentsOf("credits")).toHaveLength(before);
    });

    it("the unbilled amount of a day, once", async () => {
      const nowMs = Date.parse("2026-10-05T10:00:00Z");
      const key = await first.key();
      const cost = async (nanousd: number) => {
        const request = admitRequest(key, { ...exactly(100), nowMs });
        await store.money.admit([request]);
        await store.money.settle([settlement(first, request, { costNanousd: nanousd, nowMs })]);
      };
      await cost(599);
      expect(await alertsOf("unbilled")).toEqual([]);
      await cost(101);
      await cost(700);
      expect(await alertsOf("unbilled")).toMatchObject([
        { kind: "unbilled", period: "2026-10-05", workspace_id: null },
      ]);
    });

    it("two stores that settle at the same moment lose no crossing and double none", async () => {
      const other = await open();
      for (let round = 0; round < 10; round += 1) {
        const space = await budgetedWorkspace(store, first);
        const { id } = await space.budget({ limitNanousd: 100 });
        const keys = [await space.key(), await space.key()];
        const asked = keys.flatMap((key) =>
          [1, 2, 3, 4, 5].map(() => admitRequest(key, exactly(10))),
        );
        await store.money.admit(asked);
        const settle = (by: Store, request: AdmitRequest) =>
          by.money.settle([bookingOf(space.tenant, request, 10)]);
        await Promise.all(
          asked.map((request, index) => settle(index % 2 === 0 ? store : other, request)),
        );
        expect((await percentsOf(`budget:${id}`)).toSorted((a, b) => a - b)).toEqual([50, 80, 95]);
      }
      if (engine === "postgres") return;
      await other.close();
    });
  },
);
