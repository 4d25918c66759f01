import { cacheLifeMs } from "@portico/core/rules/lost-caches";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { AgentSession, AgentSessionQuery } from "../ports/agent-sessions.ts";
import type { GenerationPlace, GenerationRecord } from "../ports/generation.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const startMs = Date.parse("2026-11-20T23:59:00Z");
const rows = 160;

type Filter = Omit<AgentSessionQuery, "limit" | "after">;

/** The rows differ by the remainders of their number. Every eighth has no session. */
function factsOf(index: number) {
  const isFailed = index % 17 === 0;
  return generationFacts({
    operation: index % 13 === 0 ? "embeddings" : "chat",
    model: index % 10 < 7 ? "large" : "small",
    provider: index % 19 === 0 ? null : `provider-${Math.floor(index / 30) % 2}`,
    status: isFailed ? 502 : 200,
    errorKind: isFailed || index % 23 === 0 ? "refused" : null,
    sessionId: index % 8 === 0 ? null : `session-${((index * 7) % 5) + (index < 100 ? 0 : 5)}`,
    inputTokens: 100 + index,
    cachedInputTokens: index % 50,
    cost: { input: 1, output: 2, cacheRead: index % 3, cacheWrite: 5, discount: 0, upstream: null },
  });
}

/** Two requests a minute, with a long pause now and then. The last forty of the first sessions come at the same time. */
function timeOf(index: number): number {
  const step = index >= 60 && index < 100 ? 60 : index;
  return startMs + Math.floor(step / 2) * 60_000 + Math.floor(step / 25) * 2 * cacheLifeMs;
}

