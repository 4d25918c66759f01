import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { good, read, refused } from "./ask.ts";
import { newKey, requireState } from "./provoke.ts";

const hourMs = 60 * 60 * 1000;

/** The administration of keys, its audit log and its alerts: additions to the interface. */
export const administrationCases: readonly Case[] = [
  {
    title: "keeps who changed what, with what differs, and without the key",
    clauses: [],
    async run(bench) {
      await events(bench, {});
      requireState(bench);
      const { key, data } = await newKey(bench, { name: "audited", limit: 1 });
      const params = { hash: data.hash };
      good(await bench.send("updateApiKey", { params, body: { limit: 2 } }));
      good(await bench.send("deleteApiKey", { params }));
      const target = { target_type: "api_key", target_id: String(data.id) };
      const found = await events(bench, target);
      assert.deepEqual(
        found.data.map(({ action }) => action),
        ["deleteApiKey", "updateApiKey", "createApiKey"],
      );
      assert.deepEqual([found.data[1]?.before, found.data[1]?.after], [{ limit: 1 }, { limit: 2 }]);
      const text = JSON.stringify(found);
      assert.ok(!text.includes(key) && !text.includes(data.hash), "the key is shown again");
      const page = await events(bench, { ...target, limit: 1, offset: 1 });
      assert.deepEqual([page.data[0]?.action, page.total_count], ["updateApiKey", 3]);
    },
  },
  {
    title: "lists an exposed key among the alerts, once, without the key",
    clauses: [],
    async run(bench) {
      await alerts(bench, {});
      requireState(bench);
      const { key, data } = await newKey(bench, { name: "exposed" });
      const report = { body: { keys: [key] } };
      good(await bench.send("reportExposedKeys", report));
      good(await bench.send("reportExposedKeys", report));
      const found = await alerts(bench, { kind: "key_exposed", subject: `key:${data.id}` });
      assert.equal(found.total_count, 1);
      assert.equal(found.data[0]?.workspace_id, data.workspace_id);
      const text = JSON.stringify(found);
      assert.ok(!text.includes(key) && !text.includes(data.hash), "the key is shown again");
      good(await bench.send("deleteApiKey", { params: { hash: data.hash } }));
    },
  },
  {
    title: "leaves an organisation its last management key",
    clauses: [],
    async run(bench) {
      requireState(bench);
      const { hash, expires_at } = await onlyManagementKey(bench);
      const params = { hash };
      // First a change that does no harm if it is accepted.
      const soon = new Date(Date.now() + 12 * hourMs).toISOString();
      try {
        const body = { expires_at: soon };
        await refused(bench, 409, "updateApiKey", { params, body });
      } catch (error) {
        await bench.send("updateApiKey", { params, body: { expires_at } });
        throw error;
      }
      await refused(bench, 409, "deleteApiKey", { params });
      good(await bench.send("getApiKey", { params }));
    },
  },
];

function events(bench: Bench, query: Readonly<Record<string, string | number>>) {
  return read(bench, "listAuditEvents", { query });
}

async function onlyManagementKey(bench: Bench): Promise<Schema<"ApiKey">> {
  const query = { limit: 1000, include_disabled: "false" };
  const { data } = await read(bench, "listApiKeys", { query });
  const [only, ...others] = data.filter(({ kind }) => kind === "management");
  if (only === undefined || others.length > 0)
    throw new NotApplicable("The target has other management keys too.");
  return only;
}

function alerts(bench: Bench, query: Readonly<Record<string, string | number>>) {
  return read(bench, "listAlerts", { query });
}
