import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import { firstTenant } from "../../../test/store/records.ts";
import type { Actor } from "../ports/actor.ts";
import type { NewVersion } from "../ports/configuration.ts";
import { ConfigurationChanged } from "../ports/errors.ts";
import type { Store } from "../store.ts";

describe.each(engines)("versions of the configuration on $engine", ({ makePlace }) => {
  const places: TestPlace[] = [];
  let place: TestPlace;
  let store: Store;
  let actor: Actor;
  beforeEach(async () => {
    place = await makePlace();
    places.push(place);
    store = await place.open();
    actor = actorIn((await firstTenant(store)).organisationId);
  });
  afterAll(() => Promise.all(places.map((each) => each[Symbol.asyncDispose]())));

  const versionOf = (parent: number, change: Partial<NewVersion> = {}): NewVersion => ({
    ...{ parent, source: "store", name: "configuration:1", note: null, changes: ["models.a"] },
    seal: (version) => sealed(version),
    ...change,
  });
  const sealed = (number: number) => ({
    ciphertext: Uint8Array.of(number),
    wrappedDataKey: Uint8Array.of(7),
    keyVersion: 1,
  });
  const audited = async () =>
    (await store.audit.list(actor.organisationId, { offset: 0, limit: 100 })).records.filter(
      ({ targetType }) => targetType === "configuration",
    );

  it("are made one behind the other, each in use at once and in the audit log", async () => {
    expect(await store.configuration.inUse()).toBe(0);
    const first = await store.configuration.add(actor, versionOf(0, { note: "First" }));
    expect(first).toMatchObject({
      ...{ version: 1, parent: 0, note: "First", source: "store", changes: ["models.a"] },
      createdBy: "system",
    });
    await store.configuration.add(actor, versionOf(1));
    expect(await store.configuration.inUse()).toBe(2);
    const kept = await store.configuration.get(1);
    expect([...(kept?.text.ciphertext ?? [])]).toEqual([1]);
    expect(await store.configuration.list({ limit: 10 })).toMatchObject([
      { version: 2 },
      { version: 1 },
    ]);
    expect(await store.configuration.list({ limit: 10, before: 2 })).toEqual([first]);
    expect(await audited()).toMatchObject([
      { targetId: "2", before: { version: 1 }, after: { version: 2 } },
      { targetId: "1", before: { version: 0 }, after: { note: "First", changes: ["models.a"] } },
    ]);
  });

  it("know their canaries that were rolled back, once, with an alert, until another version", async () => {
    const found = { reason: "failures", atMs: 5, requests: 14, failures: 3, slow: 0 } as const;
    const canary = { route: "a/old", to: "a/new", ...found };
    const { configuration } = store;
    await configuration.add(actor, versionOf(0));
    const other = await place.open();
    const noted = await Promise.all([
      configuration.rollBack(actor, 1, canary),
      other.configuration.rollBack(actor, 1, { ...canary, failures: 4 }),
      configuration.rollBack(actor, 7, canary),
    ]);
    expect(noted.filter(Boolean)).toHaveLength(1);
    expect(await configuration.rollBack(actor, 1, { ...canary, route: "fast" })).toBe(true);
    expect(await other.configuration.rolledBack(1)).toMatchObject([
      { route: "a/old", to: "a/new", reason: "failures", requests: 14 },
      { route: "fast" },
    ]);
    expect(await configuration.rolledBack(2)).toEqual([]);
    const page = { offset: 0, limit: 10, subject: "canary:a/old" };
    expect((await store.alerts.list(actor.organisationId, page)).records).toMatchObject([
      { kind: "canary_rolled_back", subjectName: "a/old", details: { to: "a/new", version: 1 } },
    ]);
    expect((await audited()).filter(({ after }) => after?.["canary"] === "a/old")).toMatchObject([
      { targetId: "1", after: { serves: false, reason: "failures", to: "a/new" } },
    ]);
    await configuration.add(actor, versionOf(1));
    await configuration.activate(actor, 1, 2);
    expect(await configuration.rolledBack(1)).toEqual([]);
  });

  it("conflict where two are made of the same one: one of them is kept, and one says which is in use", async () => {
    const other = await place.open();
    const made = await Promise.allSettled(
      [store, other, store, other].map((one) => one.configuration.add(actor, versionOf(0))),
    );
    const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    for (const error of refused) {
      expect(error).toBeInstanceOf(ConfigurationChanged);
      expect(error).toMatchObject({ inUse: 1 });
    }
    expect(await store.configuration.list({ limit: 10 })).toHaveLength(1);
    expect(await audited()).toHaveLength(1);
  });

  it("come back into use, and count on from the highest number", async () => {
    for (const parent of [0, 1]) await store.configuration.add(actor, versionOf(parent));
    expect(await store.configuration.activate(actor, 9, 2)).toBeNull();
    await expect(store.configuration.activate(actor, 1, 1)).rejects.toThrow(ConfigurationChanged);
    const back = await store.configuration.activate(actor, 1, 2);
    expect(back).toMatchObject({ version: 1 });
    expect(await store.configuration.inUse()).toBe(1);
    expect(await store.configuration.add(actor, versionOf(1))).toMatchObject({
      ...{ version: 3, parent: 1 },
    });
    expect((await audited())[1]).toMatchObject({ before: { version: 2 }, after: { version: 1 } });
  });

  it("are found by the name of their text, the newest of them", async () => {
    for (const parent of [0, 1]) await store.configuration.add(actor, versionOf(parent));
    expect(await store.configuration.named("configuration:1")).toMatchObject({ version: 2 });
    expect(await store.configuration.named("configuration:2")).toBeNull();
  });

  it("are kept up to two hundred", async () => {
    for (let parent = 0; parent < 203; parent += 1)
      await store.configuration.add(actor, versionOf(parent));
    const kept = await store.configuration.list({ limit: 1000 });
    expect([kept.length, kept.at(-1)?.version]).toEqual([200, 4]);
  });

  it("have their data keys wrapped again", async () => {
    for (const parent of [0, 1]) await store.configuration.add(actor, versionOf(parent));
    expect(await store.configuration.keyVersions()).toEqual([1]);
    const again = await store.configuration.rewrap(2, ({ text }) => ({ ...text, keyVersion: 2 }));
    expect([again, await store.configuration.keyVersions()]).toEqual([2, [2]]);
    expect(await store.configuration.rewrap(2, ({ text }) => text)).toBe(0);
  });
});
