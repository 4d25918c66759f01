import { hash, randomUUID } from "node:crypto";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { embedded, engines, type TestPlace } from "../../../test/store/engines.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import {
  admitRequest,
  firstTenant,
  newKeyRecord,
  type Tenant,
  workspaceSettings,
} from "../../../test/store/records.ts";
import { localActor } from "../ports/actor.ts";
import { SlugTaken } from "../ports/errors.ts";
import type { Store } from "../store.ts";

const secret = {
  ciphertext: new Uint8Array([1, 2, 3]),
  wrappedDataKey: new Uint8Array([4, 5, 6]),
  keyVersion: 1,
};
const everything = { offset: 0, limit: 10_000 };

describe.each(engines)("the audit log on $engine", inOrder, ({ engine, makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const actor = () => actorIn(tenant.organisationId);
  const listed = async () => (await store.audit.list(tenant.organisationId, everything)).records;
  const newCredential = () =>
    store.credentials.create(
      actor(),
      {
        id: randomUUID(),
        workspaceId: tenant.workspaceId,
        provider: "p",
        name: "n",
        label: "l",
        disabled: false,
      },
      secret,
    );
  const newWorkspace = () =>
    store.workspaces.create(actor(), workspaceSettings({ slug: `w-${randomUUID()}` }), null);

  it("the audit log begins with the first start, by the gateway itself", async () => {
    const first = (await listed()).filter(({ action }) => action === "firstStart");
    expect(first.map(({ targetType, after }) => [targetType, after?.["kind"]])).toEqual([
      ["api_key", "management"],
      ["api_key", "ordinary"],
      ["workspace", undefined],
    ]);
    expect(first.every(({ actorType }) => actorType === "system")).toBe(true);
  });

  it("changes by the command line have the account of the operating system", async () => {
    const local = localActor(tenant.organisationId, "createApiKey", "root");
    const key = await store.keys.create(local, newKeyRecord({ workspaceId: tenant.workspaceId }));
    expect((await listed())[0]).toMatchObject({
      action: "createApiKey",
      actorType: "local",
      actorName: "root",
      actorKeyId: null,
      targetId: String(key.id),
      clientIp: null,
    });
  });

  it("each step of rewrapping data keys has a row, and a rewrap without work has one too", async () => {
    await newCredential();
    const rewraps = async () =>
      (await listed()).filter(({ action }) => action === "rotate").map(({ after }) => after);
    const rotate = () =>
      store.credentials.rewrap({ ...actor(), action: "rotate" }, 2, ({ secret: old }) => ({
        ...old,
        keyVersion: 2,
      }));
    const rewrapped = await rotate();
    expect(await rewraps()).toEqual([{ rewrapped }]);
    await rotate();
    expect(await rewraps()).toEqual([{ rewrapped: 0 }, { rewrapped }]);
  });

  /** Every method that administers an organisation, with the arguments that it needs. */
  const methods: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    "keys.create": async () => () =>
      store.keys.create(actor(), newKeyRecord({ workspaceId: tenant.workspaceId })),
    "keys.update": async () => {
      const { hash } = await tenant.key();
      return () => store.keys.update(actor(), hash, { name: "changed" });
    },
    "keys.delete": async () => {
      const { hash } = await tenant.key();
      return () => store.keys.delete(actor(), hash);
    },
    "workspaces.create": async () => newWorkspace,
    "workspaces.update": async () => {
      const { id } = await newWorkspace();
      return () => store.workspaces.update(actor(), id, { name: "changed" });
    },
    "workspaces.delete": async () => {
      const { id } = await newWorkspace();
      return () => store.workspaces.delete(actor(), id);
    },
    "credentials.create": async () => newCredential,
    "credentials.update": async () => {
      const { id } = await newCredential();
      return () => store.credentials.update(actor(), id, { disabled: true, secret });
    },
    "credentials.delete": async () => {
      const { id } = await newCredential();
      return () => store.credentials.delete(actor(), id);
    },
    "credentials.rewrap": async () => {
      await newCredential();
      return () =>
        store.credentials.rewrap(actor(), 3, ({ secret: old }) => ({ ...old, keyVersion: 3 }));
    },
    "money.grant": async () => () =>
      store.money.grant(actor(), { amountNanousd: 5, note: null, createdBy: null }),
    "money.refund": async () => {
      const hold = admitRequest(await tenant.key());
      await store.money.admit([hold]);
      await store.money.abandon([hold]);
      return () => store.money.refund(actor(), hold.generationId);
    },
  };

  /** Everything that a failed change must leave as it was, revisions and times included. */
  const state = async () => {
    const tables = ["keys", "key_balances", "workspaces", "credentials", "organisations"];
    const others = ["credit_grants", "ledger", "activity_days", "audit_events"];
    const digests = [...tables, ...others].map(async (table) => {
      const rows = await rawSql(place.place, `select * from ${table} order by 1, 2, 3`);
      return [table, hash("sha256", JSON.stringify(rows))] as const;
    });
    return Object.fromEntries(await Promise.all(digests));
  };

  describe.each(Object.entries(methods))("of %s", (_, prepare) => {
    it("the audit log gets exactly one row with the change", async () => {
      const change = await prepare();
      const before = await listed();
      await change();
      expect(await listed()).toHaveLength(before.length + 1);
    });

    it("a change is rolled back if its row of the audit log cannot be written", async () => {
      const change = await prepare();
      const before = await state();
      await refuseRows(true);
      try {
        await expect(change()).rejects.toThrow();
        expect(await state()).toEqual(before);
      } finally {
        await refuseRows(false);
      }
      await change();
      expect(await state()).not.toEqual(before);
    });
  });

  /** Makes the insertion of rows into the audit log fail, at the end of each transaction. */
  async function refuseRows(refused: boolean): Promise<void> {
    if (engine === "postgres")
      await rawSql(
        place.place,
        refused
          ? "alter table audit_events add constraint refused check (id < 0) not valid"
          : "alter table audit_events drop constraint refused",
      );
    else
      await rawSql(
        place.place,
        refused
          ? "create trigger refused before insert on audit_events begin select raise(abort, 'refused'); end"
          : "drop trigger refused",
      );
  }

  it("a failed change leaves no row in the audit log", async () => {
    const taken = await newWorkspace();
    const other = await newWorkspace();
    const before = await state();
    await expect(
      store.workspaces.create(actor(), workspaceSettings({ slug: taken.slug }), null),
    ).rejects.toThrow(SlugTaken);
    await expect(store.workspaces.update(actor(), other.id, { slug: taken.slug })).rejects.toThrow(
      SlugTaken,
    );
    expect(await store.keys.delete(actor(), "0".repeat(64))).toBe(false);
    expect(await state()).toEqual(before);
    const rows = await listed();
    expect(await store.workspaces.delete(actor(), tenant.workspaceId)).toBe("inUse");
    expect(await listed()).toEqual(rows);
  });

  it("each of two concurrent changes is shown against the result of the other", async () => {
    const key = await tenant.key({ limitNanousd: 0 });
    const limits = Array.from({ length: 8 }, (_, index) => index + 1);
    await Promise.all(
      limits.map((limitNanousd) => store.keys.update(actor(), key.hash, { limitNanousd })),
    );
    const { records } = await store.audit.list(tenant.organisationId, {
      ...everything,
      targetType: "api_key",
      targetId: String(key.id),
    });
    const steps = records
      .toSorted((one, other) => one.id - other.id)
      .slice(1)
      .map(({ before, after }) => [before?.["limitNanousd"], after?.["limitNanousd"]]);
    expect(steps.map(([from]) => from)).toEqual([0, ...steps.slice(0, -1).map(([, to]) => to)]);
    expect(steps.map(([, to]) => to).sort()).toEqual(limits);
  });

  it("the database refuses to change a row of the audit log", async () => {
    await expect(rawSql(place.place, "update audit_events set action = 'forged'")).rejects.toThrow(
      /never changed/,
    );
  });

  it("a filter that no stored text can match finds nothing", async () => {
    const found = await store.audit.list(tenant.organisationId, { ...everything, action: "\0" });
    expect(found).toEqual({ records: [], totalCount: 0 });
  });

  it("rows older than the retention are removed, and no others", async () => {
    await rawSql(
      place.place,
      `insert into audit_events (organisation_id, created_at_ms, action, actor_type, target_type, target_id)
        select '${tenant.organisationId}', 999, 'old', 'system', 'store', 'x' from keys a, keys b, workspaces`,
    );
    const before = await listed();
    const old = before.filter(({ action }) => action === "old");
    expect(old.length).toBeGreaterThan(200);
    expect(await store.audit.prune(999)).toBe(0);
    expect(await store.audit.prune(1000)).toBe(old.length);
    expect(await listed()).toEqual(before.filter(({ action }) => action !== "old"));
  });
});

describe("the audit log's list", () => {
  it("every filter of the list uses an index, in the order of the list", async () => {
    await using place = await embedded.makePlace();
    await place.open();
    const filters = {
      newest: "",
      by_key: "and actor_key_id = 1",
      by_action: "and action = 'a'",
      by_target: "and target_type = 't' and target_id = 'i'",
      by_workspace: "and workspace_id = 'w'",
    };
    for (const [index, filter] of Object.entries(filters)) {
      const plan = await rawSql(
        place.place,
        `explain query plan select * from audit_events where organisation_id = 'o' ${filter}
          order by created_at_ms desc, id desc limit 50`,
      );
      const steps = plan.map(({ detail }) => String(detail));
      expect(steps).toEqual([expect.stringContaining(`USING INDEX audit_events_${index} `)]);
    }
  });
});
