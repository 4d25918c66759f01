import assert from "node:assert/strict";
import type { Output, Schema } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { good, refusedWith, workspace } from "./ask.ts";
import { newKey, requireState } from "./provoke.ts";

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
  return (good(await bench.send("updateWorkspace", { params, body })) as Output<"updateWorkspace">)
    .data;
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
        const reply = await bench.send("getWorkspace", { params: { id } });
        assert.equal((good(reply) as Output<"getWorkspace">).data.id, found.id);
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
          refusedWith(await bench.send("updateWorkspace", { params, body }), 400);
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
      const reply = await bench.send("createWorkspace", { body: { name: "Conformance", slug } });
      assert.equal(reply.status, 201, reply.text);
      const { data } = reply.body as Output<"createWorkspace">;
      const params = { id: data.id };
      try {
        assert.deepEqual([data.name, data.slug], ["Conformance", slug]);
        const again = await bench.send("createWorkspace", { body: { name: "Other", slug } });
        refusedWith(again, 409);
        const taken = await bench.send("updateWorkspace", {
          params: { id: bench.target.workspace },
          body: { slug },
        });
        refusedWith(taken, 409);
        const body = { name: "Renamed", slug: `${slug}-x`, default_provider_sort: "price" };
        const renamed = await bench.send("updateWorkspace", { params, body });
        const { data: changed } = good(renamed) as Output<"updateWorkspace">;
        assert.deepEqual(
          [changed.id, changed.name, changed.slug, changed.default_provider_sort],
          [data.id, "Renamed", `${slug}-x`, "price"],
        );
        refusedWith(await bench.send("getWorkspace", { params: { id: slug } }), 404);
        const bySlug = await bench.send("getWorkspace", { params: { id: `${slug}-x` } });
        assert.deepEqual((good(bySlug) as Output<"getWorkspace">).data, changed);
        const all = good(
          await bench.send("listWorkspaces", { query: { limit: 1000 } }),
        ) as Output<"listWorkspaces">;
        assert.deepEqual(
          all.data.find(({ id }) => id === data.id),
          changed,
        );
        const erased = await bench.send("eraseIoLog", { params, query: { user: "u" } });
        assert.deepEqual(good(erased), { deleted: true, count: 0 });
      } finally {
        assert.deepEqual(good(await bench.send("deleteWorkspace", { params })), { deleted: true });
      }
      refusedWith(await bench.send("getWorkspace", { params }), 404);
      refusedWith(await bench.send("deleteWorkspace", { params }), 404);
      refusedWith(await bench.send("updateWorkspace", { params, body: {} }), 404);
      refusedWith(await bench.send("eraseIoLog", { params }), 404);
    },
  },
  {
    title: "deletes no workspace that still has keys",
    clauses: ["4.1"],
    async run(bench) {
      requireState(bench);
      const made = await bench.send("createWorkspace", { body: { name: "In use" } });
      const params = { id: (made.body as Output<"createWorkspace">).data.id };
      const { data } = await newKey(bench, { workspace_id: params.id });
      refusedWith(await bench.send("deleteWorkspace", { params }), 409);
      await bench.send("deleteApiKey", { params: { hash: data.hash } });
      good(await bench.send("deleteWorkspace", { params }));
    },
  },
];
