import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { createAdmission } from "../../src/access/admission.ts";
import { createAuthenticate } from "../../src/access/authenticate.ts";
import { createAuthenticateSession } from "../../src/access/authenticate-session.ts";
import { InFlight } from "../../src/access/in-flight.ts";
import { noSignatures } from "../../src/access/signatures.ts";
import { createApp } from "../../src/assembly/app.ts";
import { createLiveGateway } from "../../src/assembly/live-gateway.ts";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { ownContract } from "../../src/http/contract/contract.ts";
import { noProxies } from "../../src/http/request/client-ip.ts";
import { createCircuitHistory } from "../../src/operations/catalogue/circuit-history.ts";
import { createEndpointFigures } from "../../src/operations/catalogue/endpoint-figures.ts";
import { createGateways } from "../../src/operations/create-gateway.ts";
import type { DoneGeneration } from "../../src/operations/gateway.ts";
import * as operations from "../../src/operations/index.ts";
import { newWorkspace } from "../../src/operations/organisation/workspaces.ts";
import { createEntrance } from "../../src/operations/paid-call/entrance.ts";
import { createProvider } from "../../src/providers/index.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { createAttempt } from "../../src/routing/attempt.ts";
import { createCircuits } from "../../src/routing/circuits.ts";
import { CredentialPools } from "../../src/routing/credential-pools.ts";
import { createRetryBudget } from "../../src/routing/retry-budget.ts";
import { newKey } from "../../src/secrets/key-format.ts";
import { readMasterKeys } from "../../src/secrets/master-key.ts";
import { createThoughtSeals } from "../../src/secrets/thought-seal.ts";
import { openStore } from "../../src/store/open-store.ts";
import { StoreUnavailable } from "../../src/store/ports/errors.ts";
import type { GenerationRecord } from "../../src/store/ports/generation.ts";
import { unrestricted } from "../../src/store/ports/key-rights.ts";
import type { NewKey } from "../../src/store/ports/keys.ts";
import type { FirstRecords, Store } from "../../src/store/store.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { actorIn } from "../store/actor-in.ts";

export interface TestGateway {
  /** Ends in `/api/v1`. */
  readonly url: string;
  readonly key: string;
  /** The booked generations, in order. */
  readonly booked: readonly DoneGeneration[];
  /** The ledger row of a booked generation, from the store. */
  rowOf(booked: Pick<DoneGeneration, "generationId">): Promise<GenerationRecord | null>;
  readonly openHolds: () => number;
  refund(generationId: string): Promise<boolean>;
  /** From now on every settlement fails. */
  failSettlements(): void;
  /** As after a change of the file. */
  use(yaml: string): void;
  /** Settlements succeed again, those that wait included. */
  mendSettlements(): void;
  /** A key of another workspace of the same organisation. */
  neighbourKey(): Promise<string>;
  /** One more gateway on the same store, as another node would be: to be closed before this one. */
  another(options?: Pick<TestGatewayOptions, "masterKey" | "providers">): Promise<TestGateway>;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly limitNanousd?: number;
  /** How long to wait for an answer that has not begun when the caller has left. */
  readonly awaitUsageMs?: number;
  /** Replaces the one in memory; it is closed with the gateway too. */
  readonly store?: Store;
  /** Long, because a busy machine must not look like a store that is away. */
  readonly settlePatienceMs?: number;
  /** In place of those that the configuration names. */
  readonly providers?: readonly Provider[];
  /** At least 32 letters. */
  readonly masterKey?: string;
  /** Who asks, where the store has it already. */
  readonly tenant?: Tenant;
}

interface Tenant {
  readonly organisationId: string;
  readonly secret: string;
}

const contract = ownContract();

