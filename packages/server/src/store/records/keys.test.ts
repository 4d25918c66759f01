import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  firstTenant,
  newKeyRecord,
  type Tenant,
  workspaceSettings,
} from "../../../test/store/records.ts";
import { WorkspaceMissing } from "../ports/errors.ts";
import { type KeyRights, unrestricted } from "../ports/key-rights.ts";
import type { Store } from "../store.ts";

describe.each(engines)("keys on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it("keys come back as they were created, by number, by hash and for authentication", async () => {
    const made = await tenant.key({
      name: "Straße 💶\0",
      limitNanousd: 9_000_000_000_000_000,
      limitReset: "weekly",
      requestsPerMinute: 60,
      tokensPerMinute: 2 ** 31 - 1,
      expiresAtMs: 4_102_444_800_000,
      createdBy: "user",
    });
    expect(made).toMatchObject({
      name: "Straße 💶",
      limitNanousd: 9_000_000_000_000_000,
      disabled: false,
      usageNanousd: 0,
      updatedAtMs: null,
    });
    expect(await store.keys.get(tenant.organisationId, made.hash)).toEqual(made);
    expect(await store.keys.get(tenant.organisationId, String(made.id))).toEqual(made);
    expect(await store.keys.findByHash(made.hash)).toEqual({
      caller: {
        keyId: made.id,
        session: null,
        keyHash: made.hash,
        kind: "ordinary",
        organisationId: tenant.organisationId,
        workspaceId: tenant.workspaceId,
        secretHash: made.hash,
        secretExpiresAtMs: null,
        rights: unrestricted,
        revision: (await store.workspaces.get(tenant.organisationId, tenant.workspaceId))?.revision,
      },
      deleted: false,
      disabled: false,
      expiresAtMs: 4_102_444_800_000,
    });
  });

  it("an update changes only the sent fields, and clears fields that are sent as null", async () => {
    const made = await tenant.key({ limitNanousd: 5, limitReset: "daily", requestsPerMinute: 9 });
    const id = String(made.id);
    const changed = await store.keys.update(actorIn(tenant.organisationId), id, { disabled: true });
    expect(changed).toEqual({ ...made, disabled: true, updatedAtMs: expect.any(Number) });
    const cleared = await store.keys.update(actorIn(tenant.organisationId), id, {
      limitNanousd: null,
      limitReset: undefined,
      requestsPerMinute: null,
    });
    expect(cleared).toMatchObject({
      limitNanousd: null,
      limitReset: "daily",
      requestsPerMinute: null,
    });
    expect(await store.keys.findByHash(made.hash)).toMatchObject({ disabled: true });
  });

  it("a key keeps its rights, and an update changes only the sent ones", async () => {
    const rights: KeyRights = {
      allowedModels: ["openai/*", "sandbox/text"],
      allowedProviders: ["sandbox"],
      dataCollection: "deny",
      zeroDataRetention: true,
      requiresEndUser: true,
      maxOutputTokens: 2 ** 31 - 1,
      maxRequestsInFlight: 3,
      sessionBudgetNanousd: 5,
      allowedNetworks: ["192.0.2.0/24", "2001:db8::/32"],
      scope: "read_only",
    };
    const made = await tenant.key({ ...rights, kind: "management" });
    expect(made).toMatchObject({ ...rights, rotatedAtMs: null, previousSecretExpiresAtMs: null });
    const actor = actorIn(tenant.organisationId);
    const change = { allowedModels: null, allowedProviders: ["a", "b"], zeroDataRetention: false };
    expect(await store.keys.update(actor, made.hash, change)).toEqual({
      ...made,
      ...change,
      updatedAtMs: expect.any(Number),
    });
    expect(await tenant.key()).toMatchObject(unrestricted);
  });

  it("deleted keys are not found any more, and their number is never used again", async () => {
    const made = await tenant.key();
    expect(await store.keys.delete(actorIn(tenant.organisationId), made.hash)).toBe(true);
    expect(await store.keys.delete(actorIn(tenant.organisationId), made.hash)).toBe(false);
    expect(await store.keys.get(tenant.organisationId, String(made.id))).toBeNull();
    expect(
      await store.keys.update(actorIn(tenant.organisationId), made.hash, { name: "x" }),
    ).toBeNull();
    expect(await store.keys.findByHash(made.hash)).toMatchObject({ deleted: true });
    expect((await tenant.key()).id).toBeGreaterThan(made.id);
  });

  it("keys are listed in pages, by workspace, and without the disabled ones on demand", async () => {
    const workspace = await store.workspaces.create(
      actorIn(tenant.organisationId),
      workspaceSettings({ slug: "listed" }),
      null,
    );
    const made = [];
    for (const name of ["a", "b", "c"])
      made.push(await tenant.key({ name, workspaceId: workspace.id }));
    await store.keys.update(actorIn(tenant.organisationId), made[1]?.hash ?? "", {
      disabled: true,
    });
    const list = (change: object) =>
      store.keys.list(tenant.organisationId, {
        offset: 0,
        limit: 10,
        workspaceId: workspace.id,
        ...change,
      });
    expect((await list({})).records.map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(await list({ offset: 1, limit: 1 })).toMatchObject({
      totalCount: 3,
      records: [{ name: "b" }],
    });
    expect(await list({ includeDisabled: false })).toMatchObject({ totalCount: 2 });
  });

  it("keys of another organisation are not found, and invalid ids find nothing", async () => {
    const made = await tenant.key();
    expect(await store.keys.get("another", made.hash)).toBeNull();
    expect(await store.keys.update(actorIn("another"), made.hash, { name: "x" })).toBeNull();
    expect(await store.keys.delete(actorIn("another"), made.hash)).toBe(false);
    expect(await store.keys.list("another", { offset: 0, limit: 9 })).toEqual({
      records: [],
      totalCount: 0,
      next: null,
    });
    for (const id of ["", "0", "-1", "1e3", "9".repeat(30), "a\0b", "\ud800", "' or 1=1 --", "%"])
      expect(await store.keys.get(tenant.organisationId, id)).toBeNull();
    for (const hash of ["", "\0", "\ud800", "' or 1=1 --"])
      expect(await store.keys.findByHash(hash)).toBeNull();
  });

  it("keys are created in existing workspaces only, and raise the workspace's revision", async () => {
    await expect(
      store.keys.create(actorIn(tenant.organisationId), newKeyRecord({ workspaceId: "nowhere" })),
    ).rejects.toThrow(WorkspaceMissing);
    await expect(
      store.keys.create(actorIn("another"), newKeyRecord({ workspaceId: tenant.workspaceId })),
    ).rejects.toThrow(WorkspaceMissing);
    const revision = async () =>
      (await store.workspaces.get(tenant.organisationId, tenant.workspaceId))?.revision ?? 0;
    const before = await revision();
    const made = await tenant.key();
    await store.keys.update(actorIn(tenant.organisationId), made.hash, { disabled: true });
    await store.keys.delete(actorIn(tenant.organisationId), made.hash);
    expect(await revision()).toBe(before + 3);
  });
});
