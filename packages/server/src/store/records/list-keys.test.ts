import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { firstTenant, type Tenant } from "../../../test/store/records.ts";
import type { KeyPlace, KeyQuery, KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

describe.each(engines)("the list of keys on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const page = (query: Partial<KeyQuery>) =>
    store.keys.list(tenant.organisationId, { offset: 0, limit: 100, ...query });
  const namesOf = async (query: Partial<KeyQuery>) =>
    (await page(query)).records.map(({ name }) => name);
  const spend = (key: KeyRecord, nanousd: number) =>
    rawSql(
      place.place,
      `update key_balances set usage_nanousd = ${nanousd} where key_id = ${key.id}`,
    );

  it("finds a key by any part of its texts in any case, by its number and by its hash", async () => {
    const made = await tenant.key({
      ...{ name: "Zürich 100% Büro", label: "ptc_Qx1…9zZ", ownerEmail: "Ops@Example.com" },
      createdBy: "user-77",
    });
    for (const search of ["züRICH", "100% b", "QX1…9", "ops@EXAMPLE", "USER-77", `${made.id}`])
      expect(await namesOf({ search }), search).toContain(made.name);
    for (const search of [made.hash, made.hash.slice(0, 8)])
      expect(await namesOf({ search }), search).toEqual([made.name]);
    for (const search of ["z_rich", "100%b", "'", "\0", "\ud800", made.hash.slice(1, 12)])
      expect(await namesOf({ search }), search).not.toContain(made.name);
    expect(await store.keys.list("another", { offset: 0, limit: 9, search: "zürich" })).toEqual({
      ...{ records: [], totalCount: 0, next: null },
    });
  });

  it("finds a key by its new texts after a change and a rotation, and not by the old ones", async () => {
    const actor = actorIn(tenant.organisationId);
    const made = await tenant.key({ name: "before", label: "ptc_old…oldd" });
    await store.keys.update(actor, made.hash, { name: "After" });
    const secret = { hash: "e".repeat(64), label: "ptc_new…neww", overlapMs: 0 };
    await store.keys.rotate(actor, String(made.id), secret);
    for (const search of ["after", "ptc_new…"])
      expect(await namesOf({ search })).toEqual(["After"]);
    for (const search of ["before", "ptc_old…"]) expect(await namesOf({ search })).toEqual([]);
    // A process of an earlier version does not write the text for searches.
    await rawSql(place.place, `update keys set search_text = null where id = ${made.id}`);
    expect(await namesOf({ search: "AFTER" })).toEqual(["After"]);
  });

  it("sorts by what was spent and by what is left, keys without a limit last", async () => {
    const named = (name: string, limitNanousd: number | null, change = {}) =>
      tenant.key({ name: `sorted-${name}`, limitNanousd, ...change });
    const [a, b, c] = [await named("a", 100), await named("b", 50), await named("c", null)];
    const d = await named("d", 60, { limitReset: "daily" });
    for (const [key, nanousd] of [
      [a, 30],
      [b, 10],
      [c, 99],
      [d, 59],
    ] as const)
      await spend(key, nanousd);
    const search = "sorted-";
    expect(await namesOf({ search, sort: "most_spent" })).toEqual(
      [d, a, b].toSpliced(0, 0, c).map(({ name }) => name),
    );
    // Today d has spent nothing of its daily limit.
    expect(await namesOf({ search, sort: "least_left" })).toEqual(
      [b, d, a, c].map(({ name }) => name),
    );
  });

  /** Keys of one name, with few different amounts, so that many are equal. */
  const make = async (name: string, count: number) => {
    const made: KeyRecord[] = [];
    for (let place = 0; place < count; place += 1)
      made.push(await tenant.key({ name, limitNanousd: place % 4 === 3 ? null : 20 }));
    const spent = "update key_balances set usage_nanousd = key_id % 3 where usage_nanousd = 0";
    await rawSql(place.place, spent);
    return made;
  };

  /** Walks over all pages, and calls this after each. */
  const walk = async (query: Partial<KeyQuery>, between: (turn: number) => Promise<void>) => {
    const seen: number[] = [];
    let after: KeyPlace | null = null;
    for (let turn = 0; turn === 0 || after !== null; turn += 1) {
      const found = await page({ ...query, ...(after && { after }) });
      seen.push(...found.records.map(({ id }) => id));
      after = found.next;
      await between(turn);
    }
    return seen;
  };

  it.each(["newest", "most_spent", "least_left"] as const)(
    "repeats no key and leaves none out while others come and go, by %s",
    async (sort) => {
      const actor = actorIn(tenant.organisationId);
      const comings = fc.array(fc.record({ come: fc.nat(2), go: fc.nat(2) }), { maxLength: 4 });
      const limits = fc.integer({ min: 1, max: 3 });
      const property = fc.asyncProperty(comings, limits, async (turns, limit) => {
        const search = `walk-${crypto.randomUUID()}`;
        const [first, staying] = [await make(search, 2), await make(search, 5)];
        const passing = [...first];
        const seen = await walk({ search, sort, limit }, async (turn) => {
          const { come = 0, go = 0 } = turns[turn] ?? {};
          if (come > 0) passing.push(...(await make(search, come)));
          for (const { id } of passing.splice(0, go)) await store.keys.delete(actor, String(id));
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect(staying.filter(({ id }) => !seen.includes(id))).toEqual([]);
      });
      await fc.assert(property, { numRuns: 5 });
    },
  );
});
