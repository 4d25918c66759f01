import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Problem } from "@portico/core/configuration/source";
import type { z } from "zod";
import type { PriceOrigin } from "../money/price-origin.ts";
import { buildCatalog } from "./build-catalog.ts";
import { buildNotifications } from "./build-notifications.ts";
import { buildProviders } from "./build-providers.ts";
import { buildSignIn } from "./build-sign-in.ts";
import type { BuiltProvider } from "./built-provider.ts";
import { type Configuration, ConfigurationError, type Limits } from "./configuration.ts";
import { readDocument, type SourceDocument } from "./document.ts";
import { explain, withStandIns } from "./explain.ts";
import { guardrailsOf } from "./guardrail-schema.ts";
import { priceSnapshot, snapshotOrigin } from "./presets/prices-2026-09.ts";
import type { Environment, References } from "./references.ts";
import { type ConfigurationFile, configurationSchema } from "./schema.ts";
import { withVault } from "./vault.ts";

export interface ConfigurationSource {
  /** Null: there is no file, and only the presets apply. */
  readonly path: string | null;
  /** True where the operator named the file, which must then exist. */
  readonly required: boolean;
  /** For `${NAME}` in the file. */
  readonly environment: Environment;
}

/** Reads `portico.yaml`. Rejects with a ConfigurationError that names every problem and its line. */
export async function loadConfiguration(source: ConfigurationSource): Promise<Configuration> {
  const { path, required, environment } = source;
  if (path === null) return parseConfiguration("", { file: null, environment });
  const read = await readConfigurationFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (read === null && required) throw noFile(path);
  if (read === null) return parseConfiguration("", { file: null, environment });
  const { text, changedAt } = read;
  const references = await withVault(text, { environment }, path);
  return parseConfiguration(text, { ...references, file: path, changedAt });
}

export interface ReadFile {
  readonly text: string;
  readonly changedAt: Date;
}

