import { tmpdir } from "node:os";
import { loadDocument, type OperationId } from "@portico/contract";
import { InFlight, type InFlightLimits } from "../../src/access/in-flight.ts";
import { noSignatures } from "../../src/access/signatures.ts";
import { createApp } from "../../src/assembly/app.ts";
import type { KeyCaller } from "../../src/caller.ts";
import { GatewayError } from "../../src/errors.ts";
import { ownContract } from "../../src/http/contract/contract.ts";
import { noProxies } from "../../src/http/request/client-ip.ts";
import type { EndedRequest } from "../../src/http/request/received.ts";
import { type Listening, listen } from "../../src/http/server.ts";
import type { Gateway } from "../../src/operations/gateway.ts";
import * as operations from "../../src/operations/index.ts";
import type { Operation, Operations } from "../../src/operations/operation.ts";
import type { Entrance } from "../../src/operations/paid-call/entrance.ts";
import { sampleCaller } from "./sample-caller.ts";

const contract = ownContract();

export const ordinary = { authorization: "Bearer ordinary" };
export const management = { authorization: "Bearer management" };
export const jsonBody = { "content-type": "application/json" };

const noGateway = new Proxy({} as Gateway, {
  get: () => {
    throw new Error("The operations of this test use no gateway.");
  },
});

type Overrides = { readonly [Id in OperationId]?: Operation<Id> };

export interface Pipeline extends AsyncDisposable, Listening {
  readonly ended: readonly EndedRequest[];
  readonly inFlight: InFlight;
  /** How often the store was asked whether a key may ask. */
  readonly passes: () => number;
}

export interface PipelineOptions {
  readonly maxBytes?: number;
  readonly origins?: readonly string[];
  readonly trustsForwarded?: boolean;
  readonly inFlight?: Partial<InFlightLimits>;
  /** The answer of the gate; by default it admits every request. */
  readonly pass?: Entrance["pass"];
}

const roomy: InFlightLimits = { requests: 100, requestsPerKey: 100, bodyBytes: 10_000_000 };

/** The pipeline with operations of the test's own: no store, no provider, a real socket. */
export async function startPipeline(
  overrides: Overrides,
  options: PipelineOptions = {},
): Promise<Pipeline> {
  const ended: EndedRequest[] = [];
  const inFlight = new InFlight({ limits: { ...roomy, ...options.inFlight } });
  let passes = 0;
  const app = createApp({
    basePath: "/api/v1",
    contract,
    operations: { ...operations, ...overrides } as Operations,
    gateway: () => noGateway,
    authenticate: async (authorization) => callerOf(authorization),
    authenticateSession: async () => {
      throw new GatewayError("unauthenticated");
    },
    signatures: noSignatures,
    entrance: {
      isShut: () => false,
      async pass(caller) {
        passes += 1;
        return await (options.pass?.(caller) ?? true);
      },
      count: async () => undefined,
    },
    inFlight,
    trustedProxies: noProxies,
    limits: { maxBytes: options.maxBytes ?? 1024, maxDepth: 16, maxValues: 100 },
    operatorAccess: { type: "open" },
    checkReady: async () => {},
    metrics: { contentType: "text/plain", text: async () => "" },
    document: () => JSON.stringify(loadDocument()),
    signIn: { oidc: null, proxy: null },
    trustsForwarded: options.trustsForwarded ?? false,
    corsOrigins: options.origins ?? ["*"],
    onEnd: (end) => void ended.push(end),
    isDraining: () => false,
    isTraced: false,
    answer: () => null,
    handedOut: tmpdir(),
  });
  const listening = await listen(app, { host: "127.0.0.1", port: 0 });
  return {
    ...listening,
    ended,
    inFlight,
    passes: () => passes,
    async [Symbol.asyncDispose]() {
      await listening.drain(0);
    },
  };
}

function callerOf(authorization: string | undefined): KeyCaller {
  const kind = authorization?.slice("Bearer ".length);
  if (kind !== "ordinary" && kind !== "management") throw new GatewayError("unauthenticated");
  return sampleCaller({
    keyHash: "0".repeat(64),
    kind,
    organisationId: "organisation",
    workspaceId: "00000000-0000-4000-8000-000000000000",
  });
}
