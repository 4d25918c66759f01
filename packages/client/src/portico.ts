import { type Byok, createByok, createKeys, type Keys } from "./access.ts";
import { type RawClient, throwing } from "./call.ts";
import { type Chat, createChat } from "./chat.ts";
import { type Configurations, createConfigurations } from "./configuration.ts";
import { connect } from "./connection.ts";
import { createEmbeddings, type Embeddings } from "./embeddings.ts";
import { createLedger, createStatus, type GatewayStatus, type Ledger } from "./ledger.ts";
import { createMessages, type Messages } from "./messages.ts";
import { createModels, createProviders, type Models, type Providers } from "./models.ts";
import type { PorticoOptions } from "./options.ts";
import { type Budgets, createBudgets, createWorkspaces, type Workspaces } from "./organisation.ts";
import {
  type Activity,
  type Alerts,
  type Audit,
  type Credits,
  createActivity,
  createAlerts,
  createAudit,
  createCredits,
  createGenerations,
  type Generations,
} from "./records.ts";
import { createRerank, type Rerank } from "./rerank.ts";
import { createResponses, type Responses } from "./responses.ts";
import { newRetryBudget, type RetryBudget } from "./retry.ts";
import { createSessions, type Sessions } from "./sessions.ts";

/**
 * The whole service. Methods give the body of a success and throw a PorticoError otherwise.
 *
 * @example
 * const greet = async ({ responses }: Portico) =>
 *   outputText(await responses.create({ model: "sandbox/text", input: "Hello" }));
 * console.log(await greet(createPortico()));
 */
export interface Portico {
  /** Responses of models. */
  readonly responses: Responses;
  /** Chat completions, which are in preview. */
  readonly chat: Chat;
  /** Messages in Anthropic's format, which are in preview. */
  readonly messages: Messages;
  /** Vectors of texts and images. */
  readonly embeddings: Embeddings;
  /** Documents in the order of their relevance to a query, which is in preview. */
  readonly rerank: Rerank;
  /** The models that this key can use, with their prices. */
  readonly models: Models;
  /** The providers that this key can use, and how they are. */
  readonly providers: Providers;
  /** Workspaces, for management keys. */
  readonly workspaces: Workspaces;
  /** Budgets of workspaces and of end users, for management keys. */
  readonly budgets: Budgets;
  /** Your own credentials at providers, for management keys. */
  readonly byok: Byok;
  /** API keys. All but `current` need a management key. */
  readonly keys: Keys;
  /** The organisation's money, for management keys. */
  readonly credits: Credits;
  /** Where the money stands, for management keys. */
  readonly ledger: Ledger;
  /** Usage in groups, for management keys. */
  readonly activity: Activity;
  /** What people were notified of, for management keys. */
  readonly alerts: Alerts;
  /** Who changed what, for management keys. */
  readonly audit: Audit;
  /** Sessions of the console. */
  readonly sessions: Sessions;
  /** The facts of requests. */
  readonly generations: Generations;
  /** What the gateway's processes do, for management keys. */
  readonly status: GatewayStatus;
  /** What the gateway serves, as versions, for management keys of the installation. */
  readonly configuration: Configurations;
  /** openapi-fetch bound to the contract: every path, parameter and body typed; a failure is an `error`, not an exception. */
  readonly GET: RawClient["GET"];
  /** As `GET`, for POST. */
  readonly POST: RawClient["POST"];
  /** As `GET`, for PUT. */
  readonly PUT: RawClient["PUT"];
  /** As `GET`, for PATCH. */
  readonly PATCH: RawClient["PATCH"];
  /** As `GET`, for DELETE. */
  readonly DELETE: RawClient["DELETE"];
  /**
   * The client beneath, whose calls throw a PorticoError where `GET` and the others give an `error`. For libraries that
   * are built on openapi-fetch: `createClient(portico.throwing)` of openapi-react-query.
   */
  readonly throwing: RawClient;
  /**
   * The same client with some options changed; what you leave out stays as it is. All of them share one limit of retries.
   *
   * ```ts
   * const patient = portico.withOptions({ timeoutMs: 0, headers: { "X-Session-Id": "night-job" } });
   * ```
   */
  withOptions(changes: PorticoOptions): Portico;
}

/**
 * A client of one gateway, for one key. Address and key can come from the environment instead, as `PORTICO_BASE_URL` and
 * `PORTICO_API_KEY`. Invalid options throw a `ConfigurationError` here, before anything is sent.
 *
 * @example
 * const portico = createPortico({ baseUrl: "http://127.0.0.1:8787/api/v1", apiKey: "ptc_…" });
 * const response = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * console.log(outputText(response));
 */
export function createPortico(options: PorticoOptions = {}): Portico {
  return assemble(options, newRetryBudget());
}

function assemble(options: PorticoOptions, budget: RetryBudget): Portico {
  const connection = connect(options, budget);
  const { raw } = connection;
  const { GET, POST, PUT, PATCH, DELETE } = raw;
  return {
    responses: createResponses(connection),
    chat: createChat(connection),
    messages: createMessages(connection),
    embeddings: createEmbeddings(connection),
    rerank: createRerank(connection),
    models: createModels(connection),
    providers: createProviders(connection),
    workspaces: createWorkspaces(connection),
    budgets: createBudgets(connection),
    byok: createByok(connection),
    keys: createKeys(connection),
    credits: createCredits(connection),
    ledger: createLedger(connection),
    activity: createActivity(connection),
    alerts: createAlerts(connection),
    audit: createAudit(connection),
    sessions: createSessions(connection),
    generations: createGenerations(connection),
    status: createStatus(connection),
    configuration: createConfigurations(connection),
    GET,
    POST,
    PUT,
    PATCH,
    DELETE,
    throwing: throwing(raw),
    withOptions: (changes) =>
      assemble(
        {
          ...options,
          ...changes,
        },
        budget,
      ),
  };
}
