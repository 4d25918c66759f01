import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { absentId, good, refusedWith } from "./ask.ts";
import { newKey, requireState, validRequest } from "./provoke.ts";

/** Budgets are additions to the interface. Each case has a workspace of its own, so that it limits no other case. */
export const budgetCases: readonly Case[] = [
  {
    title: "makes a budget, shows, lists and changes it, refuses a second one, and deletes it",
    clauses: [],
    async run(bench) {
      await list(bench, {});
      await inOwnWorkspace(bench, async (workspaceId) => {
        const made = await newBudget(bench, { workspace_id: workspaceId, limit: 2.5 });
        const params = { id: made.id };
        try {
          assert.deepEqual([made.workspace_id, made.scope], [workspaceId, "workspace"]);
          assert.deepEqual([made.state?.limit, made.state?.remaining], [2.5, 2.5]);
          const second = { workspace_id: workspaceId, limit: 1 };
          refusedWith(await bench.send("createBudget", { body: second }), 409);
          const change = { limit: 4, name: "changed" };
          const reply = good(await bench.send("updateBudget", { params, body: change }));
          const { data: changed } = reply as Output<"updateBudget">;
          assert.deepEqual(
            [changed.id, changed.limit, changed.name, changed.state?.remaining],
            [made.id, 4, "changed", 4],
          );
          const shown = good(await bench.send("getBudget", { params })) as Output<"getBudget">;
          assert.deepEqual(shown, { data: changed, end_users: null });
          refusedWith(await bench.send("getBudget", { params, query: { limit: 0 } }), 400);
          assert.deepEqual((await list(bench, { workspace_id: workspaceId })).data, [changed]);
        } finally {
          const deleted = good(await bench.send("deleteBudget", { params }));
          assert.deepEqual(deleted, { deleted: true });
        }
        refusedWith(await bench.send("getBudget", { params }), 404);
        refusedWith(await bench.send("deleteBudget", { params }), 404);
        assert.deepEqual((await list(bench, { workspace_id: workspaceId })).data, []);
      });
    },
  },
  {
    title: "refuses the keys of a workspace whose budget is 0, and says which limit it was",
    clauses: ["7.402"],
    async run(bench) {
      await list(bench, {});
      await inOwnWorkspace(bench, async (workspaceId) => {
        const { key, data } = await newKey(bench, { workspace_id: workspaceId });
        const sending = validRequest(bench, "createEmbeddings");
        const ask = () => bench.send("createEmbeddings", { ...sending, key: { value: key } });
        const budget = await newBudget(bench, { workspace_id: workspaceId, limit: 1 });
        const params = { id: budget.id };
        try {
          good(await ask());
          const shown = good(await bench.send("getBudget", { params })) as Output<"getBudget">;
          assert.ok((shown.data.state?.spent ?? 0) > 0, "the request is not booked in the budget");
          good(await bench.send("updateBudget", { params, body: { limit: 0 } }));
          const { error } = refusedWith(await ask(), 402);
          assert.equal(error.metadata?.["limit_source"], "workspace_budget");
        } finally {
          await bench.send("deleteBudget", { params });
          good(await ask());
          await bench.send("deleteApiKey", { params: { hash: data.hash } });
        }
      });
    },
  },
  {
    title: "knows no budget that does not exist, and makes none where there is no workspace",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { id: absentId };
      refusedWith(await bench.send("getBudget", { params }), 404);
      refusedWith(await bench.send("updateBudget", { params, body: { limit: 1 } }), 404);
      refusedWith(await bench.send("deleteBudget", { params }), 404);
      const body = { workspace_id: absentId, limit: 1 };
      refusedWith(await bench.send("createBudget", { body }), 404);
      const query = { workspace_id: absentId };
      refusedWith(await bench.send("listBudgets", { query }), 404);
    },
  },
];

async function inOwnWorkspace(
  bench: Bench,
  use: (workspaceId: string) => Promise<void>,
): Promise<void> {
  requireState(bench);
  const reply = await bench.send("createWorkspace", { body: { name: "Budgets" } });
  assert.equal(reply.status, 201, reply.text);
  const { id } = (reply.body as Output<"createWorkspace">).data;
  try {
    await use(id);
  } finally {
    good(await bench.send("deleteWorkspace", { params: { id } }));
  }
}

async function newBudget(
  bench: Bench,
  body: Readonly<Record<string, string | number>>,
): Promise<Output<"createBudget">["data"]> {
  const reply = await bench.send("createBudget", { body });
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as Output<"createBudget">).data;
}

async function list(bench: Bench, query: Readonly<Record<string, string>>) {
  return good(await bench.send("listBudgets", { query })) as Output<"listBudgets">;
}