/** The whole gateway on its own socket, with a store that is closed with it. */
export async function startGateway(
  yaml: string,
  { limitNanousd, awaitUsageMs = 0, settlePatienceMs = 500, ...options }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const configuration = parseConfiguration(yaml, { file: null, environment: {} });
  const store = options.store ?? (await openStore({ inMemory: true }));
  const away = { is: false };
  const admission = createAdmission(breakable(store, away).money, {
    enforceCredits: false,
    settlePatienceMs,
  });
  const tenant = options.tenant ?? (await firstTenant(store, limitNanousd ?? null));
  const upstream = createUpstream();
  const own = new Map(options.providers?.map((provider) => [provider.name, provider]));
  const booked: DoneGeneration[] = [];
  const figures = createEndpointFigures({
    store: store.endpointSlots,
    onProblem: (error) => {
      throw error;
    },
  });
  const makeGateway = createGateways({
    store,
    routing: configuration.routing,
    guards: { upstream, onJudged: () => {} },
    configurations: noConfigurations,
    admission,
    secrets: {
      ...createThoughtSeals(readMasterKeys(options.masterKey ?? masterKey)),
      seal: unused,
      open: unused,
    },
    notifier: { aboutExposedKey: () => [], exposed: () => undefined },
    shadowing: { onShadowed: () => {}, onProblem: () => {}, stop: new AbortController().signal },
    node: { version: "0", windowSeconds: 0, statuses: async () => [] },
    refusals: { write: async () => {} },
    checkDraft: unused,
    circuitHistory: createCircuitHistory({
      store: store.circuitChanges,
      onProblem: (error) => {
        throw error;
      },
    }),
    figures,
    vectorCache: { find: async (_, inputs) => inputs.map(() => null), keep: () => undefined },
    idempotency: null,
    keptResponses: null,
    observer: { generation: (done) => void booked.push(done) },
  });
  const limits = { requests: 4096, requestsPerKey: 1024, bodyBytes: 160 * 1024 * 1024 };
  const inFlight = new InFlight({ limits });
  const live = createLiveGateway({
    start: configuration,
    makeProvider: (settings) => own.get(settings.name) ?? createProvider(settings, upstream),
    catalogOf: ({ catalog }) => catalog,
    makeGateway(configured) {
      const providers = new Map([...configured.providers, ...own]);
      const gateway = makeGateway({ ...configured, providers });
      return { ...gateway, attempt: tirelessAttempt(gateway.health, providers, awaitUsageMs) };
    },
  });
  const app = createApp({
    basePath: "/api/v1",
    contract,
    operations,
    gateway: live.gateway,
    authenticate: createAuthenticate(store.keys),
    authenticateSession: createAuthenticateSession(store),
    signatures: noSignatures,
    entrance: createEntrance({ admission, gateway: live.gateway }),
    inFlight,
    limits: { maxBytes: 20 * 1024 * 1024, maxDepth: 64, maxValues: 100_000 },
    corsOrigins: [],
    onEnd: () => undefined,
    isDraining: () => false,
    isTraced: false,
    answer: () => null,
    handedOut: tmpdir(),
    operatorAccess: { type: "open" },
    checkReady: async () => undefined,
    metrics: { contentType: "text/plain", text: async () => "" },
    trustedProxies: noProxies,
    signIn: { oidc: null, proxy: null },
    trustsForwarded: false,
    document: () => "{}",
  });
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    key: tenant.secret,
    booked,
    rowOf: ({ generationId }) => store.activity.generation(tenant.organisationId, generationId),
    openHolds: () => admission.openCount(),
    refund: (generationId) => store.money.refund(actorIn(tenant.organisationId), generationId),
    failSettlements: () => {
      away.is = true;
    },
    mendSettlements: () => {
      away.is = false;
    },
    use(changed) {
      live.use(parseConfiguration(changed, { file: null, environment: {} }));
    },
    neighbourKey: () => neighbourKey(store, tenant),
    another: (other) => startGateway(yaml, { ...options, ...other, store, tenant }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      away.is = false;
      await admission.close();
      await upstream.close();
      await figures.close();
      if (options.tenant === undefined) await store.close();
    },
  };
}

/** Without limits of circuit and retry budget, which these tests do not check. */
function tirelessAttempt(
  health: Parameters<typeof createAttempt>[0]["health"],
  providers: Parameters<typeof createAttempt>[0]["providers"],
  awaitUsageMs: number,
) {
  const nowMs = () => performance.now();
  return createAttempt({
    providers,
    circuit: createCircuits({ failuresToOpen: 1_000_000, openMs: 1_000, nowMs }),
    health,
    retryBudget: createRetryBudget({ reserve: 10_000, most: 10_000 }),
    nowMs,
    pools: new CredentialPools({ nowMs }),
    noAttemptAfterMs: 60_000,
    awaitUsageMs,
  });
}

/** The store with settlements that a test can make fail. */
function breakable(store: Store, away: { readonly is: boolean }): Pick<Store, "money"> {
  const { money } = store;
  return {
    money: {
      ...money,
      settle: async (batch) => {
        if (away.is) throw new StoreUnavailable("The store is away.");
        return money.settle(batch);
      },
    },
  };
}

async function firstTenant(store: Store, limitNanousd: number | null): Promise<Tenant> {
  const key = newKey("ordinary");
  const identity = await store.bootstrap(firstRecords(key, limitNanousd));
  if (identity === null) throw new Error("The store is not empty.");
  return { organisationId: identity.organisationId, secret: key.secret };
}

async function neighbourKey(store: Store, { organisationId }: Tenant): Promise<string> {
  const actor = actorIn(organisationId);
  const settings = { ...newWorkspace, name: "Neighbour", slug: "neighbour" };
  const { id: workspaceId } = await store.workspaces.create(actor, settings, null);
  const key = newKey("ordinary");
  await store.keys.create(actor, { ...record(key, null), workspaceId });
  return key.secret;
}

function firstRecords(key: ReturnType<typeof newKey>, limitNanousd: number | null): FirstRecords {
  return {
    organisationName: "Test",
    workspace: { ...newWorkspace, name: "Test", slug: "test" },
    apiKey: record(key, limitNanousd),
    managementKey: record(newKey("management"), null),
  };
}

function record(
  { hash, label, kind }: ReturnType<typeof newKey>,
  limitNanousd: number | null,
): Omit<NewKey, "workspaceId"> {
  return {
    hash,
    label,
    name: kind,
    kind,
    limitNanousd,
    limitReset: null,
    requestsPerMinute: null,
    tokensPerMinute: null,
    expiresAtMs: null,
    createdBy: null,
    ownerEmail: null,
    ...unrestricted,
  };
}

/** 32 letters: what is sealed under it ends with the test. */
const masterKey = "q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5";

const noConfigurations = {
  refuseBesideFile: unused,
  state: unused,
  textOf: unused,
  list: unused,
  get: unused,
  inUse: unused,
  plan: unused,
  put: unused,
  activate: unused,
};

function unused(): never {
  throw new Error("Nothing here has secrets or versions.");
}
