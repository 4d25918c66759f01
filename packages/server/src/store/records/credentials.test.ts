import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { firstTenant, type Tenant } from "../../../test/store/records.ts";
import type { SealedSecret } from "../ports/credentials.ts";
import { WorkspaceMissing } from "../ports/errors.ts";
import type { Store } from "../store.ts";

describe.each(engines)("credentials on $engine", inOrder, ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const sealed = (keyVersion = 1): SealedSecret => ({
    ciphertext: randomBytes(40),
    wrappedDataKey: randomBytes(60),
    keyVersion,
  });
  const create = (change: object = {}, secret = sealed()) =>
    store.credentials.create(
      actorIn(tenant.organisationId),
      {
        id: randomUUID(),
        workspaceId: tenant.workspaceId,
        provider: "openai",
        name: "n",
        label: "sk-…1234",
        disabled: false,
        ...change,
      },
      secret,
    );
  const revision = async () =>
    (await store.workspaces.get(tenant.organisationId, tenant.workspaceId))?.revision ?? 0;

  it("credentials keep every byte of what was sealed, and only enabled ones are returned, oldest first", async () => {
    const secret = sealed();
    const made = await create({}, secret);
    await create({ disabled: true });
    // Those of one millisecond have no order.
    await sleep(2);
    const newer = await create({ provider: "anthropic" });
    const found = await store.credentials.sealedOf(tenant.workspaceId);
    expect(found.map(({ id }) => id)).toEqual([made.id, newer.id]);
    expect(found[0]).toEqual({ ...made, secret: expect.anything() });
    expect(Buffer.from(found[0]?.secret.ciphertext ?? [])).toEqual(secret.ciphertext);
    expect(Buffer.from(found[0]?.secret.wrappedDataKey ?? [])).toEqual(secret.wrappedDataKey);
    expect(await store.credentials.sealedOf("another")).toEqual([]);
  });

  it("changed and deleted credentials raise the workspace's revision", async () => {
    const made = await create();
    const before = await revision();
    const secret = sealed(2);
    const changed = await store.credentials.update(
      actorIn(tenant.organisationId),
      made.id.toUpperCase(),
      {
        name: "new",
        secret,
      },
    );
    expect(changed).toEqual({ ...made, name: "new", updatedAtMs: expect.any(Number) });
    expect(await revision()).toBe(before + 1);
    expect(
      await store.credentials.delete(actorIn(tenant.organisationId), made.id.toUpperCase()),
    ).toBe(true);
    expect(await store.credentials.delete(actorIn(tenant.organisationId), made.id)).toBe(false);
    expect(await store.credentials.get(tenant.organisationId, made.id)).toBeNull();
    expect(
      await store.credentials.update(actorIn(tenant.organisationId), made.id, { name: "x" }),
    ).toBeNull();
    expect(await revision()).toBe(before + 2);
  });

  it("credentials of another organisation are not found, and invalid ids find nothing", async () => {
    const made = await create();
    expect(await store.credentials.get("another", made.id)).toBeNull();
    expect(await store.credentials.update(actorIn("another"), made.id, { name: "x" })).toBeNull();
    expect(await store.credentials.delete(actorIn("another"), made.id)).toBe(false);
    for (const id of ["", "x", "a\0b", "\ud800", "' or 1=1 --"])
      expect(await store.credentials.delete(actorIn(tenant.organisationId), id)).toBe(false);
    await expect(create({ workspaceId: "nowhere" })).rejects.toThrow(WorkspaceMissing);
  });

  it("a credential of another workspace is not deleted if the deletion names its own workspace", async () => {
    const made = await create();
    const before = await revision();
    expect(
      await store.credentials.delete(actorIn(tenant.organisationId), made.id, randomUUID()),
    ).toBe(false);
    expect(await store.credentials.get(tenant.organisationId, made.id)).toEqual(made);
    expect(await revision()).toBe(before);
    expect(
      await store.credentials.delete(actorIn(tenant.organisationId), made.id, tenant.workspaceId),
    ).toBe(true);
  });

  it("providers with an enabled credential are listed, by organisation and by workspace", async () => {
    const own = () => store.credentials.providers(tenant.organisationId, tenant.workspaceId);
    const made = await create({ provider: "vendor-x" });
    await create({ provider: "vendor-x" });
    await create({ provider: "vendor-y", disabled: true });
    expect((await own()).has("vendor-x")).toBe(true);
    expect((await own()).has("vendor-y")).toBe(false);
    expect(await store.credentials.providers(tenant.organisationId)).toEqual(await own());
    expect(await store.credentials.providers(tenant.organisationId, randomUUID())).toEqual(
      new Set(),
    );
    expect(await store.credentials.providers("another")).toEqual(new Set());
    await store.credentials.delete(actorIn(tenant.organisationId), made.id);
    expect((await own()).has("vendor-x")).toBe(true);
  });

  it("credentials are listed by workspace and by provider, in pages", async () => {
    await create({ provider: "listed" });
    await create({ provider: "listed" });
    const list = (change: object) =>
      store.credentials.list(tenant.organisationId, { offset: 0, limit: 1, ...change });
    expect(await list({ provider: "listed" })).toMatchObject({ totalCount: 2, records: [{}] });
    expect(await list({ workspaceId: "another" })).toEqual({ totalCount: 0, records: [] });
    expect(await list({ provider: "\0" })).toEqual({ totalCount: 0, records: [] });
  });

  it("credentials are rewrapped in steps until all have the current version", async () => {
    for (let count = 0; count < 103; count += 1) await create({}, sealed(10));
    const rewrapped = await store.credentials.rewrap(
      actorIn(tenant.organisationId),
      77,
      ({ id, workspaceId, provider, secret }) => {
        expect([id, workspaceId, provider].every((part) => part.length > 0)).toBe(true);
        return { ...secret, wrappedDataKey: randomBytes(60), keyVersion: 77 };
      },
    );
    expect(rewrapped).toBeGreaterThanOrEqual(103);
    expect(
      await store.credentials.rewrap(actorIn(tenant.organisationId), 77, ({ secret }) => secret),
    ).toBe(0);
    await expect(
      store.credentials.rewrap(actorIn(tenant.organisationId), 78, ({ secret }) => secret),
    ).rejects.toThrow(RangeError);
    const found = await store.credentials.sealedOf(tenant.workspaceId);
    expect(found.every(({ secret }) => secret.keyVersion === 77)).toBe(true);
  });
});