describe.each(engines)(
  "the list of agent sessions on $engine",
  inOrder,
  ({ isSpread = false, makePlace }) => {
    let place: TestPlace;
    let store: Store;
    let tenant: Tenant;
    let keys: readonly KeyRecord[];
    let ledger: readonly GenerationRecord[];
    beforeAll(async () => {
      place = await makePlace();
      store = await place.open();
      tenant = await firstTenant(store);
      keys = [await tenant.key(), await tenant.key()];
      for (let index = 0; index < rows; index += 1) await book(index);
      const { organisationId } = tenant;
      ledger = (await store.activity.generations(organisationId, { limit: rows })).records;
    });
    afterAll(() => place[Symbol.asyncDispose]());

    async function book(index: number, nowMs = timeOf(index)): Promise<void> {
      const key = keys[index % 3 === 0 ? 1 : 0] ?? expect.fail("There is no key.");
      const request = admitRequest(key, { nowMs });
      await store.money.admit([request]);
      const booking = { nowMs, costNanousd: index, facts: factsOf(index) };
      await store.money.settle([settlement(tenant, request, booking)]);
    }
    const page = (filter: Filter, limit: number, after?: GenerationPlace) =>
      store.activity.agentSessions(tenant.organisationId, {
        ...filter,
        limit,
        ...(after !== undefined && { after }),
      });
    async function listed(filter: Filter, limit: number): Promise<readonly AgentSession[]> {
      const found: AgentSession[] = [];
      for (let after: GenerationPlace | undefined; ; ) {
        const { records, next } = await page(filter, limit, after);
        found.push(...records);
        if (next === null) return found;
        after = next;
      }
    }
    const isOf =
      ({ keyId, sessionId }: Pick<AgentSession, "keyId" | "sessionId">) =>
      (row: GenerationRecord) =>
        row.keyId === keyId && row.sessionId === sessionId;

    it("has each session of each key once, that of the last request first", async () => {
      const names = ledger.flatMap(({ keyId, sessionId }) =>
        sessionId === null ? [] : `${keyId} ${sessionId}`,
      );
      const sessions = await listed({}, 50);
      expect(sessions.map(({ keyId, sessionId }) => `${keyId} ${sessionId}`)).toEqual([
        ...new Set(names),
      ]);
      expect(sessions.length).toBeGreaterThan(8);
    });

    it("sums up exactly the ledger's rows of each session", async () => {
      const sessions = await listed({}, 50);
      const sum = (of: (row: GenerationRecord) => number, some: readonly GenerationRecord[]) =>
        some.reduce((total, row) => total + of(row), 0);
      for (const session of sessions) {
        const own = ledger.filter(isOf(session));
        expect(session).toMatchObject({
          requests: own.length,
          isComplete: true,
          failures: own.filter(({ errorKind }) => errorKind !== null).length,
          inputTokens: sum((row) => row.inputTokens, own),
          cachedInputTokens: sum((row) => row.cachedInputTokens, own),
          outputTokens: sum((row) => row.outputTokens, own),
          reasoningTokens: sum((row) => row.reasoningTokens, own),
          chargedNanousd: sum((row) => row.chargedNanousd, own),
          cacheReadNanousd: sum((row) => row.cost?.cacheRead ?? 0, own),
          cacheWriteNanousd: sum((row) => row.cost?.cacheWrite ?? 0, own),
          firstCreatedAtMs: Math.min(...own.map(({ createdAtMs }) => createdAtMs)),
          lastSettledAtMs: Math.max(...own.map(({ settledAtMs }) => settledAtMs)),
        });
        const used = new Set(own.flatMap(({ provider }) => provider ?? []));
        expect(new Set(session.providers)).toEqual(used);
        const large = own.filter(({ model }) => model === "large").length;
        expect(session.models[0]).toBe(large * 2 >= own.length ? "large" : "small");
      }
      const named = ledger.filter(({ sessionId }) => sessionId !== null);
      expect(sessions.reduce((total, { chargedNanousd }) => total + chargedNanousd, 0)).toBe(
        sum((row) => row.chargedNanousd, named),
      );
    });

    /** By its definition: no earlier turn of the model at the provider within the life of a cache. */
    function lostIn(own: readonly GenerationRecord[]) {
      const turns = own
        .toSorted(
          (one, other) =>
            one.createdAtMs - other.createdAtMs || (one.generationId < other.generationId ? -1 : 1),
        )
        .map((row, index) => ({ row, turn: index + 1 }))
        .filter(({ row }) => row.provider !== null && row.operation === "chat");
      const isSame = (one: GenerationRecord, other: GenerationRecord) =>
        one.model === other.model && one.provider === other.provider;
      return turns
        .slice(1)
        .filter(
          ({ row }, index) =>
            !turns
              .slice(0, index + 1)
              .some(
                (before) =>
                  isSame(before.row, row) &&
                  row.createdAtMs - before.row.createdAtMs <= cacheLifeMs,
              ),
        )
        .toReversed();
    }

    it("names the turns that found no cache, each with the turn before it", async () => {
      const sessions = await listed({}, 50);
      for (const session of sessions) {
        const lost = lostIn(ledger.filter(isOf(session)));
        expect(session.lostCaches.map(({ turn, generationId }) => [turn, generationId])).toEqual(
          lost.map(({ turn, row }) => [turn, row.generationId]),
        );
        expect(session.lostCacheCount).toBe(lost.length);
      }
      const all = sessions.flatMap(({ lostCaches }) => lostCaches);
      expect(all.some((lost) => lost.model !== lost.before.model)).toBe(true);
      expect(all.some((lost) => lost.provider !== lost.before.provider)).toBe(true);
      expect(all.some((lost) => lost.createdAtMs - lost.before.createdAtMs > cacheLifeMs)).toBe(
        true,
      );
    });

    const filters: readonly [string, Filter, (session: AgentSession) => boolean][] = [
      ["model", { model: "small" }, ({ models }) => models.includes("small")],
      ["name", { sessionId: "session-3" }, ({ sessionId }) => sessionId === "session-3"],
      [
        "time",
        { fromMs: timeOf(150), toMs: timeOf(158) },
        ({ lastSettledAtMs: at }) => at >= timeOf(150) && at < timeOf(158),
      ],
    ];
    it.each(filters)("finds the sessions of one %s on all pages", async (_, filter, matches) => {
      const expected = (await listed({}, 50)).filter(matches);
      expect(expected.length).toBeGreaterThan(1);
      expect(await listed(filter, 2)).toEqual(expected);
      expect(await listed(filter, 50)).toEqual(expected);
      expect(await listed({ ...filter, mostRows: 7 }, 3)).toEqual(expected);
    });

    it("finds the sessions of one key, and nothing of another workspace or organisation", async () => {
      const keyId = keys[1]?.id ?? 0;
      const own = (await listed({}, 50)).filter((session) => session.keyId === keyId);
      expect(own.length).toBeGreaterThan(1);
      expect(await listed({ keyId }, 2)).toEqual(own);
      expect(await listed({ keyId, model: "absent" }, 2)).toEqual([]);
      expect(await listed({ workspaceId: "another" }, 50)).toEqual([]);
      expect(await listed({ sessionId: "a\0b" }, 50)).toEqual([]);
      expect(await store.activity.agentSessions("other", { limit: 5 })).toEqual({
        records: [],
        next: null,
      });
    });

    it("moves a session that goes on to the front, with its further request", async () => {
      const [before] = await listed({ keyId: keys[0]?.id ?? 0, sessionId: "session-7" }, 1);
      await book(246, timeOf(246));
      const [first] = (await page({}, 1)).records;
      expect(first).toMatchObject({ sessionId: "session-7", keyId: keys[1]?.id });
      await book(241, timeOf(250));
      const [next] = (await page({}, 1)).records;
      expect(next?.sessionId).toBe("session-7");
      expect(next?.requests).toBe((before?.requests ?? 0) + 1);
    });

    // A cluster does not copy rows by one statement with a recursion.
    it.skipIf(isSpread)(
      "sums up the newest requests of a session without end, and a page ends behind it",
      async () => {
        const before = await listed({}, 50);
        const columns = await columnsOf();
        const changed = new Map([
          ["request_id", "'many-' || number"],
          ["session_id", "case when number % 2 = 0 then 'many' else 'as many' end"],
          ["settled_at_ms", `${timeOf(400)} + number`],
          ["charged_nanousd", "1"],
        ]);
        await rawSql(
          place.place,
          `with recursive numbers (number) as
        (select 1 union all select number + 1 from numbers where number < 20002)
      insert into ledger (${columns.join(", ")})
      select ${columns.map((column) => changed.get(column) ?? column).join(", ")}
      from numbers cross join (select * from ledger where held_nanousd > 0 limit 1) as one`,
        );
        const sums = { requests: 10_000, isComplete: false, chargedNanousd: 10_000 };
        const { records, next } = await page({}, 50);
        expect(records).toMatchObject([{ sessionId: "many", ...sums }]);
        expect(next).not.toBeNull();
        const [, second, ...others] = await listed({}, 50);
        expect(second).toMatchObject({ sessionId: "as many", ...sums });
        expect(others).toEqual(before);
      },
    );

    async function columnsOf(): Promise<readonly string[]> {
      const [row] = await rawSql(place.place, "select * from ledger limit 1");
      return Object.keys(row ?? expect.fail("The ledger has no row."));
    }
  },
);
