import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadDocument } from "@portico/contract";
import { createApp } from "../../src/app.ts";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { GatewayError } from "../../src/errors.ts";
import { createContract } from "../../src/http/contract.ts";
import type { Gateway, Hold, SettledOutcome } from "../../src/operations/gateway.ts";
import { operations } from "../../src/operations/index.ts";
import { createProvider } from "../../src/providers/index.ts";
import { createUpstream } from "../../src/providers/upstream.ts";
import { createAttempt } from "../../src/routing/attempt.ts";
import { createCircuit } from "../../src/routing/circuit.ts";
import { createHealth } from "../../src/routing/health.ts";
import { createRetryBudget } from "../../src/routing/retry-budget.ts";
import { type Store, StoreUnavailable, type WorkspaceRecord } from "../../src/store/store.ts";

export const testKey = "ptc_test";

export interface LedgerRow extends SettledOutcome {
  readonly requestId: string;
  readonly heldNanousd: number;
}

export interface TestGateway {
  /** Ends in `/api/v1`. */
  readonly url: string;
  /** What was booked, in order. */
  readonly ledger: readonly LedgerRow[];
  readonly openHolds: () => number;
  /** From now on nothing can be settled. */
  failSettlements(): void;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly limitNanousd?: number;
  /** The retry budget is not what is tested, unless it is given. */
  readonly retryReserve?: number;
}

const contract = createContract(loadDocument);

/** The whole gateway on a socket of its own: all of it is real but the key, the workspace and the ledger. */
export async function startGateway(
  yaml: string,
  { limitNanousd = Number.MAX_SAFE_INTEGER, retryReserve = 10_000 }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const configuration = parseConfiguration(yaml, { file: null, environment: {} });
  const upstream = createUpstream();
  const nowMs = () => performance.now();
  const circuit = createCircuit({ failuresToOpen: 1_000_000, openMs: 1_000, nowMs });
  const health = createHealth({ circuit, nowMs });
  const ledger = new Ledger(limitNanousd);
  const gateway: Gateway = {
    store: {} as Store,
    configuration,
    catalog: configuration.catalog,
    providerNames: new Set(configuration.providers.map(({ name }) => name)),
    creditsEnforced: false,
    admission: ledger,
    attempt: createAttempt({
      providers: new Map(
        configuration.providers.map((settings) => [
          settings.name,
          createProvider(settings, upstream),
        ]),
      ),
      circuit,
      health,
      retryBudget: createRetryBudget({ reserve: retryReserve, most: retryReserve }),
      nowMs,
      noAttemptAfterMs: 60_000,
    }),
    health,
    secrets: { currentVersion: 1, seal: unused, open: unused, rewrap: unused },
    workspaces: { known: async () => workspace, atLeast: async () => workspace },
    observer: { generation: () => undefined },
  };
  const app = createApp({
    basePath: "/api/v1",
    contract,
    operations,
    gateway,
    authenticate: async (authorization) => {
      if (authorization !== `Bearer ${testKey}`) throw new GatewayError("unauthenticated");
      return caller;
    },
    limits: { maxBytes: 20 * 1024 * 1024, maxDepth: 64 },
    corsOrigins: [],
    onEnd: () => undefined,
    isDraining: () => false,
    checkReady: async () => undefined,
    metrics: { contentType: "text/plain", text: async () => "" },
    document: () => "{}",
  });
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    ledger: ledger.rows,
    openHolds: () => ledger.open.size,
    failSettlements: () => {
      ledger.isAway = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await upstream.close();
    },
  };
}

/** Holds and rows in memory, by the rules of the store's port. */
class Ledger {
  readonly rows: LedgerRow[] = [];
  readonly open = new Map<string, Hold>();
  isAway = false;
  #leftNanousd: number;

  constructor(limitNanousd: number) {
    this.#leftNanousd = limitNanousd;
  }

  async hold(
    _: unknown,
    request: { requestId: string; minimumNanousd: number; desiredNanousd: number },
  ): Promise<Hold> {
    const heldNanousd = Math.min(request.desiredNanousd, this.#leftNanousd);
    if (heldNanousd < request.minimumNanousd) throw new GatewayError("outOfCredits");
    this.#leftNanousd -= heldNanousd;
    const { requestId } = request;
    const hold: Hold = { requestId, heldNanousd, rate: null, workspaceRevision: 1 };
    this.open.set(hold.requestId, hold);
    return hold;
  }

  async settle(hold: Hold, outcome: SettledOutcome): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isAway) throw new StoreUnavailable("The store is away.");
    if (!this.open.delete(hold.requestId)) throw new Error(`Booked twice: ${hold.requestId}`);
    this.#leftNanousd += hold.heldNanousd - Math.min(outcome.costNanousd, hold.heldNanousd);
    this.rows.push({ ...outcome, requestId: hold.requestId, heldNanousd: hold.heldNanousd });
  }

  openCount(): number {
    return this.open.size;
  }

  async close(): Promise<void> {}

  async release(hold: Hold): Promise<void> {
    this.open.delete(hold.requestId);
    this.#leftNanousd += hold.heldNanousd;
  }
}

const caller = {
  keyId: 1,
  keyHash: "hash",
  kind: "ordinary",
  organisationId: "organisation",
  workspaceId: "workspace",
} as const;

const settings: WorkspaceRecord = {
  id: "workspace",
  organisationId: "organisation",
  revision: 1,
  createdAtMs: 0,
  updatedAtMs: null,
  createdBy: null,
  name: "Test",
  slug: "test",
  description: null,
  defaultTextModel: null,
  defaultImageModel: null,
  defaultProviderSort: null,
  isObservabilityIoLoggingEnabled: false,
  isObservabilityBroadcastEnabled: false,
  isDataDiscountLoggingEnabled: false,
  ioLoggingSamplingRate: 1,
  ioLoggingApiKeyIds: null,
};

const workspace = { revision: 1, settings, credentials: new Map<string, string>() };

function unused(): never {
  throw new Error("Nothing here has secrets.");
}
