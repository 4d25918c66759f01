import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  firstTenant,
  newKeyRecord,
  type Tenant,
  workspaceSettings,
} from "../../../test/store/records.ts";
import { LastManagementKey } from "../ports/errors.ts";
import type { KeyChange, KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const hourMs = 60 * 60 * 1000;
const inHours = (hours: number) => Date.now() + hours * hourMs;

describe.each(engines)("an organisation's management keys on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let first: KeyRecord;
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    const { records } = await store.keys.list(tenant.organisationId, { offset: 0, limit: 10 });
    const found = records.find(({ kind }) => kind === "management");
    if (found === undefined) throw new Error("The first start has made no management key.");
    first = found;
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const another = (change: Partial<KeyRecord> = {}) =>
    tenant.key({ ...change, kind: "management" });
  const update = (key: KeyRecord, change: KeyChange) =>
    store.keys.update(actorIn(tenant.organisationId), key.hash, change);
  const remove = (key: KeyRecord) => store.keys.delete(actorIn(tenant.organisationId), key.hash);
  const refused = async (change: Promise<unknown>) => {
    await expect(change).rejects.toThrow(LastManagementKey);
  };

  it("the last management key cannot be deleted, disabled, or made to expire within a day", async () => {
    await refused(remove(first));
    for (const change of [
      { disabled: true },
      { expiresAtMs: 1 },
      { expiresAtMs: inHours(0) },
      { expiresAtMs: inHours(23) },
      { name: "renamed too", disabled: true, expiresAtMs: null },
    ])
      await refused(update(first, change));
    const kept = await store.keys.get(tenant.organisationId, first.hash);
    expect(kept).toEqual(first);
  });

  it("the last management key may be renamed, and may get a later end", async () => {
    expect(await update(first, { name: "renamed" })).toMatchObject({ name: "renamed" });
    const expiresAtMs = inHours(25);
    expect(await update(first, { expiresAtMs })).toMatchObject({ expiresAtMs });
    expect(await update(first, { expiresAtMs: null })).toMatchObject({ expiresAtMs: null });
  });

  it("disabled, expired, expiring and deleted management keys do not count", async () => {
    const disabled = await another();
    await update(disabled, { disabled: true });
    await another({ expiresAtMs: inHours(-1) });
    await another({ expiresAtMs: inHours(23) });
    expect(await remove(await another())).toBe(true);
    await tenant.key({ kind: "ordinary" });
    await refused(remove(first));
    await update(disabled, { disabled: false });
    expect(await remove(first)).toBe(true);
    await refused(remove(disabled));
  });

  it("management keys that only read do not count, and the last one is not made such a key", async () => {
    const reader = await another({ scope: "read_only" });
    await refused(remove(first));
    for (const scope of ["read_only", "spend"] as const) await refused(update(first, { scope }));
    expect(await update(first, { scope: "all" })).not.toBeNull();
    await update(reader, { scope: "all" });
    expect(await update(first, { scope: "spend" })).toMatchObject({ scope: "spend" });
    await refused(remove(reader));
  });

  it("unusable management keys and ordinary keys may be deleted", async () => {
    expect(await remove(await another({ expiresAtMs: inHours(-1) }))).toBe(true);
    const off = await another();
    await update(off, { disabled: true });
    expect(await update(off, { expiresAtMs: 1 })).not.toBeNull();
    expect(await remove(off)).toBe(true);
    const ordinary = await tenant.key();
    expect(await update(ordinary, { disabled: true })).not.toBeNull();
    expect(await remove(ordinary)).toBe(true);
  });

  it("management keys that expire soon anyway may be renamed and get more time, not less", async () => {
    const short = await another({ expiresAtMs: inHours(2) });
    expect(await update(first, { name: "other" })).not.toBeNull();
    expect(await remove(short)).toBe(true);
    const last = await another({ expiresAtMs: inHours(48) });
    expect(await remove(first)).toBe(true);
    await refused(update(last, { expiresAtMs: inHours(2) }));
    expect(await update(last, { name: "still" })).not.toBeNull();
  });

  it("one of the last two management keys stays if two processes delete them at once", async () => {
    const other = await place.open();
    const actor = actorIn(tenant.organisationId);
    // Changes in one workspace wait for each other anyway.
    const second = await store.workspaces.create(actor, workspaceSettings({ slug: "b" }), null);
    for (let round = 0; round < 10; round += 1) {
      const { records } = await store.keys.list(tenant.organisationId, { offset: 0, limit: 100 });
      const left = records.filter(({ kind, disabled }) => kind === "management" && !disabled);
      expect(left).toHaveLength(1);
      const old = left[0]?.hash ?? "";
      const { hash } = await another({
        workspaceId: left[0]?.workspaceId === second.id ? tenant.workspaceId : second.id,
      });
      const outcomes = await Promise.allSettled([
        round % 2 === 0
          ? store.keys.update(actor, old, { disabled: true })
          : store.keys.delete(actor, old),
        other.keys.delete(actor, hash),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      expect(failed?.reason).toBeInstanceOf(LastManagementKey);
    }
  });

  it("management keys are changed while ordinary keys are created in their workspace, without a deadlock", async () => {
    const other = await place.open();
    for (let round = 0; round < 20; round += 1)
      await Promise.all([
        update(first, { name: `round ${round}` }),
        other.keys.create(
          actorIn(tenant.organisationId),
          newKeyRecord({ workspaceId: tenant.workspaceId }),
        ),
      ]);
    const kept = await store.keys.get(tenant.organisationId, first.hash);
    expect(kept?.name).toBe("round 19");
  });

  it("management keys of another organisation do not count", async () => {
    await expect(store.keys.delete(actorIn("another"), first.hash)).resolves.toBe(false);
    await refused(remove(first));
  });
});
