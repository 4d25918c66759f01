import { type Admission, createAdmission } from "../access/admission.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { withLists } from "../configuration/listed-models.ts";
import type { Configurations } from "../configuration/versions.ts";
import { createNodeMetrics } from "../observability/cluster-metrics.ts";
import { createIoLog, type IoLog } from "../observability/io-log.ts";
import type { Log } from "../observability/log.ts";
import {
  type CanaryFacts,
  type CircuitFacts,
  createMetrics,
  type Metrics,
} from "../observability/metrics.ts";
import { createOwnStatus, type OwnStatus, windowSeconds } from "../observability/process-status.ts";
import { logUnbilled } from "../observability/request-log.ts";
import type { Telemetry } from "../observability/telemetry.ts";
import { createDraftChecks } from "../operations/catalogue/check-provider.ts";
import {
  type CircuitHistory,
  createCircuitHistory,
} from "../operations/catalogue/circuit-history.ts";
import { createEndpointFigures } from "../operations/catalogue/endpoint-figures.ts";
import { type ModelLists, startModelLists } from "../operations/catalogue/model-lists.ts";
import { createGateways } from "../operations/create-gateway.ts";
import type { Gateway } from "../operations/gateway.ts";
import {
  createRefusalCounts,
  type RefusalCounts,
  type RefusalParts,
} from "../operations/records/refusals.ts";
import { createProvider } from "../providers/index.ts";
import type { ProviderSettings } from "../providers/provider.ts";
import { readVersion } from "../read-version.ts";
import { type Catalog, endpointKey } from "../routing/catalog.ts";
import { sealLog } from "../secrets/io-log-seal.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Store } from "../store/store.ts";
import { createUpstream, type Upstream } from "../upstream/upstream.ts";
import { createLiveGateway, type LiveGateway, type LiveParts } from "./live-gateway.ts";
import {
  observeBoth,
  observeCanaries,
  observeCredentials,
  observeGuardrails,
  observer,
  observeShadows,
} from "./observers.ts";
import { shareRollBacks } from "./share-roll-backs.ts";
import { startKeptAnswers, startVectorCache } from "./start-kept-answers.ts";
import { startNotifications } from "./start-notifications.ts";
import { startUpkeep } from "./store-upkeep.ts";

