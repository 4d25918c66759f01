import { randomUUID } from "node:crypto";
import type { OperationId } from "@portico/contract";
import { hashKey, newKey } from "../../src/secrets/key-format.ts";
import { actorIn } from "../store/actor-in.ts";
import { jsonHeaders, type TestGateway, type TestTenant } from "./gateway.ts";

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A thing to ask for: of the caller's own organisation, of another one, or a missing one. */
export interface Things {
  readonly workspace: string;
  readonly key: string;
  readonly credential: string;
  readonly budget: string;
  readonly generation: string;
  readonly session: string;
  /** Of a gateway that keeps responses. */
  readonly response: string;
}

/** Every operation of the contract: how it is asked for one of these things, or that it asks for none. */
export const requests: { readonly [Id in OperationId]: ((things: Things) => Asked) | Asked } = {
  createEmbeddings: { body: { model: "sandbox/embed", input: "a" } },
  createRerank: { body: { model: "sandbox/rerank", query: "a", documents: ["b"] } },
  listEmbeddingModels: {},
  createMessage: {
    body: {
      model: "sandbox/text",
      max_tokens: 16,
      messages: [{ role: "user", content: "Hello" }],
    },
  },
  countMessageTokens: {
    body: { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }] },
  },
  countResponseTokens: { body: { model: "sandbox/text", input: "a" } },
  createResponse: { body: { model: "sandbox/text", input: "a" } },
  compactResponse: { body: { model: "sandbox/text", input: "a" } },
  getResponse: ({ response }) => ({ params: { id: response } }),
  deleteResponse: ({ response }) => ({ params: { id: response } }),
  createChatCompletion: {
    body: { model: "sandbox/text", messages: [{ role: "user", content: "a" }] },
  },
  getWorkspace: ({ workspace }) => ({ params: { id: workspace } }),
  updateWorkspace: ({ workspace }) => ({ params: { id: workspace }, body: { description: "d" } }),
  deleteWorkspace: ({ workspace }) => ({ params: { id: workspace } }),
  eraseIoLog: ({ workspace }) => ({ params: { id: workspace } }),
  listWorkspaces: {},
  listBudgets: ({ workspace }) => ({ query: { workspace_id: workspace } }),
  createBudget: ({ workspace }) => ({
    body: { workspace_id: workspace, scope: "end_user", end_user: "new", limit: 1 },
  }),
  getBudget: ({ budget }) => ({ params: { id: budget } }),
  updateBudget: ({ budget }) => ({ params: { id: budget }, body: { limit: 2 } }),
  deleteBudget: ({ budget }) => ({ params: { id: budget } }),
  createWorkspace: { body: { name: "New" } },
  deleteByokCredential: ({ credential }) => ({ params: { id: credential } }),
  updateByokCredential: ({ credential }) => ({ params: { id: credential }, body: { name: "n" } }),
  listByokCredentials: ({ workspace }) => ({ query: { workspace_id: workspace } }),
  createByokCredential: ({ workspace }) => ({
    body: { provider: "sandbox", secret: "s".repeat(20), workspace_id: workspace },
  }),
  listApiKeys: ({ workspace }) => ({ query: { workspace_id: workspace } }),
  createApiKey: ({ workspace }) => ({ body: { name: "n", workspace_id: workspace } }),
  getApiKey: ({ key }) => ({ params: { hash: key } }),
  getCurrentKey: {},
  updateApiKey: ({ key }) => ({ params: { hash: key }, body: { name: "n" } }),
  rotateApiKey: ({ key }) => ({ params: { hash: key }, body: {} }),
  deleteApiKey: ({ key }) => ({ params: { hash: key } }),
  // A key that is foreign, or that does not exist, changes nothing.
  reportExposedKeys: { body: { keys: [newKey("ordinary").secret] } },
  // A key of another tenant would sign in there.
  createSession: { body: { key: newKey("ordinary").secret } },
  getSession: {},
  deleteSession: {},
  listSignInWays: {},
  listSessions: {},
  revokeSession: ({ session }) => ({ params: { id: session } }),
  revokeSessions: {},
  getCredits: {},
  grantCredits: { body: { amount: 1 } },
  listCreditGrants: {},
  getLedger: {},
  listHolds: {},
  getStatus: {},
  getConfiguration: {},
  // Management keys can grant credits afterwards, too.
  updateConfiguration: { body: { yaml: "credits: { grants: management }", parent: 0 } },
  planConfiguration: { body: { yaml: "" } },
  listConfigurationVersions: {},
  getConfigurationVersion: { params: { version: "1" } },
  activateConfiguration: { params: { version: "1" }, body: {} },
  listAlerts: {},
  listAuditEvents: {},
  listActivity: ({ key }) => ({ query: { api_key_hash: key } }),
  listGenerations: {},
  listAgentSessions: {},
  listRefusals: {},
  getGeneration: ({ generation }) => ({ query: { id: generation } }),
  refundGeneration: ({ generation }) => ({ body: { id: generation } }),
  listModels: {},
  getModel: { params: { author: "sandbox", slug: "text" } },
  listModelEndpoints: { params: { author: "sandbox", slug: "text" } },
  listProviders: {},
  getProvider: { params: { slug: "sandbox" } },
  checkProvider: { params: { slug: "sandbox" }, body: {} },
};

