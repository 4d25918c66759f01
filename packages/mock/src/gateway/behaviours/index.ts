/**
 * What operations do beyond their examples, each under its operation id: the one list. An operation that is not here
 * answers by its examples.
 */
export { listActivity } from "./activity.ts";
export { listAgentSessions } from "./agent-sessions.ts";
export {
  createApiKey,
  deleteApiKey,
  getApiKey,
  rotateApiKey,
  updateApiKey,
} from "./api-keys.ts";
export { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "./budgets.ts";
export {
  createByokCredential,
  deleteByokCredential,
  listByokCredentials,
  updateByokCredential,
} from "./byok.ts";
export {
  activateConfiguration,
  getConfiguration,
  getConfigurationVersion,
  listConfigurationVersions,
  planConfiguration,
  updateConfiguration,
} from "./configuration.ts";
export { getCredits, grantCredits } from "./credits.ts";
export { getCurrentKey } from "./current-key.ts";
export { createEmbeddings } from "./embeddings.ts";
export { listAlerts, listAuditEvents } from "./events.ts";
export { reportExposedKeys } from "./exposed-keys.ts";
export { getGeneration, listGenerations, refundGeneration } from "./generations.ts";
export { getLedger, getStatus, listCreditGrants, listHolds } from "./ledger.ts";
export { listApiKeys } from "./list-api-keys.ts";
export { getModel, listModelEndpoints, listModels } from "./models.ts";
export { checkProvider, getProvider, listProviders } from "./providers.ts";
export { listRefusals } from "./refusals.ts";
export { createRerank } from "./rerank.ts";
export {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  revokeSession,
  revokeSessions,
} from "./sessions.ts";
export {
  compactResponse,
  countMessageTokens,
  countResponseTokens,
  createChatCompletion,
  createMessage,
  createResponse,
  deleteResponse,
  getResponse,
} from "./texts.ts";
export {
  createWorkspace,
  deleteWorkspace,
  eraseIoLog,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "./workspaces.ts";
