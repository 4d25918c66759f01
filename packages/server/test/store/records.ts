import { randomBytes } from "node:crypto";
import { newUniqueName } from "../../src/http/request/request-record.ts";
import type { BilledAttempt, GenerationFacts } from "../../src/store/ports/generation.ts";
import { unrestricted } from "../../src/store/ports/key-rights.ts";
import type { KeyRecord, NewKey } from "../../src/store/ports/keys.ts";
import type { AdmitRequest, Settlement } from "../../src/store/ports/money.ts";
import type { WorkspaceSettings } from "../../src/store/ports/workspaces.ts";
import type { FirstIdentity, Store } from "../../src/store/store.ts";
import { actorIn } from "./actor-in.ts";

/** Ordinary records for tests, with the given changes. */
export function newKeyRecord(change: Partial<NewKey> = {}): NewKey {
  return {
    hash: randomBytes(32).toString("hex"),
    label: "ptc_abc...wxyz",
    name: "test",
    kind: "ordinary",
    workspaceId: "",
    limitNanousd: null,
    limitReset: null,
    requestsPerMinute: null,
    tokensPerMinute: null,
    expiresAtMs: null,
    createdBy: null,
    ownerEmail: null,
    ...unrestricted,
    ...change,
  };
}

export function workspaceSettings(change: Partial<WorkspaceSettings> = {}): WorkspaceSettings {
  return {
    name: "Default",
    slug: "default",
    description: null,
    defaultTextModel: null,
    defaultImageModel: null,
    defaultProviderSort: null,
    isObservabilityIoLoggingEnabled: false,
    isObservabilityBroadcastEnabled: false,
    isDataDiscountLoggingEnabled: false,
    isEmbeddingsCacheEnabled: false,
    ioLoggingSamplingRate: 1,
    ioLoggingApiKeyIds: null,
    ...change,
  };
}

export interface Tenant extends FirstIdentity {
  key(change?: Partial<NewKey>): Promise<KeyRecord>;
}

/** The store's first organisation. */
export async function firstTenant(store: Store): Promise<Tenant> {
  const identity = await store.bootstrap({
    organisationName: "Test",
    workspace: workspaceSettings(),
    apiKey: newKeyRecord(),
    managementKey: newKeyRecord({ kind: "management" }),
  });
  if (identity === null) throw new Error("The store was not empty.");
  return {
    ...identity,
    key: (change) =>
      store.keys.create(
        actorIn(identity.organisationId),
        newKeyRecord({ workspaceId: identity.workspaceId, ...change }),
      ),
  };
}

export function admitRequest(
  key: Pick<KeyRecord, "id" | "workspaceId">,
  change: Partial<AdmitRequest> = {},
): AdmitRequest {
  return {
    generationId: `gen-${newUniqueName(change.nowMs ?? Date.now())}`,
    processId: "process-1",
    keyId: key.id,
    workspaceId: key.workspaceId,
    minimumNanousd: 100,
    desiredNanousd: 100,
    tokens: 10,
    usesCredits: true,
    enforceCredits: false,
    nowMs: Date.now(),
    about: { operation: "responses", model: "sandbox/text", appUrl: null, appTitle: null },
    ...change,
  };
}

export function generationFacts(change: Partial<GenerationFacts> = {}): GenerationFacts {
  return {
    operation: "responses",
    model: "sandbox/text",
    provider: "sandbox",
    upstreamModel: "text",
    byok: false,
    streamed: false,
    inputTokens: 5,
    outputTokens: 3,
    cachedInputTokens: 1,
    reasoningTokens: 2,
    estimated: false,
    finishReason: "stop",
    status: 200,
    errorKind: null,
    discountNanousd: 0,
    cost: null,
    price: null,
    configurationVersion: null,
    endUser: null,
    sessionId: null,
    tags: null,
    latencyMs: 12,
    firstTokenMs: 4,
    attempts: [
      { provider: "sandbox", upstreamModel: "text", status: 200, failure: null, latencyMs: 10 },
    ],
    appUrl: null,
    appTitle: null,
    ...change,
  };
}

export function settlement(
  identity: FirstIdentity,
  request: Pick<AdmitRequest, "generationId" | "keyId">,
  change: Partial<Settlement> = {},
): Settlement {
  return {
    generationId: request.generationId,
    keyId: request.keyId,
    organisationId: identity.organisationId,
    workspaceId: identity.workspaceId,
    state: "settled",
    costNanousd: 40,
    facts: generationFacts(),
    nowMs: Date.now(),
    ...change,
  };
}

/** Admits a request of the key and settles it. Returns its id. */
export async function bookOne(
  { money }: Pick<Store, "money">,
  tenant: Tenant,
  key: KeyRecord | undefined,
  { nowMs, ...change }: Partial<Settlement> & { readonly nowMs: number },
): Promise<string> {
  if (key === undefined) throw new Error("There is no key.");
  const request = admitRequest(key, { nowMs });
  await money.admit([request]);
  await money.settle([settlement(tenant, request, { nowMs, ...change })]);
  return request.generationId;
}

/** An attempt that a provider billed, at 40 nanodollars. */
export function billedAttempt(
  attempt: number,
  provider: string,
  change: Partial<BilledAttempt> = {},
): BilledAttempt {
  return {
    ...{ attempt, provider, upstreamModel: "text", byok: false, estimated: false },
    ...{ inputTokens: 5, outputTokens: 3, cachedInputTokens: 1, reasoningTokens: 2 },
    costNanousd: 40,
    ...change,
  };
}
