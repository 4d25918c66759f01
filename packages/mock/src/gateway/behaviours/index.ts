/**
 * What operations do beyond their examples, each under its operation id: the one list. An operation that is not here
 * answers by its examples.
 */
export { listActivity } from "./activity.ts";
export { listAlerts } from "./alerts.ts";
export {
  createApiKey,
  deleteApiKey,
  getApiKey,
  rotateApiKey,
  updateApiKey,
} from "./api-keys.ts";
export { listAuditEvents } from "./audit.ts";
export { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "./budgets.ts";
export {
  createByokCredential,
  deleteByokCredential,
  listByokCredentials,
  updateByokCredential,
} from "./byok.ts";
export { createChatCompletion } from "./create-chat-completion.ts";
export { createEmbeddings } from "./create-embeddings.ts";
export { createRerank } from "./create-rerank.ts";
export { createResponse } from "./create-response.ts";
export { getCredits, grantCredits } from "./credits.ts";
export { getCurrentKey } from "./current-key.ts";
export { reportExposedKeys } from "./exposed-keys.ts";
export { getGeneration, listGenerations, refundGeneration } from "./generations.ts";
export { getLedger, getStatus, listCreditGrants, listHolds } from "./ledger.ts";
export { listApiKeys } from "./list-api-keys.ts";
export { countMessageTokens, createMessage } from "./messages.ts";
export { getModel, listModelEndpoints, listModels } from "./models.ts";
export { checkProvider, getProvider, listProviders } from "./providers.ts";
export { listRefusals } from "./refusals.ts";
export {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  revokeSession,
  revokeSessions,
} from "./sessions.ts";
export {
  createWorkspace,
  deleteWorkspace,
  eraseIoLog,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "./workspaces.ts";
