// Every operation of the contract. Code that takes this module for `Operations` does not compile while one is missing.
export { checkProvider } from "./catalogue/check-provider-credential.ts";
export { getModel, listModelEndpoints } from "./catalogue/model-endpoints.ts";
export { listEmbeddingModels, listModels } from "./catalogue/models.ts";
export { getProvider, listProviders } from "./catalogue/providers.ts";
export { createEmbeddings } from "./embeddings/create-embeddings.ts";
export { countMessageTokens, countResponseTokens } from "./generate/count-tokens.ts";
export { createChatCompletion, createMessage, createResponse } from "./generate/generate.ts";
export {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  reportExposedKeys,
  rotateApiKey,
  updateApiKey,
} from "./keys/api-keys.ts";
export { getCurrentKey } from "./keys/current-key.ts";
export { listAlerts } from "./organisation/alerts.ts";
export { listAuditEvents } from "./organisation/audit-events.ts";
export {
  createBudget,
  deleteBudget,
  getBudget,
  listBudgets,
  updateBudget,
} from "./organisation/budgets.ts";
export {
  createByokCredential,
  deleteByokCredential,
  listByokCredentials,
  updateByokCredential,
} from "./organisation/byok-credentials.ts";
export {
  activateConfiguration,
  getConfiguration,
  getConfigurationVersion,
  listConfigurationVersions,
  planConfiguration,
  updateConfiguration,
} from "./organisation/configuration.ts";
export { getStatus } from "./organisation/status.ts";
export {
  createWorkspace,
  deleteWorkspace,
  eraseIoLog,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "./organisation/workspaces.ts";
export { listActivity } from "./records/activity.ts";
export { listAgentSessions } from "./records/agent-sessions.ts";
export { getCredits, grantCredits, listCreditGrants } from "./records/credits.ts";
export { getGeneration, listGenerations, refundGeneration } from "./records/generations.ts";
export { getLedger, listHolds } from "./records/ledger.ts";
export { listRefusals } from "./records/list-refusals.ts";
export { createRerank } from "./rerank/create-rerank.ts";
export { compactResponse } from "./responses/compact-response.ts";
export { deleteResponse, getResponse } from "./responses/response-by-id.ts";
export {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  listSignInWays,
  revokeSession,
  revokeSessions,
} from "./sessions/sessions.ts";
