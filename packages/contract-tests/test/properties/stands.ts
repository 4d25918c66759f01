import { type OperationId, type Output, operationIds } from "@portico/contract";
import { newCredential } from "../../src/cases/byok.ts";
import { validRequest } from "../../src/cases/provoke.ts";
import type { Bench } from "../../src/suite/bench.ts";
import type { Sending } from "../../src/suite/request-to.ts";

/** A right request to each operation, whose paths name things that are there. */
export type Stands = Readonly<Record<OperationId, Sending>>;

export async function prepareStands(bench: Bench): Promise<Stands> {
  const key = await bench.send("createApiKey", { body: { name: "stand" } });
  const workspace = await bench.send("createWorkspace", { body: { name: "Stand" } });
  const response = await bench.send("createResponse", validRequest(bench, "createResponse"));
  const { hash } = (key.body as Output<"createApiKey">).data;
  const { id: workspaceId } = (workspace.body as Output<"createWorkspace">).data;
  const { id: credentialId } = await newCredential(bench);
  const { id: generationId } = response.body as Output<"createResponse">;
  const budget = await bench.send("createBudget", {
    body: { scope: "end_user", end_user: "stand", limit: 1, workspace_id: workspaceId },
  });
  const { id: budgetId } = (budget.body as Output<"createBudget">).data;
  const stand = (id: OperationId) => validRequest(bench, id);
  return {
    ...(Object.fromEntries(operationIds.map((id) => [id, stand(id)])) as Stands),
    updateApiKey: { params: { hash }, body: {} },
    getApiKey: { params: { hash } },
    rotateApiKey: { params: { hash }, body: {} },
    // In a workspace without keys of other tests, whose requests it would refuse.
    createBudget: { body: { limit: 1, workspace_id: workspaceId } },
    getBudget: { params: { id: budgetId } },
    updateBudget: { params: { id: budgetId }, body: {} },
    updateWorkspace: { params: { id: workspaceId }, body: {} },
    updateByokCredential: { params: { id: credentialId }, body: {} },
    getGeneration: { query: { id: generationId } },
  };
}
