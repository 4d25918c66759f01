import assert from "node:assert/strict";
import type { Output, Schema } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import { type Case, NotApplicable } from "../suite/case.ts";
import { good, refusedWith, workspace } from "./ask.ts";

const fields = [
  ...["id", "name", "slug", "description", "default_text_model", "default_image_model"],
  ...["default_provider_sort", "is_observability_io_logging_enabled"],
  ...["is_observability_broadcast_enabled", "is_data_discount_logging_enabled"],
  ...[
    "io_logging_sampling_rate",
    "io_logging_api_key_ids",
    "created_at",
    "updated_at",
    "created_by",
  ],
];

const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

async function change(
  bench: Bench,
  body: Schema<"UpdateWorkspaceRequest">,
): Promise<Schema<"Workspace">> {
  if (!bench.target.abilities.stateful)
    throw new NotApplicable("The target does not remember what it is told.");
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
    title: "keeps what a workspace is told of its sampling rate and its keys, within the range",
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
    title: "reports a deleted credential with deleted true, once",
    clauses: ["2.2.id", "3.deleted", "4.2.200", "4.2.id"],
    async run(bench) {
      const id = await credential(bench);
      const reply = await bench.send("deleteByokCredential", { params: { id } });
      assert.deepEqual(good(reply), { deleted: true });
      if (bench.target.abilities.stateful)
        refusedWith(await bench.send("deleteByokCredential", { params: { id } }), 404);
    },
  },
  {
    title: "knows no credential whose id is no UUID",
    clauses: ["2.2.id", "4.2.404"],
    async run(bench) {
      if (bench.target.abilities.prefersStatus) throw new NotApplicable("The mock keeps none.");
      refusedWith(await bench.send("deleteByokCredential", { params: { id: "no-uuid" } }), 404);
    },
  },
];

async function credential(bench: Bench): Promise<string> {
  const { id } = await workspace(bench);
  const provider = "openai";
  const body = { provider, workspace_id: id, name: "conformance", secret: "sk-conformance" };
  const reply = await bench.send("createByokCredential", { body });
  if (reply.status !== 201)
    throw new NotApplicable(`No credential can be made for ${provider}: ${reply.text}`);
  return (reply.body as Output<"createByokCredential">).data.id;
}