/** Things of a tenant that no other test uses up. */
export async function thingsOf(gateway: TestGateway, tenant: TestTenant): Promise<Things> {
  const slug = `w-${randomUUID().slice(0, 8)}`;
  const settings = {
    ...(await gateway.store.workspaces.get(tenant.organisationId, tenant.workspaceId)),
  };
  const workspace = await fetch(`${gateway.api}/workspaces`, {
    method: "POST",
    headers: jsonHeaders(tenant.management),
    body: JSON.stringify({ name: settings.name, slug }),
  }).then(async (response) => ((await response.json()) as { data: { id: string } }).data.id);
  const credential = await fetch(`${gateway.api}/byok`, {
    method: "POST",
    headers: jsonHeaders(tenant.management),
    body: JSON.stringify({ provider: "sandbox", secret: "s".repeat(20), disabled: true }),
  }).then(async (response) => ((await response.json()) as { data: { id: string } }).data.id);
  const budget = await fetch(`${gateway.api}/budgets`, {
    method: "POST",
    headers: jsonHeaders(tenant.management),
    body: JSON.stringify({ workspace_id: workspace, limit: 1 }),
  }).then(async (response) => ((await response.json()) as { data: { id: string } }).data.id);
  const holder = await gateway.store.keys.get(tenant.organisationId, hashKey(tenant.ordinary));
  if (holder === null) throw new Error("The tenant's key is not there.");
  const { id: session } = await gateway.store.sessions.begin(actorIn(tenant.organisationId), {
    ...{ id: randomUUID(), tokenHash: hashKey(randomUUID()), workspaceId: tenant.workspaceId },
    ...{ way: "key", subject: `key:${holder.id}`, name: holder.name, role: "holder" },
    ...{ keyId: holder.id, secretHash: holder.hash },
    ...{ lifetimeMs: 3_600_000, idleMs: 3_600_000, address: null, userAgent: null },
  });
  const answerTo = (path: "embeddings" | "responses") =>
    fetch(`${gateway.api}/${path}`, {
      method: "POST",
      headers: jsonHeaders(tenant.ordinary),
      body: JSON.stringify({
        model: path === "embeddings" ? "sandbox/embed" : "sandbox/text",
        input: "a",
      }),
    }).then((response) => response.json() as Promise<{ id: string }>);
  const reply = await answerTo("embeddings");
  return {
    workspace,
    credential,
    budget,
    key: hashKey(await tenant.addKey()),
    session,
    generation: reply.id,
    response: (await answerTo("responses")).id,
  };
}
