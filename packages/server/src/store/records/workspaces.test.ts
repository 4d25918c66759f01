import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { firstTenant, type Tenant, workspaceSettings } from "../../../test/store/records.ts";
import { SlugTaken } from "../ports/errors.ts";
import type { Store } from "../store.ts";

describe.each(engines)("workspaces on $engine", ({ makePlace }) => {
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
  afterAll(() => Promise.all(places.map((place) => place[Symbol.asyncDispose]())));

  const create = (slug: string) =>
    store.workspaces.create(actorIn(tenant.organisationId), workspaceSettings({ slug }), "key:1");
  const all = { offset: 0, limit: 100 };

  it("workspaces come back as they were created, by id in any case and by slug", async () => {
    const settings = workspaceSettings({
      slug: "full",
      description: "d",
      defaultTextModel: "t",
      defaultImageModel: "i",
      defaultProviderSort: "exacto",
      isObservabilityIoLoggingEnabled: true,
      isObservabilityBroadcastEnabled: true,
      isDataDiscountLoggingEnabled: true,
      isEmbeddingsCacheEnabled: true,
      ioLoggingSamplingRate: 0.0001,
      ioLoggingApiKeyIds: [1, 2],
    });
    const made = await store.workspaces.create(actorIn(tenant.organisationId), settings, "key:1");
    expect(made).toMatchObject({ ...settings, createdBy: "key:1", revision: 1, updatedAtMs: null });
    for (const id of [made.id, made.id.toUpperCase(), "full"])
      expect(await store.workspaces.get(tenant.organisationId, id)).toEqual(made);
    expect(await store.workspaces.get("another", made.id)).toBeNull();
  });

  it("an id finds its workspace before another one whose slug is the same text", async () => {
    const made = await create("first");
    await create(made.id);
    expect(await store.workspaces.get(tenant.organisationId, made.id)).toEqual(made);
  });

  it("an update changes only the sent fields, and raises the revision", async () => {
    const made = await create("changing");
    const changed = await store.workspaces.update(actorIn(tenant.organisationId), "changing", {
      isObservabilityIoLoggingEnabled: true,
      ioLoggingApiKeyIds: [7],
    });
    expect(changed).toEqual({
      ...made,
      isObservabilityIoLoggingEnabled: true,
      ioLoggingApiKeyIds: [7],
      revision: 2,
      updatedAtMs: expect.any(Number),
    });
    const cleared = await store.workspaces.update(actorIn(tenant.organisationId), made.id, {
      ioLoggingApiKeyIds: null,
    });
    expect(cleared).toMatchObject({ ioLoggingApiKeyIds: null, revision: 3 });
    expect(await store.workspaces.update(actorIn("another"), made.id, { name: "x" })).toBeNull();
  });

  it("slugs are unique in their organisation, until the workspace is deleted", async () => {
    const made = await create("taken");
    await expect(create("taken")).rejects.toThrow(SlugTaken);
    const other = await create("other");
    await expect(
      store.workspaces.update(actorIn(tenant.organisationId), other.id, { slug: "taken" }),
    ).rejects.toThrow(SlugTaken);
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), made.id)).toBe("deleted");
    await create("taken");
    const racers = await Promise.allSettled([create("raced"), create("raced"), create("raced")]);
    expect(racers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  /** Directly in the database, because the store keeps an organisation's last management key. */
  const withoutKeys = () => rawSql(place.place, "update keys set deleted_at_ms = 1");

  it("a workspace in use cannot be deleted, and neither can the last one", async () => {
    const made = await create("used");
    const key = await tenant.key({ workspaceId: made.id });
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), "used")).toBe("inUse");
    await store.keys.delete(actorIn(tenant.organisationId), key.hash);
    const secret = {
      ciphertext: Buffer.from([1]),
      wrappedDataKey: Buffer.from([2]),
      keyVersion: 1,
    };
    const id = randomUUID();
    await store.credentials.create(
      actorIn(tenant.organisationId),
      { id, workspaceId: made.id, provider: "p", name: "", label: "", disabled: false },
      secret,
    );
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), "used")).toBe("inUse");
    await store.credentials.delete(actorIn(tenant.organisationId), id);
    expect(await store.workspaces.delete(actorIn("another"), made.id)).toBe("absent");
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), "used")).toBe("deleted");
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), "used")).toBe("absent");
    expect(await store.workspaces.list(tenant.organisationId, all)).toMatchObject({
      totalCount: 1,
    });
    await withoutKeys();
    expect(await store.workspaces.delete(actorIn(tenant.organisationId), "default")).toBe("inUse");
  });

  it("one workspace is left if all are deleted at once", async () => {
    await withoutKeys();
    const made = [await create("a"), await create("b"), await create("c")];
    const ids = [tenant.workspaceId, ...made.map(({ id }) => id)];
    const outcomes = await Promise.all(
      ids.map((id) => store.workspaces.delete(actorIn(tenant.organisationId), id)),
    );
    expect(outcomes.filter((outcome) => outcome === "deleted")).toHaveLength(3);
  });

  it("a deleted workspace never has a key that was created meanwhile", async () => {
    for (let round = 0; round < 8; round += 1) {
      const made = await create(`round-${round}`);
      const [deleted, key] = await Promise.allSettled([
        store.workspaces.delete(actorIn(tenant.organisationId), made.id),
        tenant.key({ workspaceId: made.id }),
      ]);
      const isDeleted = deleted.status === "fulfilled" && deleted.value === "deleted";
      expect(isDeleted).toBe(key.status === "rejected");
    }
  });

  it("workspaces are listed in pages", async () => {
    for (const slug of ["p1", "p2", "p3"]) await create(slug);
    const slugs = [];
    for (const offset of [0, 2]) {
      const page = await store.workspaces.list(tenant.organisationId, { offset, limit: 2 });
      expect(page.totalCount).toBe(4);
      slugs.push(...page.records.map(({ slug }) => slug));
    }
    expect(slugs.toSorted()).toEqual(["default", "p1", "p2", "p3"]);
  });
});
