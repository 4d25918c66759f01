import type { RequestListener } from "node:http";
import { join } from "node:path";
import { createAuthenticate } from "../access/authenticate.ts";
import { createAuthenticateSession } from "../access/authenticate-session.ts";
import type { InFlight } from "../access/in-flight.ts";
import { createSignatures, noSignatures, type Signatures } from "../access/signatures.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { TakenOver } from "../configuration/take-over.ts";
import { failures, GatewayError } from "../errors.ts";
import type { BodyLimits } from "../http/body/body.ts";
import { type Contract, ownContract } from "../http/contract/contract.ts";
import { probe } from "../http/contract/probe.ts";
import { tolerantContract } from "../http/contract/tolerant-contract.ts";
import { finishRequests, RequestCounter } from "../http/finish-requests.ts";
import { type AccessSettings, operatorAccess } from "../http/pages/operator-pages.ts";
import { type PagesParts, readDocument } from "../http/pages/pages.ts";
import type { EndedRequest } from "../http/request/received.ts";
import { type Listening, type ListenOptions, listen } from "../http/server.ts";
import { createWebSockets } from "../http/web-socket/web-sockets.ts";
import { toNetworks } from "../networks.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { logRequest } from "../observability/request-log.ts";
import * as operations from "../operations/index.ts";
import { createEntrance } from "../operations/paid-call/entrance.ts";
import type { Refused } from "../operations/records/refusals.ts";
import { createReadiness } from "../process/readiness.ts";
import { createPublicKeys } from "../secrets/public-keys.ts";
import { fetchPublishedKeys } from "../upstream/published-keys.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { type AppParts, createApp, createOperatorApp } from "./app.ts";
import { type InFlightParts, startInFlight } from "./start-in-flight.ts";
import { type ServiceParts, type Services, startServices } from "./start-services.ts";
import { startSignIn } from "./start-sign-in.ts";

export interface StartParts extends ServiceParts, InFlightParts, Omit<ListenOptions, "webSockets"> {
  /** The access to `/metrics` and `/readyz`; by default the gateway's own port, unguarded. */
  readonly operatorPages?: Omit<AccessSettings, "host">;
  /** Proves to the command line that this is the gateway of its data folder. */
  readonly answer?: PagesParts["answer"];
  readonly dataFolder: string;
}

export interface Serving {
  readonly url: string;
  /** The address of `/metrics` and `/readyz`, where they have a port of their own. */
  readonly operatorUrl: string | null;
  /** The number of requests being served. */
  underWay(): number;
  /** Takes another configuration, for the requests that come from now on. */
  use(next: Configuration): TakenOver;
  /** Readiness fails, the port closes, running requests finish or are cut off, and everything is booked. */
  close(): Promise<void>;
}

/** Assembles the parts and opens the port. It closes only the parts that it made itself. */
export async function startGateway(parts: StartParts): Promise<Serving> {
  const { store, configuration, log, host, port, lingerMs } = parts;
  const contract = ownContract();
  await probe(contract);
  const services = startServices(parts);
  const { gateway, admission, metrics } = services;
  const { inFlight, close: closeInFlight } = startInFlight(parts);
  const state = { isDraining: false };
  const isReady = readinessOf(parts);
  const underWay = new RequestCounter();
  const access = accessOf(parts);
  const pages = {
    checkReady: () => (state.isDraining ? refuseAsStopping() : isReady()),
    metrics: services.nodeMetrics,
  };
  const served = {
    ...pages,
    operatorAccess: operatorAccess(access),
    basePath: "/api/v1",
    contract: asConfigured(contract, configuration),
    operations,
    gateway,
    authenticate: createAuthenticate(store.keys, { now: store.nowMs }),
    authenticateSession: createAuthenticateSession(store),
    signatures: createScannerSignatures(configuration, services.upstream),
    entrance: createEntrance({ admission, gateway }),
    inFlight,
    trustedProxies: toNetworks(configuration.proxy.trustedProxies),
    limits: bodyLimits(configuration, gateway),
    underWay,
    onReply: (operation, ms) => observeReply(services, operation, ms),
    onRefused: (refused) => observeRefused(services, refused),
    document: readDocument,
    signIn: startSignIn(configuration, { ...services, log }),
    trustsForwarded: configuration.proxy.trustForwardedHeaders,
    answer: parts.answer ?? (() => null),
    handedOut: join(parts.dataFolder, "packages"),
    corsOrigins: configuration.cors.origins,
    onEnd: (ended) => observeEnd({ ...parts, metrics }, ended),
    isDraining: () => state.isDraining,
    isTraced: parts.telemetry.isExporting,
  } satisfies AppParts;
  watch(services, { underWay, inFlight });
  const webSockets = configuration.limits.websocket ? createWebSockets(served) : null;
  const listening = await listen(createApp(served), { host, port, lingerMs, webSockets });
  const operators = await listenForOperators(access, () => createOperatorApp(pages), listening);
  prepareSoon(contract);
  return {
    url: listening.url,
    operatorUrl: operators?.url ?? null,
    underWay: () => underWay.count,
    use: services.use,
    async close() {
      state.isDraining = true;
      await finishRequests(finishing(gateway().configuration, log), {
        listening,
        inFlight,
        underWay,
      });
      await closeInFlight();
      await services.close();
      // It answers that the gateway is stopping, until the end.
      await operators?.drain(0);
    },
  };
}

