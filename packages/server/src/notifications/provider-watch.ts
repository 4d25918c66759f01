import { repeat } from "../repeat.ts";
import type { AlertStore, NoticesOf, Outage } from "../store/ports/alerts.ts";

interface ProviderWatchParts {
  readonly alerts: Pick<
    AlertStore,
    "providerDown" | "providerTroubled" | "providerServed" | "openOutages"
  >;
  readonly noticesOf: NoticesOf;
  /** Whose alerts they are; null while the store has no organisation. */
  readonly organisationId: () => Promise<string | null>;
  /** How long no request may succeed before it is an outage, and how long none may be reported before it has ended. */
  readonly downMs: number;
  /** How often it looks and reports: much more often than `downMs`. */
  readonly tickMs?: number;
  /** Fewer failures in a row are no outage. */
  readonly failuresToOpen: number;
  /** An alert, or notices about its end, may have been written. */
  readonly onWritten: () => void;
  readonly onProblem: (error: unknown) => void;
}

export interface ProviderWatch {
  /** Not for attempts with a workspace's own credential. */
  observe(provider: string, model: string, succeeded: boolean): void;
  close(): Promise<void>;
}

/** What this process has seen of a provider since its last answer. */
interface Seen {
  /** The first failure; null after an answer. */
  sinceMs: number | null;
  failures: number;
  readonly models: Set<string>;
  lastFailureAt: number;
  servedAt: number | null;
}

const longestTickMs = 10_000;
const maxModels = 20;
/** A process whose requests no longer reach the provider cannot know whether it still fails. */
const shortestMemoryMs = 900_000;

/**
 * A provider is down when requests have failed for `downMs` and none succeeded: then the circuits of all its endpoints
 * that were asked are open. An endpoint without requests says nothing, so its closed circuit does not count.
 */
export function createProviderWatch(parts: ProviderWatchParts): ProviderWatch {
  const { downMs, onProblem, tickMs = Math.min(longestTickMs, downMs / 4) } = parts;
  const providers = new Map<string, Seen>();
  const look = async () => {
    const organisationId = providers.size === 0 ? null : await parts.organisationId();
    if (organisationId !== null) await report(parts, organisationId, providers);
  };
  const looks = repeat(look, { everyMs: tickMs, onProblem });
  return {
    observe(provider, model, succeeded) {
      const seen = providers.get(provider) ?? unseen();
      providers.set(provider, seen);
      if (succeeded) served(seen);
      else failed(seen, model, parts);
    },
    close: () => looks.close(),
  };
}

function unseen(): Seen {
  return { sinceMs: null, failures: 0, models: new Set(), lastFailureAt: 0, servedAt: null };
}

function served(seen: Seen): void {
  seen.servedAt = performance.now();
  if (seen.sinceMs !== null) forget(seen);
}

function forget(seen: Seen): void {
  seen.sinceMs = null;
  seen.failures = 0;
  seen.models.clear();
}

function failed(seen: Seen, model: string, parts: ProviderWatchParts): void {
  const nowAt = performance.now();
  if (nowAt - seen.lastFailureAt > memoryOf(parts)) forget(seen);
  seen.sinceMs ??= Date.now();
  seen.failures += 1;
  seen.lastFailureAt = nowAt;
  if (seen.models.size < maxModels) seen.models.add(model);
}

async function report(
  parts: ProviderWatchParts,
  organisationId: string,
  providers: ReadonlyMap<string, Seen>,
): Promise<void> {
  const { alerts, downMs } = parts;
  for (const [provider, seen] of providers) {
    const trouble = troubleOf(seen, parts);
    if (trouble === null) continue;
    if (Date.now() - trouble.sinceMs < downMs)
      await alerts.providerTroubled(organisationId, provider);
    else {
      await alerts.providerDown({ organisationId, provider, ...trouble });
      parts.onWritten();
    }
  }
  for (const provider of await alerts.openOutages(organisationId)) {
    const seen = providers.get(provider);
    if (seen === undefined || seen.servedAt === null || troubleOf(seen, parts) !== null) continue;
    const agoMs = performance.now() - seen.servedAt;
    const end = { organisationId, provider, agoMs, quietMs: downMs };
    if (await alerts.providerServed(end, parts.noticesOf)) parts.onWritten();
  }
}

function troubleOf(
  { sinceMs, failures, models, lastFailureAt }: Seen,
  parts: ProviderWatchParts,
): Pick<Outage, "sinceMs" | "failures" | "models"> | null {
  if (sinceMs === null || failures < parts.failuresToOpen) return null;
  if (performance.now() - lastFailureAt > memoryOf(parts)) return null;
  return { sinceMs, failures, models: [...models] };
}

function memoryOf({ downMs }: ProviderWatchParts): number {
  return Math.max(shortestMemoryMs, 2 * downMs);
}
