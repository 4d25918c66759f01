import { listActivity } from "./activity.ts";
import { listAlerts } from "./alerts.ts";
import { createApiKey, deleteApiKey, getApiKey, rotateApiKey, updateApiKey } from "./api-keys.ts";
import { listAuditEvents } from "./audit-events.ts";
import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "./budgets.ts";
import {
  createByokCredential,
  deleteByokCredential,
  listByokCredentials,
  updateByokCredential,
} from "./byok-credentials.ts";
import { createChatCompletion } from "./chat.ts";
import { checkProvider } from "./check-provider-credential.ts";
import { countMessageTokens } from "./count-message-tokens.ts";
import { listCreditGrants } from "./credit-grants.ts";
import { getCredits, grantCredits } from "./credits.ts";
import { getCurrentKey } from "./current-key.ts";
import { createEmbeddings } from "./embeddings/create-embeddings.ts";
import { reportExposedKeys } from "./exposed-keys.ts";
import { getGeneration, refundGeneration } from "./generations.ts";
import { getProvider } from "./get-provider.ts";
import { listHolds } from "./holds.ts";
import { getLedger } from "./ledger.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { listGenerations } from "./list-generations.ts";
import { listRefusals } from "./list-refusals.ts";
import { createMessage } from "./messages.ts";
import { getModel, listModelEndpoints } from "./model-endpoints.ts";
import { listEmbeddingModels, listModels } from "./models.ts";
import type { Operations } from "./operation.ts";
import { listProviders } from "./providers.ts";
import { createRerank } from "./rerank/create-rerank.ts";
import { createResponse } from "./responses.ts";
import {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  listSignInWays,
  revokeSession,
  revokeSessions,
} from "./sessions/sessions.ts";
import { getStatus } from "./status.ts";
import {
  createWorkspace,
  deleteWorkspace,
  eraseIoLog,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "./workspaces.ts";

/** Every operation of the contract: one that is missing does not compile. */
export const operations: Operations = {
  checkProvider,
  createApiKey,
  createBudget,
  createByokCredential,
  createChatCompletion,
  countMessageTokens,
  createEmbeddings,
  createMessage,
  createRerank,
  createResponse,
  createSession,
  createWorkspace,
  deleteApiKey,
  deleteBudget,
  deleteByokCredential,
  deleteSession,
  deleteWorkspace,
  eraseIoLog,
  getApiKey,
  getBudget,
  getCredits,
  getCurrentKey,
  getGeneration,
  getLedger,
  getModel,
  getStatus,
  getProvider,
  getSession,
  getWorkspace,
  grantCredits,
  listActivity,
  listAlerts,
  listApiKeys,
  listAuditEvents,
  listBudgets,
  listByokCredentials,
  listCreditGrants,
  listEmbeddingModels,
  listModelEndpoints,
  listGenerations,
  listHolds,
  listModels,
  listProviders,
  listRefusals,
  listSessions,
  listSignInWays,
  listWorkspaces,
  refundGeneration,
  reportExposedKeys,
  revokeSession,
  revokeSessions,
  rotateApiKey,
  updateApiKey,
  updateBudget,
  updateByokCredential,
  updateWorkspace,
};
