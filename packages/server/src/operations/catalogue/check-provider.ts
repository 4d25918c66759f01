import { GatewayError, wordOf } from "../../errors.ts";
import type { Provider, ProviderSettings } from "../../providers/provider.ts";
import type { Catalog } from "../../routing/catalog.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";

export interface ProviderCheck {
  readonly outcome: "accepted" | "doubtful" | "failed" | "unchecked";
  /** A sentence for people, without a secret. */
  readonly message: string;
  /** An UpstreamFailure, as a word. */
  readonly failure: string | null;
  /** The upstream's own status, if the check failed and it answered. */
  readonly status: number | null;
  readonly missingModels: readonly string[];
}

const timeoutMs = 15_000;

/** Sends the provider a cheap request that needs the credential: each of the operator's, or this one of a workspace. */
export async function checkProvider(
  provider: Provider,
  catalog: Catalog,
  openCredential?: () => string,
): Promise<ProviderCheck> {
  const { pool } = provider;
  if (pool === undefined || pool.length === 1 || openCredential !== undefined)
    return await checkOne(provider, catalog, openCredential);
  const checks = await Promise.all(
    pool.map(async ({ credential: { name }, provider: one }) => {
      const check = await checkOne(one, catalog);
      return { ...check, message: `${name}: ${check.message}` };
    }),
  );
  return together(provider.kind, checks);
}

/** It serves as long as one credential is accepted. A sentence for each that is not. */
function together(kind: string, checks: readonly ProviderCheck[]): ProviderCheck {
  const faults = checks.filter(({ outcome }) => outcome === "failed" || outcome === "doubtful");
  const [first] = faults;
  const all = `${kind}: answers, and accepts its ${checks.length} credentials`;
  if (first === undefined) return { ...nothing, outcome: "accepted", message: all };
  const isFailed = checks.every(({ outcome }) => outcome === "failed");
  const messages = faults.map(({ message }) => message.replace(/\.$/, ""));
  return {
    ...first,
    outcome: isFailed ? "failed" : "doubtful",
    message: `${checks.length - faults.length} of ${checks.length} credentials are accepted. ${messages.join("; ")}`,
    missingModels: [...new Set(faults.flatMap(({ missingModels }) => missingModels))],
  };
}

async function checkOne(
  provider: Provider,
  catalog: Catalog,
  openCredential?: () => string,
): Promise<ProviderCheck> {
  const { name, kind } = provider;
  if (provider.check === undefined)
    return { ...nothing, outcome: "unchecked", message: `${kind}: no check needed` };
  try {
    const { doubt, models } = await provider.check(
      AbortSignal.timeout(timeoutMs),
      openCredential?.(),
    );
    if (doubt !== undefined)
      return { ...nothing, outcome: "doubtful", message: `${kind}: ${doubt}` };
    const missingModels = models === undefined ? [] : missingFrom(models, catalog, name);
    if (missingModels.length === 0)
      return {
        ...nothing,
        outcome: "accepted",
        message: `${kind}: answers, and accepts its credential`,
      };
    const message = `${kind}: answers, but does not list ${describe(missingModels)}`;
    return { ...nothing, outcome: "doubtful", message, missingModels };
  } catch (error) {
    return { ...nothing, outcome: "failed", ...described(error) };
  }
}

const nothing = { failure: null, status: null, missingModels: [] } as const;

function described(error: unknown): Pick<ProviderCheck, "message" | "failure" | "status"> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UpstreamError)) return { message, failure: null, status: null };
  return { message, failure: wordOf(error.failure), status: error.status ?? null };
}

/** Models whose upstream name the provider does not list. */
function missingFrom(
  listed: readonly string[],
  { models }: Catalog,
  provider: string,
): readonly string[] {
  const known = new Set(listed);
  const asked = [...models.values()].flatMap(({ endpoints }) =>
    endpoints.filter((endpoint) => endpoint.provider === provider),
  );
  const names = new Set(asked.map(({ upstreamModel }) => upstreamModel));
  return [...names].filter((name) => !known.has(name) && !known.has(`${name}:latest`));
}

const mostNamed = 5;

function describe(missing: readonly string[]): string {
  const named = missing.slice(0, mostNamed).join(", ");
  const more = missing.length - mostNamed;
  const which = more > 0 ? `${named} and ${more} more` : named;
  return `${which}: is upstream_model right, and may this account use it?`;
}

export interface MadeCheck extends ProviderCheck {
  readonly latencyMs: number;
  readonly checkedAtMs: number;
}

/** A workspace's own credential, to check in place of the operator's. */
export interface CheckedCredential {
  readonly id: string;
  /** Another one for another secret. */
  readonly version: string;
  /** Throws an UpstreamError where it does not open. */
  open(): string;
}

export interface ProviderChecks {
  make(provider: string, catalog: Catalog, own?: CheckedCredential): Promise<MadeCheck>;
}

const keptMs = 5000;

/**
 * Callers that ask for the same check within five seconds share one, so that a management key cannot make the gateway
 * flood a provider.
 */
export function createProviderChecks(
  providers: ReadonlyMap<string, Provider>,
  nowMs: () => number = Date.now,
): ProviderChecks {
  const made = new Map<string, { readonly atMs: number; readonly check: Promise<MadeCheck> }>();
  return {
    make(name, catalog, own) {
      for (const [key, { atMs }] of made) if (nowMs() - atMs >= keptMs) made.delete(key);
      const key = `${name} ${own?.version ?? ""}`;
      const known = made.get(key);
      if (known !== undefined) return known.check;
      const atMs = nowMs();
      const provider = providers.get(name) ?? { name, kind: name };
      const check = timed(checkProvider(provider, catalog, own?.open), nowMs);
      made.set(key, { atMs, check });
      return check;
    },
  };
}

async function timed(check: Promise<ProviderCheck>, nowMs: () => number): Promise<MadeCheck> {
  const atMs = nowMs();
  const result = await check;
  return { ...result, checkedAtMs: atMs, latencyMs: Math.max(nowMs() - atMs, 0) };
}

/** Tries a provider of a configuration that is not in use. Throws 429 where too many were tried. */
export type CheckDraft = (settings: ProviderSettings, catalog: Catalog) => Promise<MadeCheck>;

const mostDrafts = 10;
const minuteMs = 60_000;

/** Each draft may have another secret, so no check is shared: they are counted, in this process. */
export function createDraftChecks(
  makeProvider: (settings: ProviderSettings) => Provider,
  nowMs: () => number = Date.now,
): CheckDraft {
  let made: readonly number[] = [];
  return async (settings, catalog) => {
    const atMs = nowMs();
    made = made.filter((madeAtMs) => Math.abs(atMs - madeAtMs) < minuteMs);
    if (made.length >= mostDrafts)
      throw new GatewayError("rateLimited", {
        message: `${mostDrafts} providers of texts that are not in use were tried within a minute. Try again in a minute.`,
        retryAfterSeconds: minuteMs / 1000,
      });
    made = [...made, atMs];
    return await timed(checkProvider(makeProvider(settings), catalog), nowMs);
  };
}
