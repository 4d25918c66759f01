import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { made, read, refused, workspace } from "./ask.ts";
import { requireState, withKey } from "./provoke.ts";

const fields = [
  "id",
  "name",
  "slug",
  "description",
  "default_text_model",
  "default_image_model",
  "default_provider_sort",
  "is_observability_io_logging_enabled",
  "is_observability_broadcast_enabled",
  "is_data_discount_logging_enabled",
  "io_logging_sampling_rate",
  "io_logging_api_key_ids",
  "created_at",
  "updated_at",
  "created_by",
];

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

async function change(
  bench: Bench,
  body: Schema<"UpdateWorkspaceRequest">,
): Promise<Schema<"Workspace">> {
  requireState(bench);
  const params = { id: bench.target.workspace };
  return (await read(bench, "updateWorkspace", { params, body })).data;
}

export const workspaceCases: readonly Case[] = [
  {
    title: "gives a workspace with every field",
    clauses: ["2.1", "4.1.200"],
    async run(bench) {
      const found = await workspace(bench);
      for (const field of fields) assert.ok(field in found, `${field} is missing`);
      assert.match(found.created_at, isoTimestamp);
      if (found.updated_at !== null) assert.match(found.updated_at, isoTimestamp);
    },
  },
  {
    title: "finds a workspace by its UUID and by its slug",
    clauses: ["4.1.id", "4.1.id.slug", "8.workspace-id"],
    async run(bench) {
      const found = await workspace(bench);
      for (const id of [found.id, found.slug]) {
        const { data } = await read(bench, "getWorkspace", { params: { id } });
        assert.equal(data.id, found.id);
      }
    },
  },
  {
    title: "stores the sampling rate and the keys of a workspace, within the range",
    clauses: [
      "2.1.io_logging_sampling_rate.all",
      "2.1.io_logging_api_key_ids.null",
      "8.io_logging_sampling_rate",
    ],
    async run(bench) {
      const before = await workspace(bench);
      try {
        for (const rate of [0.0001, 0.5, 1])
          assert.equal(
            (await change(bench, { io_logging_sampling_rate: rate })).io_logging_sampling_rate,
            rate,
          );
        for (const rate of [0, 0.00009, 1.0001]) {
          const params = { id: bench.target.workspace };
          const body = { io_logging_sampling_rate: rate };
          await refused(bench, 400, "updateWorkspace", { params, body });
        }
        for (const ids of [[1], null])
          assert.deepEqual(
            (await change(bench, { io_logging_api_key_ids: ids })).io_logging_api_key_ids,
            ids,
          );
      } finally {
        await change(bench, {
          io_logging_sampling_rate: before.io_logging_sampling_rate,
          io_logging_api_key_ids: before.io_logging_api_key_ids,
        });
      }
    },
  },
  {
    title: "makes, lists, renames and deletes a workspace, and keeps slugs apart",
    clauses: ["4.1", "4.1.id.slug", "4.1.404"],
    async run(bench) {
      requireState(bench);
      const slug = `conformance-${Date.now().toString(36)}`;
      const { data } = await made(bench, "createWorkspace", {
        body: { name: "Conformance", slug },
      });
      const params = { id: data.id };
      try {
        assert.deepEqual([data.name, data.slug], ["Conformance", slug]);
        await refused(bench, 409, "createWorkspace", { body: { name: "Other", slug } });
        const other = { id: bench.target.workspace };
        await refused(bench, 409, "updateWorkspace", { params: other, body: { slug } });
        const body = { name: "Renamed", slug: `${slug}-x`, default_provider_sort: "price" };
        const { data: changed } = await read(bench, "updateWorkspace", { params, body });
        assert.deepEqual(
          [changed.id, changed.name, changed.slug, changed.default_provider_sort],
          [data.id, "Renamed", `${slug}-x`, "price"],
        );
        await refused(bench, 404, "getWorkspace", { params: { id: slug } });
        const bySlug = await read(bench, "getWorkspace", { params: { id: `${slug}-x` } });
        assert.deepEqual(bySlug.data, changed);
        const all = await read(bench, "listWorkspaces", { query: { limit: 1000 } });
        assert.deepEqual(
          all.data.find(({ id }) => id === data.id),
          changed,
        );
        const erased = await read(bench, "eraseIoLog", { params, query: { user: "u" } });
        assert.deepEqual(erased, { deleted: true, count: 0 });
      } finally {
        assert.deepEqual(await read(bench, "deleteWorkspace", { params }), { deleted: true });
      }
      await refused(bench, 404, "getWorkspace", { params });
      await refused(bench, 404, "deleteWorkspace", { params });
      await refused(bench, 404, "updateWorkspace", { params, body: {} });
      await refused(bench, 404, "eraseIoLog", { params });
    },
  },
  {
    title: "deletes no workspace that still has keys",
    clauses: ["4.1"],
    async run(bench) {
      requireState(bench);
      const { data } = await made(bench, "createWorkspace", { body: { name: "In use" } });
      const params = { id: data.id };
      await withKey(bench, { workspace_id: data.id }, async () => {
        await refused(bench, 409, "deleteWorkspace", { params });
      });
      await read(bench, "deleteWorkspace", { params });
    },
  },
];