function readinessOf({ store, log }: StartParts) {
  return createReadiness({
    prove: () => store.ping(),
    onChange: (error) => logReadiness(log, error),
  });
}

function asConfigured(contract: Contract, { compatibility }: Configuration): Contract {
  const isTolerant = compatibility.incompleteAssistantItems === "accept";
  return isTolerant ? tolerantContract(contract) : contract;
}

function accessOf({ host, operatorPages }: StartParts) {
  return { host, metricsPort: null, metricsToken: null, ...operatorPages };
}

function finishing({ limits, routing }: Configuration, log: Log) {
  return {
    drainMs: limits.drainMs,
    awaitUsageMs: routing.awaitUsageMs,
    onWait(requests: number, endsAt: string) {
      const running = requests === 1 ? "1 request is" : `${requests} requests are`;
      log.info(
        { requests, endsAt },
        `${running} still running; the gateway ends at the latest at ${endsAt}`,
      );
    },
  };
}

/** All bodies together have room for some of the largest: neither changes before a restart. */
function bodyLimits({ limits }: Configuration, now: Services["gateway"]): BodyLimits {
  return {
    maxBytes: limits.bodyBytes,
    get maxDepth() {
      return now().configuration.limits.jsonDepth;
    },
    get maxValues() {
      return now().configuration.limits.jsonValues;
    },
  };
}

/** Done in advance, so that neither the first caller nor the first readiness check waits for it. */
function prepareSoon(contract: Contract, afterMs = 100): void {
  setTimeout(() => contract.prepare("createResponse"), afterMs).unref();
}

/** Closes the API's port again where the second one cannot be opened. */
async function listenForOperators(
  { host, metricsPort }: AccessSettings,
  createListener: () => RequestListener,
  listening: Listening,
): Promise<Listening | null> {
  if (metricsPort === null) return null;
  try {
    return await listen(createListener(), { host, port: metricsPort });
  } catch (error) {
    await listening.drain(0);
    throw error;
  }
}

function createScannerSignatures(
  { exposedKeys: { github } }: Configuration,
  upstream: Upstream,
): Signatures {
  if (github === null) return noSignatures;
  const fetchKeys =
    "publicKeys" in github
      ? async () => github.publicKeys
      : () => fetchPublishedKeys(upstream, github.publicKeysUrl);
  return createSignatures(createPublicKeys(fetchKeys));
}

async function refuseAsStopping(): Promise<never> {
  throw new GatewayError("unavailable", { message: "The gateway is stopping." });
}

function logReadiness(log: Log, error: unknown): void {
  if (error === null) log.info("the store can be written again: the gateway is ready");
  else log.error({ error }, "the store cannot be written: the gateway is not ready");
}

interface Observers extends Pick<StartParts, "log" | "telemetry"> {
  readonly metrics: Metrics;
}

interface Watched {
  readonly inFlight: InFlight;
  readonly underWay: RequestCounter;
}

/** What is read when metrics or the status are asked for. */
function watch({ gateway, metrics, status }: Services, { underWay, inFlight }: Watched): void {
  metrics.watchPrices(() => gateway().configuration.priceOrigin.version);
  const now = { requests: () => underWay.count, bodyBytes: () => inFlight.bodyBytes };
  metrics.watchInFlight(now);
  metrics.watchLoopDelay(status.loopDelays);
  status.watchInFlight(now);
}

function observeReply({ metrics, status }: Services, operation: string, overheadMs: number): void {
  metrics.overhead(operation, overheadMs);
  status.overhead(overheadMs);
}

/** In the metrics also what has no key that is known. */
function observeRefused({ metrics, refusals }: Services, refused: Refused): void {
  metrics.refused(refused.operation, failures[refused.failure.kind].word);
  refusals.note(refused);
}

function observeEnd({ log, metrics, telemetry }: Observers, ended: EndedRequest): void {
  const { record, method, status, endedAtMs } = ended;
  const durationMs = endedAtMs - record.receivedAtMs;
  const { operation } = record;
  metrics.request({ operation, status, durationMs });
  logRequest(log, { record, method, status, durationMs });
  telemetry.request({ record, method, status, endedAtMs });
}
