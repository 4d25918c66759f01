import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { firstTenant, type Tenant } from "../../../test/store/records.ts";
import { TooManySecrets } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const hourMs = 60 * 60 * 1000;

describe.each(engines)("rotated keys on $engine", ({ makePlace }) => {
  const places: TestPlace[] = [];
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeEach(async () => {
    place = await makePlace();
    places.push(place);
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => Promise.all(places.map((each) => each[Symbol.asyncDispose]())));

  const newHash = () => randomBytes(32).toString("hex");
  const rotate = async (key: Pick<KeyRecord, "id">, overlapMs: number, by: Store = store) => {
    const secret = { hash: newHash(), label: "ptc_new…wxyz", overlapMs };
    const rotated = await by.keys.rotate(actorIn(tenant.organisationId), String(key.id), secret);
    if (rotated === null) throw new Error("There is no such key.");
    return rotated;
  };
  /** As authentication decides. */
  const isValid = async (hash: string, nowMs = Date.now()) => {
    const found = await store.keys.findByHash(hash);
    if (found === null) return false;
    const { secretExpiresAtMs } = found.caller;
    return secretExpiresAtMs === null || secretExpiresAtMs > nowMs;
  };

  /** Rotates a new key again and again; returns its last secret, and when each earlier one has to end. */
  const rotateInTurn = async (overlaps: readonly number[]) => {
    const key = await tenant.key();
    const ends = new Map<string, number>();
    let last = key.hash;
    for (const overlapMs of overlaps) {
      const { hash, previousSecretExpiresAtMs } = await rotate(key, overlapMs);
      const endMs = previousSecretExpiresAtMs ?? 0;
      ends.set(last, endMs);
      for (const [earlier, known] of ends) ends.set(earlier, Math.min(known, endMs));
      last = hash;
    }
    return { last, ends };
  };

  it("a rotated key keeps its record, and its earlier secret ends with the overlap", async () => {
    const key = await tenant.key({ limitNanousd: 7, allowedModels: ["a/*"] });
    const before = Date.now();
    const rotated = await rotate(key, hourMs);
    expect(rotated).toEqual({
      ...key,
      hash: rotated.hash,
      label: "ptc_new…wxyz",
      rotatedAtMs: expect.any(Number),
      previousSecretExpiresAtMs: (rotated.rotatedAtMs ?? 0) + hourMs,
      updatedAtMs: expect.any(Number),
    });
    const found = await store.keys.findByHash(key.hash);
    expect(found?.caller).toMatchObject({
      keyId: key.id,
      keyHash: rotated.hash,
      secretHash: key.hash,
      secretExpiresAtMs: rotated.previousSecretExpiresAtMs,
      rights: { allowedModels: ["a/*"] },
    });
    expect(await isValid(rotated.hash)).toBe(true);
    expect(await isValid(key.hash, before + hourMs - 1)).toBe(true);
    expect(await isValid(key.hash, rotated.previousSecretExpiresAtMs ?? 0)).toBe(false);
  });

  it("an earlier hash names the key for its administration, also after its end", async () => {
    const key = await tenant.key();
    const rotated = await rotate(key, 0);
    expect(await store.keys.get(tenant.organisationId, key.hash)).toEqual(rotated);
    expect(await store.keys.get("another", key.hash)).toBeNull();
    const actor = actorIn(tenant.organisationId);
    expect(await store.keys.update(actor, key.hash, { name: "new" })).toMatchObject({
      name: "new",
      hash: rotated.hash,
    });
    expect(await store.keys.delete(actor, key.hash)).toBe(true);
    for (const hash of [key.hash, rotated.hash])
      expect(await store.keys.findByHash(hash)).toMatchObject({ deleted: true });
  });

  it("a rotation without an overlap ends all earlier secrets, and a shorter one shortens theirs", async () => {
    const first = await tenant.key();
    const second = await rotate(first, 10 * hourMs);
    const third = await rotate(second, hourMs);
    const ends = await Promise.all(
      [first, second].map(async ({ hash }) => {
        const found = await store.keys.findByHash(hash);
        return found?.caller.secretExpiresAtMs;
      }),
    );
    expect(ends).toEqual([third.previousSecretExpiresAtMs, third.previousSecretExpiresAtMs]);
    const last = await rotate(third, 0);
    for (const { hash } of [first, second, third]) expect(await isValid(hash)).toBe(false);
    expect(await isValid(last.hash)).toBe(true);
    const hashes = [first, second, third, last].map(({ hash }) => hash);
    const ended = await store.keys.endedSecrets(hashes, Date.now());
    expect([...ended].sort()).toEqual(hashes.slice(0, 3).sort());
    expect(await store.keys.endedSecrets([], Date.now())).toEqual([]);
  });

  it("rotations of one key at once each give a secret that is valid for the overlap", async () => {
    const other = await place.open();
    for (let round = 0; round < 5; round += 1) {
      const key = await tenant.key();
      const rotated = await Promise.all(
        [store, other, store, other].map((by) => rotate(key, hourMs, by)),
      );
      for (const { hash } of [key, ...rotated]) expect(await isValid(hash)).toBe(true);
      const kept = await store.keys.get(tenant.organisationId, String(key.id));
      expect(rotated.map(({ hash }) => hash)).toContain(kept?.hash);
    }
  });

  it("a key has at most ten earlier secrets in their overlap", async () => {
    const key = await tenant.key();
    for (let count = 0; count < 10; count += 1) await rotate(key, hourMs);
    await expect(rotate(key, hourMs)).rejects.toThrow(TooManySecrets);
    await rotate(key, 0);
    await rotate(key, hourMs);
  });

  it("after any rotations the last secret is valid, and each earlier one until its least end", async () => {
    const overlaps = fc.array(fc.constantFrom(0, hourMs, 2 * hourMs), {
      ...{ minLength: 1, maxLength: 5 },
    });
    await fc.assert(
      fc.asyncProperty(overlaps, async (asked) => {
        const { last, ends } = await rotateInTurn(asked);
        expect(await isValid(last, Number.MAX_SAFE_INTEGER)).toBe(true);
        const nowMs = Date.now();
        for (const [hash, endMs] of ends) {
          expect(await isValid(hash, endMs)).toBe(false);
          // An overlap of nothing has ended for every clock.
          expect(await isValid(hash, endMs - 1)).toBe(endMs > nowMs);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("a rotation raises the workspace's revision and is in the audit log without the secret", async () => {
    const key = await tenant.key();
    const revision = async (hash: string) => (await store.keys.findByHash(hash))?.caller.revision;
    const before = (await revision(key.hash)) ?? 0;
    const rotated = await rotate(key, hourMs);
    expect(await revision(rotated.hash)).toBe(before + 1);
    const { records } = await store.audit.list(tenant.organisationId, { offset: 0, limit: 1 });
    expect(records[0]).toMatchObject({
      targetId: String(key.id),
      before: { rotatedAtMs: null, previousSecretExpiresAtMs: null },
      after: { rotatedAtMs: rotated.rotatedAtMs },
    });
    expect(JSON.stringify(records[0])).not.toContain(rotated.hash);
  });

  it("a report about an earlier secret marks the key during the overlap, and not afterwards", async () => {
    const report = (hashes: readonly string[]) =>
      store.keys.expose({
        organisationId: tenant.organisationId,
        hashes,
        actorIn,
        sightingOf: () => ({ source: "log", url: null }),
        disable: true,
        noticesOf: () => [],
      });
    const key = await tenant.key();
    await report([key.hash]);
    const rotated = await rotate(key, hourMs);
    expect(rotated).toMatchObject({ exposedAtMs: null, disabled: true });
    expect(await report([key.hash])).toMatchObject([
      { isNew: true, secretHash: key.hash, key: { hash: rotated.hash } },
    ]);
    const last = await rotate(key, 0);
    expect(await report([key.hash, rotated.hash])).toEqual([]);
    expect(await report([last.hash])).toMatchObject([{ isNew: true, secretHash: last.hash }]);
  });
});