export interface ServiceParts {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly configurations: Configurations;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

/** The services of operations on all ports. */
export interface Services extends Pick<LiveGateway, "gateway" | "use"> {
  readonly admission: Admission;
  readonly upstream: Upstream;
  readonly metrics: Metrics;
  readonly nodeMetrics: ReturnType<typeof createNodeMetrics>;
  readonly status: OwnStatus;
  readonly refusals: RefusalCounts;
  /** Writes waiting records and stops the services started here. No operation may be running. */
  close(): Promise<void>;
}

export function startServices(parts: ServiceParts): Services {
  const metrics = createMetrics();
  const ioLog = startIoLog(parts, metrics);
  const upstream = createUpstream();
  const admission = startAdmission(parts);
  const status = createOwnStatus(admission.processId, () => toVersionStatus(parts.configurations));
  const nodeMetrics = createNodeMetrics(metrics, status);
  const notifications = startNotifications(parts, upstream, metrics);
  const upkeep = startUpkeep(parts);
  const figures = startFigures(parts);
  const vectorCache = startVectorCache(parts, { metrics, status });
  const circuitHistory = startCircuitHistory(parts);
  const onAlert = () => notifications.notifier.alerted();
  const refusals = startRefusals(parts, {
    onAlerts: onAlert,
    isKnown: (model) => isNamed(live.gateway().catalog, model),
  });
  const makeProvider = (settings: ProviderSettings) => createProvider(settings, upstream);
  const stopping = new AbortController();
  const makeGateway = createGateways({
    store: parts.store,
    routing: parts.configuration.routing,
    configurations: parts.configurations,
    admission,
    secrets: parts.secrets,
    notifier: notifications.notifier,
    node: { version: readVersion(), windowSeconds, statuses: nodeMetrics.statuses },
    vectorCache,
    ...startKeptAnswers(parts, admission),
    circuitHistory,
    refusals,
    checkDraft: createDraftChecks(makeProvider),
    onCredential: observeCredentials(parts, metrics),
    guards: { upstream, onJudged: observeGuardrails(parts, metrics) },
    onRollBack: observeCanaries(parts, () => rollBacks.now()),
    shadowing: { ...observeShadows(parts, metrics), stop: stopping.signal },
    figures: { ...figures, observe: observeBoth(figures, notifications) },
    observer: observer([metrics, ioLog, logUnbilled(parts.log), notifications]),
  });
  const live = startLive(parts, {
    makeGateway,
    makeProvider,
    onChange: (current) => notifications.use(current),
  });
  const rollBacks = shareRollBacks(parts, live.gateway, onAlert);
  metrics.watchCircuits(() => circuitsOf(live.gateway()));
  metrics.watchCanaries(() => canariesOf(live.gateway()));
  return {
    ...live,
    admission,
    upstream,
    metrics,
    nodeMetrics,
    status,
    refusals,
    async close() {
      stopping.abort();
      const first = [live, upkeep, rollBacks, notifications, figures, circuitHistory, refusals];
      const last = [vectorCache, ioLog, admission, upstream, nodeMetrics];
      for (const service of [...first, ...last]) await service.close();
      status.close();
    },
  };
}

function isNamed({ models, aliases }: Catalog, name: string): boolean {
  return models.has(name) || aliases?.has(name) === true;
}

/** The gateway, and beside it what its providers list themselves. */
function startLive(
  { configuration, log }: ServiceParts,
  { makeGateway, makeProvider, onChange }: LiveServices,
) {
  const changed = () => onChange(live.gateway().configuration);
  const lists: ModelLists = startModelLists({
    providers: () => live.discovering(),
    onChange(provider, models) {
      log.info({ provider, models }, "a provider's own list of models is in use");
      live.refresh();
      changed();
    },
    onProblem: (provider, error) =>
      log.warn({ provider, error }, "a provider's own list of models could not be read: it stays"),
  });
  const live = createLiveGateway({
    start: configuration,
    makeGateway,
    makeProvider,
    catalogOf: (configured) => withLists(configured, lists.current()),
  });
  lists.now();
  return {
    gateway: live.gateway,
    use(next: Configuration) {
      const taken = live.use(next);
      changed();
      lists.now();
      return taken;
    },
    close: lists.close,
  };
}

interface LiveServices extends Pick<LiveParts, "makeGateway" | "makeProvider"> {
  /** Called with the configuration that is in use from now on. */
  readonly onChange: (configuration: Configuration) => void;
}

function toVersionStatus({ state }: Configurations) {
  const { running, problem } = state();
  return { configurationVersion: running.version, configurationProblem: problem };
}

function circuitsOf({ catalog, circuit }: Gateway): readonly CircuitFacts[] {
  return [...catalog.models.values()].flatMap(({ id, endpoints }) =>
    endpoints.map((endpoint) => ({
      provider: endpoint.provider,
      model: id,
      state: circuit.state(endpointKey(endpoint)),
    })),
  );
}

function canariesOf({ canaries }: Gateway): readonly CanaryFacts[] {
  return [...(canaries?.values() ?? [])].map(({ rule: { route, to }, rolledBack }) => {
    return { route, to, serves: rolledBack === null };
  });
}

function startFigures({ store, log }: ServiceParts) {
  return createEndpointFigures({
    store: store.endpointSlots,
    onProblem: (error) => log.error({ error }, "figures of endpoints wait for the store"),
  });
}

function startCircuitHistory({ store, log }: ServiceParts): CircuitHistory {
  return createCircuitHistory({
    store: store.circuitChanges,
    onProblem: (error) => log.error({ error }, "changes of circuits wait for the store"),
  });
}

function startRefusals(
  { store, log }: ServiceParts,
  about: Pick<RefusalParts, "onAlerts" | "isKnown">,
): RefusalCounts {
  return createRefusalCounts({
    ...about,
    store: store.refusals,
    alerts: store.alerts,
    onProblem: (error) => log.error({ error }, "refused requests wait for the store"),
  });
}

function startAdmission({ store, configuration, configurations, log }: ServiceParts): Admission {
  return createAdmission(store.money, {
    enforceCredits: configuration.credits.enforce,
    nowMs: store.nowMs,
    configurationVersion: () => configurations.state().running.version,
    onProblem: (error) => log.error({ error }, "the store did not take what it was given"),
  });
}

function startIoLog({ store, secrets, log }: ServiceParts, metrics: Metrics): IoLog {
  return createIoLog({
    store: store.ioLog,
    seal: (place, content) => sealLog(secrets.seal, place, content),
    onDropped: (count, error) => {
      metrics.ioLogDropped.inc(count);
      log.error({ count, error }, "entries of the I/O log were lost");
    },
  });
}