/** Null where there is no such file. */
export async function readConfigurationFile(path: string): Promise<ReadFile | null> {
  try {
    // In this order: a change in between gives a new text an old day, and not an old text a new one.
    const { mtime } = await stat(path);
    return { text: await readFile(path, "utf8"), changedAt: mtime };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

export interface Writing extends References {
  readonly file: string | null;
  /** What stands for the file in messages and prices, of a text without one. */
  readonly name?: string;
  /** When the file was last changed. */
  readonly changedAt?: Date;
}

/** The same for a text. */
export function parseConfiguration(
  text: string,
  { file, name: given, changedAt, ...references }: Writing,
): Configuration {
  const name = file ?? given ?? "portico.yaml";
  const source = readDocument(text, references);
  if (source.problems.length > 0) throw new ConfigurationError(name, source.problems);
  const parsed = configurationSchema.safeParse(source.value, { reportInput: true });
  if (!parsed.success) {
    const issues = withoutEchoes(parsed.error.issues);
    const found = issues.flatMap((issue) => explain(issue, configurationSchema, source));
    throw new ConfigurationError(name, inOrder([...found, ...problemsBeside(issues, source)]));
  }
  const problems: Problem[] = [];
  const providers = buildProviders(parsed.data, source, problems);
  const priceOrigin = originOf(text, name, changedAt);
  const catalog = buildCatalog(parsed.data, providers, source, problems, priceOrigin);
  const notifications = buildNotifications(parsed.data, source, problems);
  const signIn = buildSignIn(parsed.data, source, problems);
  if (problems.length > 0) throw new ConfigurationError(name, inOrder(problems));
  return {
    file,
    providers: providers.map(({ settings }) => settings),
    keylessProviders: namesOf(providers, ({ keyless }) => keyless),
    byokProviders: namesOf(providers, ({ takesByok }) => takesByok),
    linkRules: new Map(providers.map(({ settings, links }) => [settings.name, links])),
    catalog,
    discovering: providers.filter(({ patterns }) => patterns.length > 0),
    version: 0,
    text,
    priceOrigin: file === null && given === undefined ? snapshotOrigin : priceOrigin,
    written: parsed.data,
    listsSandbox: parsed.data.sandbox === "all",
    priceSnapshot,
    ...notifications,
    guardrails: guardrailsOf(parsed.data.guardrails),
    signIn,
    ...settingsOf(parsed.data),
  };
}

type Issue = z.core.$ZodIssue;

/** A number that is not a safe integer is also too large for its setting, and is reported once. */
function withoutEchoes(issues: readonly Issue[]): readonly Issue[] {
  const isEcho = (issue: Issue) =>
    (issue.code === "too_big" && issue.maximum === Number.MAX_SAFE_INTEGER) ||
    (issue.code === "too_small" && issue.minimum === Number.MIN_SAFE_INTEGER);
  const place = ({ path }: Issue) => JSON.stringify(path);
  return issues.filter(
    (issue) =>
      !isEcho(issue) ||
      issues.every((other) => other === issue || isEcho(other) || place(other) !== place(issue)),
  );
}

/** The other mistakes, found with stand-ins for the refused parts, so that all mistakes are reported at once. */
function problemsBeside(issues: readonly Issue[], source: SourceDocument): readonly Problem[] {
  const rest = configurationSchema.safeParse(withStandIns(source.value, issues));
  if (!rest.success) return [];
  const problems: Problem[] = [];
  const providers = buildProviders(rest.data, source, problems);
  buildCatalog(rest.data, providers, source, problems, snapshotOrigin);
  return problems;
}

function namesOf(
  providers: readonly BuiltProvider[],
  isMeant: (provider: BuiltProvider) => boolean,
): ReadonlySet<string> {
  return new Set(providers.filter(isMeant).map(({ settings }) => settings.name));
}

/** Enough of a SHA-256 to tell the versions of one file apart. */
const digitsOfHash = 12;

function originOf(text: string, file: string, changedAt: Date | undefined): PriceOrigin {
  const asOf = changedAt?.toISOString().slice(0, "2026-11-22".length) ?? null;
  return { by: "operator", source: basename(file), asOf, version: versionOf(text, file) };
}

/** Names one version of a file: its name, and the start of its SHA-256. */
export function versionOf(text: string, file: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, digitsOfHash);
  return `${basename(file)}:${hash}`;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function unreadable(path: string, cause: unknown): ConfigurationError {
  const message = `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
  return new ConfigurationError(path, [{ message }], { cause });
}

function noFile(path: string): ConfigurationError {
  const message =
    "There is no such file. PORTICO_CONFIG names it; portico.example.yaml shows what it holds.";
  return new ConfigurationError(path, [{ message }]);
}

function settingsOf(file: ConfigurationFile) {
  const { compatibility, credits, byok, limits, retention, routing, proxy, cors } = file;
  return {
    compatibility: { incompleteAssistantItems: compatibility.incomplete_assistant_items },
    credits,
    byok,
    dataDiscountPercent: file.data_discount_percent,
    tags: file.tags,
    limits: limitsOf(limits),
    retention: {
      activityDays: retention.activity_days,
      auditDays: retention.audit_days,
      ioLogDays: retention.io_log_days,
      notificationDays: retention.notification_days,
    },
    idempotency: {
      hours: file.idempotency.hours,
      answerBytes: file.idempotency.answer_bytes,
      bytesPerKey: file.idempotency.bytes_per_key,
    },
    keptResponses: {
      days: file.kept_responses.days,
      responseBytes: file.kept_responses.response_bytes,
      bytesPerWorkspace: file.kept_responses.bytes_per_workspace,
    },
    embeddingsCache: {
      days: file.embeddings_cache.days,
      bytesPerWorkspace: file.embeddings_cache.bytes_per_workspace,
    },
    routing: {
      failuresToOpen: routing.failures_to_open,
      openMs: routing.open_ms,
      noAttemptAfterMs: routing.no_attempt_after_ms,
      awaitUsageMs: routing.await_usage_ms,
    },
    console: {
      session: {
        lifetimeMs: file.console.session.hours * 3_600_000,
        idleMs: file.console.session.idle_minutes * 60_000,
      },
    },
    proxy: {
      trustForwardedHeaders: proxy.trust_forwarded_headers,
      trustedProxies: proxy.trusted_proxies,
    },
    cors,
  };
}

function limitsOf(limits: ConfigurationFile["limits"]): Limits {
  return {
    bodyBytes: limits.body_bytes,
    jsonDepth: limits.json_depth,
    jsonValues: limits.json_values,
    embeddingInputs: limits.embedding_inputs,
    rerankDocuments: limits.rerank_documents,
    requestsPerMinute: limits.requests_per_minute,
    tokensPerMinute: limits.tokens_per_minute,
    requestsInFlight: limits.requests_in_flight,
    requestsInFlightPerKey: limits.requests_in_flight_per_key,
    // By default, room for eight of the largest at once.
    bodyBytesInFlight: limits.body_bytes_in_flight ?? 8 * limits.body_bytes,
    drainMs: limits.drain_ms,
    websocket: limits.websocket,
    sameCalls: limits.same_calls,
    hostedToolCalls: limits.hosted_tool_calls,
    hostedToolTokens: limits.hosted_tool_tokens,
  };
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
  );
}
