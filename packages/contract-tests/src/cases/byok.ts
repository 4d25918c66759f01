import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { absentId, good, made, read, refused, refusedWith, workspace } from "./ask.ts";
import { requireState } from "./provoke.ts";

export const byokCases: readonly Case[] = [
  {
    title: "reports a deleted credential with deleted true, once",
    clauses: ["2.2.id", "3.deleted", "4.2", "4.2.200", "4.2.id"],
    async run(bench) {
      const { id } = await newCredential(bench);
      const params = { id };
      assert.deepEqual(await read(bench, "deleteByokCredential", { params }), { deleted: true });
      if (!bench.target.abilities.stateful) return;
      await refused(bench, 404, "deleteByokCredential", { params });
      const { data } = await read(bench, "listByokCredentials", { query: { limit: 1000 } });
      assert.ok(!data.some((each) => each.id === id), "it is still listed");
    },
  },
  {
    title: "knows no credential whose id is no UUID",
    clauses: ["2.2.id", "4.2.404"],
    async run(bench) {
      for (const id of ["no-uuid", "x".repeat(37)])
        await refused(bench, 404, "deleteByokCredential", { params: { id } });
    },
  },
  {
    title: "shows a credential without its secret, and changes it",
    clauses: ["2.2.id"],
    async run(bench) {
      const first = await newCredential(bench);
      const params = { id: first.id };
      try {
        const body = { name: "renamed", disabled: true, secret: "sk-changed-secret" };
        const reply = await bench.send("updateByokCredential", { params, body });
        const { data } = good(reply) as Output<"updateByokCredential">;
        const listed = await bench.send("listByokCredentials", { query: { limit: 1000 } });
        for (const { text } of [reply, listed])
          assert.ok(!/sk-(conformance|changed)-secret/.test(text), "the secret is shown");
        if (!bench.target.abilities.stateful) return;
        assert.deepEqual(
          [data.id, data.name, data.disabled, data.provider],
          [first.id, "renamed", true, first.provider],
        );
        const { data: all } = good(listed) as Output<"listByokCredentials">;
        assert.deepEqual(
          all.find(({ id }) => id === first.id),
          data,
        );
      } finally {
        good(await bench.send("deleteByokCredential", { params }));
      }
    },
  },
  {
    title:
      "refuses a credential for an unknown provider, without a secret, or in a workspace that does not exist",
    clauses: ["4.2.404"],
    async run(bench) {
      requireState(bench);
      const provider = byokProvider(bench);
      const create = (body: object) => bench.send("createByokCredential", { body });
      refusedWith(await create({ provider: "no-such-provider", secret: "sk" }), 400);
      refusedWith(await create({ provider }), 400);
      refusedWith(await create({ provider, secret: "sk", workspace_id: absentId }), 404);
      const body = { name: "x" };
      await refused(bench, 404, "updateByokCredential", { params: { id: absentId }, body });
    },
  },
];

export async function newCredential(bench: Bench): Promise<Output<"createByokCredential">["data"]> {
  const provider = byokProvider(bench);
  const { id } = await workspace(bench);
  const body = { provider, workspace_id: id, name: "conformance", secret: "sk-conformance-secret" };
  return (await made(bench, "createByokCredential", { body })).data;
}

function byokProvider({ target }: Bench): string {
  if (target.byokProvider === null)
    throw new NotApplicable("No provider is known that takes credentials of a workspace's own.");
  return target.byokProvider;
}
