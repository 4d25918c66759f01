import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";
import { absentId, good, made, read, refused, refusedWith } from "./ask.ts";
import { requireState, validRequest, withKey } from "./provoke.ts";

/** Budgets are additions to the interface. Each case has a workspace of its own, so that it limits no other case. */
export const budgetCases: readonly Case[] = [
  {
    title: "makes a budget, shows, lists and changes it, refuses a second one, and deletes it",
    clauses: [],
    async run(bench) {
      await list(bench, {});
      await inOwnWorkspace(bench, async (workspaceId) => {
        const budget = await newBudget(bench, { workspace_id: workspaceId, limit: 2.5 });
        const params = { id: budget.id };
        try {
          assert.deepEqual([budget.workspace_id, budget.scope], [workspaceId, "workspace"]);
          assert.deepEqual([budget.state?.limit, budget.state?.remaining], [2.5, 2.5]);
          const second = { workspace_id: workspaceId, limit: 1 };
          await refused(bench, 409, "createBudget", { body: second });
          const body = { limit: 4, name: "changed" };
          const { data: changed } = await read(bench, "updateBudget", { params, body });
          assert.deepEqual(
            [changed.id, changed.limit, changed.name, changed.state?.remaining],
            [budget.id, 4, "changed", 4],
          );
          const shown = await read(bench, "getBudget", { params });
          assert.deepEqual(shown, { data: changed, end_users: null, tag_values: null });
          await refused(bench, 400, "getBudget", { params, query: { limit: 0 } });
          assert.deepEqual((await list(bench, { workspace_id: workspaceId })).data, [changed]);
        } finally {
          assert.deepEqual(await read(bench, "deleteBudget", { params }), { deleted: true });
        }
        await refused(bench, 404, "getBudget", { params });
        await refused(bench, 404, "deleteBudget", { params });
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
        await withKey(bench, { workspace_id: workspaceId }, async ({ key }) => {
          const ask = () =>
            bench.send("createEmbeddings", { ...validRequest(bench, "createEmbeddings"), key });
          const { id } = await newBudget(bench, { workspace_id: workspaceId, limit: 1 });
          const params = { id };
          try {
            good(await ask());
            const { state } = (await read(bench, "getBudget", { params })).data;
            assert.ok((state?.spent ?? 0) > 0, "the request is not booked in the budget");
            good(await bench.send("updateBudget", { params, body: { limit: 0 } }));
            const { error } = refusedWith(await ask(), 402);
            assert.equal(error.metadata?.["limit_source"], "workspace_budget");
          } finally {
            await bench.send("deleteBudget", { params });
            good(await ask());
          }
        });
      });
    },
  },
  {
    title: "knows no budget that does not exist, and makes none where there is no workspace",
    clauses: ["7.404"],
    async run(bench) {
      requireState(bench);
      const params = { id: absentId };
      await refused(bench, 404, "getBudget", { params });
      await refused(bench, 404, "updateBudget", { params, body: { limit: 1 } });
      await refused(bench, 404, "deleteBudget", { params });
      const body = { workspace_id: absentId, limit: 1 };
      await refused(bench, 404, "createBudget", { body });
      const query = { workspace_id: absentId };
      await refused(bench, 404, "listBudgets", { query });
    },
  },
];

async function inOwnWorkspace(
  bench: Bench,
  use: (workspaceId: string) => Promise<void>,
): Promise<void> {
  requireState(bench);
  const { id } = (await made(bench, "createWorkspace", { body: { name: "Budgets" } })).data;
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
  return (await made(bench, "createBudget", { body })).data;
}

function list(bench: Bench, query: Readonly<Record<string, string>>) {
  return read(bench, "listBudgets", { query });
}
