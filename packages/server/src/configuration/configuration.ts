import { type Problem, problemsAs } from "@portico/core/configuration/source";
import type { PriceOrigin } from "../money/price-origin.ts";
import type { ProviderSettings } from "../providers/provider.ts";
import type { Catalog } from "../routing/catalog.ts";
import type { LinkRules } from "../routing/links.ts";
import type { PublishedKey } from "../secrets/public-keys.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { GuardrailSettings } from "./guardrail-schema.ts";
import type { ConfigurationFile } from "./schema.ts";
import type { SignInSettings } from "./sign-in.ts";

/** The operator's settings: `portico.yaml` over the presets. Built once, at boot. */
export interface Configuration {
  /** The file; null where there is none and only the presets apply. */
  readonly file: string | null;
  readonly providers: readonly ProviderSettings[];
  /** Providers that need a credential and have none: they serve only workspaces that bring their own. */
  readonly keylessProviders: ReadonlySet<string>;
  /** Providers for which workspaces may bring credentials of their own: those that check and bill them. */
  readonly byokProviders: ReadonlySet<string>;
  /** The addresses that callers may have each provider read. */
  readonly linkRules: ReadonlyMap<string, LinkRules>;
  /** Of the file and the presets. What providers list themselves is added while the gateway runs. */
  readonly catalog: Catalog;
  /** The providers whose own lists are asked for. */
  readonly discovering: readonly BuiltProvider[];
  /** Its number in the store; 0 where it has none. */
  readonly version: number;
  /** Of the prices that the file sets; where there is no file, of the presets. */
  readonly priceOrigin: PriceOrigin;
  /** As it was written. It may hold secrets: never logged, and shown without them. */
  readonly text: string;
  /** The values of the file, to tell what another version changes. They hold secrets: never logged or shown. */
  readonly written: ConfigurationFile;
  /** Whether lists show the sandbox's models also beside real ones. */
  readonly listsSandbox: boolean;
  readonly priceSnapshot: PriceSnapshot;
  readonly compatibility: { readonly incompleteAssistantItems: "reject" | "accept" };
  readonly credits: CreditSettings;
  /** Whether the operator's credential is tried after a workspace's own has failed. */
  readonly byok: { readonly fallback: boolean };
  /** The discount of a workspace that allows its traffic to be used, in percent of the price. */
  readonly dataDiscountPercent: number;
  /** The names under which requests are tagged. */
  readonly tags: readonly string[];
  readonly limits: Limits;
  readonly retention: Retention;
  readonly idempotency: IdempotencySettings;
  readonly keptResponses: KeptResponsesSettings;
  readonly embeddingsCache: EmbeddingsCacheSettings;
  readonly routing: RoutingSettings;
  readonly notifications: NotificationSettings;
  readonly alerts: AlertSettings;
  readonly exposedKeys: ExposedKeySettings;
  /** In their order: the first that a call fits judges it. */
  readonly guardrails: readonly GuardrailSettings[];
  readonly proxy: ProxySettings;
  readonly signIn: SignInSettings;
  readonly console: { readonly session: SessionSettings };
  readonly cors: { readonly origins: readonly string[] };
}

export interface SessionSettings {
  /** The end of a session, however much it is used. */
  readonly lifetimeMs: number;
  /** Its end without use. */
  readonly idleMs: number;
}

export interface ProxySettings {
  /** Whether a proxy in front sets X-Forwarded-Host and X-Forwarded-Proto, so that callers cannot. */
  readonly trustForwardedHeaders: boolean;
  /** The networks of proxies that write the addresses of their callers into X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
}

/** The source of the presets' prices. Vendors change their prices, so the operator's file always wins. */
export interface PriceSnapshot {
  readonly date: string;
  readonly source: string;
}

export interface Limits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  /** Of a body, its names counted like its values. */
  readonly jsonValues: number;
  readonly embeddingInputs: number;
  readonly rerankDocuments: number;
  /** For keys that are made without limits of their own; null means no limit. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  /** In one process, of all keys, and of one. */
  readonly requestsInFlight: number;
  readonly requestsInFlightPerKey: number;
  /** Of all request bodies together that one process holds. */
  readonly bodyBytesInFlight: number;
  /** How long a stopping process waits for its requests to end. */
  readonly drainMs: number;
  /** Whether `POST /responses` may come over WebSockets too. */
  readonly websocket: boolean;
  /** How often a model may make one call with the same arguments before its user speaks again; null for any number. */
  readonly sameCalls: number | null;
  /** How often a request calls a tool at the vendor that says no number itself, and the tokens that are held for each call's result. */
  readonly hostedToolCalls: number;
  readonly hostedToolTokens: number;
}

export interface CreditSettings {
  /** Whether an organisation's granted credits limit its spending. */
  readonly enforce: boolean;
  /** Whether only the operator grants them, on the store itself, or management keys too. */
  readonly grants: "operator" | "management";
}

export interface Retention {
  readonly activityDays: number;
  readonly auditDays: number;
  readonly ioLogDays: number;
  readonly notificationDays: number;
}

/** Of the answers to requests with an `Idempotency-Key`. */
export interface IdempotencySettings {
  /** 0: the header has no effect. */
  readonly hours: number;
  readonly answerBytes: number;
  readonly bytesPerKey: number;
}

/** Of the responses that later requests may go on from. */
export interface KeptResponsesSettings {
  /** 0: none is kept. */
  readonly days: number;
  readonly responseBytes: number;
  readonly bytesPerWorkspace: number;
}

/** Of the vectors that a workspace keeps: the oldest go first. */
export interface EmbeddingsCacheSettings {
  readonly days: number;
  readonly bytesPerWorkspace: number;
}

export interface RoutingSettings {
  readonly failuresToOpen: number;
  readonly openMs: number;
  readonly noAttemptAfterMs: number;
  /** How long to wait for an answer that has not begun after its caller has left: only the answer shows its cost. */
  readonly awaitUsageMs: number;
}

/** The file cannot be used. Its message holds every problem on a line of its own: `portico.yaml:12:5: …`. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly file: string;
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(problemsAs(file, problems), options);
    this.file = file;
    this.problems = problems;
  }
}

export interface NotificationSettings {
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null;
  readonly webhook: WebhookSettings | null;
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "implicit" | "none";
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** A certificate authority of the mail server's own, in PEM. */
  readonly ca: string | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
}

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

export interface AlertSettings {
  /** Percents of a limit, ascending. */
  readonly thresholds: readonly number[];
  /** The unbilled amount of a day; null: no alert. */
  readonly unbilledNanousd: number | null;
  /** How long no request to a provider may succeed; null: no alert. */
  readonly providerDownMs: number | null;
  /** The channels that alerts about money and providers are sent to; null: all that are configured. */
  readonly channels: readonly ("email" | "webhook")[] | null;
}

export interface ExposedKeySettings {
  /** Whether an exposed key is also switched off. */
  readonly onExposed: "notify" | "disable";
  /** The scanner whose signature may report keys; null: none. */
  readonly github:
    | { readonly publicKeysUrl: string }
    | { readonly publicKeys: readonly PublishedKey[] }
    | null;
}
