import { checkProvider } from "./catalogue/check-provider-credential.ts";
import { getModel, listModelEndpoints } from "./catalogue/model-endpoints.ts";
import { listEmbeddingModels, listModels } from "./catalogue/models.ts";
import { getProvider, listProviders } from "./catalogue/providers.ts";
import { createEmbeddings } from "./embeddings/create-embeddings.ts";
import { createChatCompletion } from "./generate/chat.ts";
import { countMessageTokens } from "./generate/count-message-tokens.ts";
import { createMessage } from "./generate/messages.ts";
import { createResponse } from "./generate/responses.ts";
import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  reportExposedKeys,
  rotateApiKey,
  updateApiKey,
} from "./keys/api-keys.ts";
import { getCurrentKey } from "./keys/current-key.ts";
import type { Operations } from "./operation.ts";
import { listAlerts } from "./organisation/alerts.ts";
import { listAuditEvents } from "./organisation/audit-events.ts";
import {
  createBudget,
  deleteBudget,
  getBudget,
  listBudgets,
  updateBudget,
} from "./organisation/budgets.ts";
import {
  createByokCredential,
  deleteByokCredential,
  listByokCredentials,
  updateByokCredential,
} from "./organisation/byok-credentials.ts";
import { getStatus } from "./organisation/status.ts";
import {
  createWorkspace,
  deleteWorkspace,
  eraseIoLog,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from "./organisation/workspaces.ts";
import { listActivity } from "./records/activity.ts";
import { getCredits, grantCredits, listCreditGrants } from "./records/credits.ts";
import { getGeneration, listGenerations, refundGeneration } from "./records/generations.ts";
import { getLedger, listHolds } from "./records/ledger.ts";
import { listRefusals } from "./records/list-refusals.ts";
import { createRerank } from "./rerank/create-rerank.ts";
import {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  listSignInWays,
  revokeSession,
  revokeSessions,
} from "./sessions/sessions.ts";

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
