import type { AuditFacts, AuditTarget } from "../ports/audit.ts";
import type { BudgetRecord } from "../ports/budgets.ts";
import type { CredentialRecord } from "../ports/credentials.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { WorkspaceRecord } from "../ports/workspaces.ts";
import type { AuditedChange } from "./audit-log.ts";

/** Decides for each field of a record whether the log has it: a new field without a decision does not compile. */
type Decisions<Thing> = { readonly [Field in keyof Required<Thing>]: boolean };

const key: Decisions<KeyRecord> = {
  name: true,
  kind: true,
  workspaceId: true,
  disabled: true,
  limitNanousd: true,
  limitReset: true,
  requestsPerMinute: true,
  tokensPerMinute: true,
  expiresAtMs: true,
  createdBy: true,
  ownerEmail: true,
  exposedAtMs: true,
  exposedSource: true,
  exposedUrl: true,
  allowedModels: true,
  allowedProviders: true,
  dataCollection: true,
  zeroDataRetention: true,
  requiresEndUser: true,
  maxOutputTokens: true,
  maxRequestsInFlight: true,
  sessionBudgetNanousd: true,
  allowedNetworks: true,
  scope: true,
  rotatedAtMs: true,
  previousSecretExpiresAtMs: true,
  // Already the row's target.
  id: false,
  // Derived from the key.
  hash: false,
  label: false,
  // Changed by requests, not by people.
  spentNanousd: false,
  heldNanousd: false,
  usageNanousd: false,
  usageDailyNanousd: false,
  usageWeeklyNanousd: false,
  usageMonthlyNanousd: false,
  // The row has its own time.
  createdAtMs: false,
  updatedAtMs: false,
};

const workspace: Decisions<WorkspaceRecord> = {
  name: true,
  slug: true,
  description: true,
  defaultTextModel: true,
  defaultImageModel: true,
  defaultProviderSort: true,
  isObservabilityIoLoggingEnabled: true,
  isObservabilityBroadcastEnabled: true,
  isDataDiscountLoggingEnabled: true,
  isEmbeddingsCacheEnabled: true,
  ioLoggingSamplingRate: true,
  ioLoggingApiKeyIds: true,
  createdBy: true,
  id: false,
  organisationId: false,
  revision: false,
  createdAtMs: false,
  updatedAtMs: false,
};

const credential: Decisions<CredentialRecord> = {
  provider: true,
  name: true,
  workspaceId: true,
  disabled: true,
  id: false,
  // Derived from the secret.
  label: false,
  createdAtMs: false,
  updatedAtMs: false,
};

const budget: Decisions<BudgetRecord> = {
  workspaceId: true,
  scope: true,
  endUser: true,
  tag: true,
  name: true,
  limitNanousd: true,
  limitReset: true,
  raiseNanousd: true,
  raiseUntilMs: true,
  createdBy: true,
  id: false,
  // Changed by requests, not by people.
  state: false,
  createdAtMs: false,
  updatedAtMs: false,
};

interface Named {
  readonly id: string | number;
}

/** The row of the log about a change, from the record before and after it. */
function changesOf<Thing extends Named>(
  type: AuditTarget["type"],
  decisions: Decisions<Thing>,
  workspaceOf: (record: Thing) => string,
) {
  const factsOf = (record: Thing): AuditFacts =>
    Object.fromEntries(Object.entries(record).filter(([field]) => decisions[field as keyof Thing]));
  return (before: Thing | null, after: Thing | null): AuditedChange => {
    const record = before ?? after;
    if (record === null) throw new TypeError("A record is there before or after its change.");
    return {
      target: { type, id: String(record.id) },
      workspaceId: workspaceOf(record),
      before: before && factsOf(before),
      after: after && factsOf(after),
    };
  };
}

export const changeOfBudget = changesOf("budget", budget, (record) => record.workspaceId);
export const changeOfKey = changesOf("api_key", key, (record) => record.workspaceId);
export const changeOfWorkspace = changesOf("workspace", workspace, ({ id }) => id);
export const changeOfCredential = changesOf(
  "byok_credential",
  credential,
  (record) => record.workspaceId,
);
