// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.
import type { Mutation, PagedQuery, Query } from "../operation.ts";

/** Every operation of the gateway by its id. */
export interface PorticoQuery {
  /** Create embeddings. Turns texts, images, or both into vectors that can be compared with each other: inputs that are alike lie close together. The reply is always one complete JSON body, with one embedding per input and in the order of the inputs. Identical input with the same model gives identical vectors, so results can be cached. Text that is longer than the model's `context_length` is truncated or rejected. */
  readonly createEmbeddings: Mutation<"createEmbeddings">;
  /** List embedding models. Lists the models that this key can use with `POST /embeddings`, with their limits and prices. A model of a provider for which the operator has no credential is listed to the workspaces that have brought one. */
  readonly listEmbeddingModels: PagedQuery<"listEmbeddingModels", number>;
  /** Create a response. Generates a model response. Unless the operator keeps responses, nothing is kept between requests, so `input` carries the whole conversation every time: earlier messages, function calls and their outputs in order, and last the new user message. When the model calls functions, the output holds one `function_call` item per call; answer each with a `function_call_output` item that carries the same `call_id` in your next request. With `stream` set to true, the reply is a stream of server-sent events; see `StreamEvent` for each of them. A failure before the first event is an ordinary error reply. The same requests may come over a WebSocket at this path: a `GET` with an upgrade, and then messages that are a body with `"type": "response.create"` beside its fields. Each event of the stream is a message, a failure one of the type `error` with its `status`, an `X-Portico-Notice` one of the type `response.metadata` with `headers`. There, `previous_response_id` may name the last response of the connection. Where WebSockets are switched off, the answer to the upgrade is 426. This operation is in beta and may change in breaking ways. */
  readonly createResponse: Mutation<"createResponse">;
  /** Get a response. Returns a response that is kept. A service keeps none unless its operator has set for how many days (`kept_responses` in `portico.yaml`); then it keeps those of requests without `store: false`, sealed, for the API key that asked. Another key gets 404. */
  readonly getResponse: Query<"getResponse">;
  /** Delete a response. Removes a response that is kept. Later requests cannot go on from it; those that went on from it before are kept with its conversation. What it cost stays in the ledger. */
  readonly deleteResponse: Mutation<"deleteResponse">;
  /** Count the tokens of a request for a response. Counts how many input tokens a request for a response would have. The provider that would be asked first counts, where it is OpenAI, Anthropic or Gemini: `X-Portico-Provider` names it. The request is judged for that as one for an answer is, by your key's rights and by a guardrail. Else, or where it gives no count within five seconds, the gateway estimates, and `X-Portico-Notice` says so. Nothing is charged. */
  readonly countResponseTokens: Mutation<"countResponseTokens">;
  /** Compact a conversation. Replaces a conversation by its user's messages and a `compaction` item, which stands for all of it, sealed for your workspace: send `output` as the beginning of your next `input`. A model at OpenAI, at Azure by its Responses or at xAI by its own is asked for the provider's own compaction, from which only models there can go on; any other model, or one whose answer your money or your key limits, for a summary in its own words, from which every model can. `X-Portico-Notice` says which it was. Both are held, charged and listed as a response. Tools of the request are not called. */
  readonly compactResponse: Mutation<"compactResponse">;
  /** Create a chat completion. Generates the next message of a conversation. Nothing is kept between requests, so `messages` carries the whole conversation every time. When the model calls functions, the message holds one entry of `tool_calls` per call: send the message back as you received it, followed by one `tool` message for each call. With `stream` set to true, the reply is a stream of server-sent chunks; see `ChatStreamEvent`. A failure before the first chunk is an ordinary error reply. A failure after it is a chunk with `error` and the finish reason `error`, then `error` alone, then `[DONE]`. A model's thoughts come as `reasoning` (their text) and `reasoning_details` (to be sent back). Send `reasoning_details` back unchanged with the message: then the model goes on from its own thoughts after a tool call. Thoughts that another model made, or that cannot be opened any more, are left out without an error. */
  readonly createChatCompletion: Mutation<"createChatCompletion">;
  /** Rerank documents. Scores each document by how well it answers the query, and lists the documents best first. Documents of one score keep the order of the request. The reply is always one complete JSON body. Scores of different models cannot be compared, so fail-over never leaves the model of the request: if one provider fails, another provider of the same model is asked. */
  readonly createRerank: Mutation<"createRerank">;
  /** Get a workspace. Returns one workspace, by UUID or slug. It needs a management key, because a workspace's settings concern everyone who uses it. */
  readonly getWorkspace: Query<"getWorkspace">;
  /** Change a workspace. Changes the fields that are sent and leaves the others as they are. */
  readonly updateWorkspace: Mutation<"updateWorkspace">;
  /** Delete a workspace. Deletes a workspace that has no keys and no credentials any more, with its budgets, its I/O log and its kept vectors. The last workspace cannot be deleted. What was spent stays in the records. */
  readonly deleteWorkspace: Mutation<"deleteWorkspace">;
  /** List workspaces. Lists the workspaces of your organisation, oldest first. */
  readonly listWorkspaces: PagedQuery<"listWorkspaces", number>;
  /** Create a workspace. Creates a workspace. Only a name is needed; the rest can be changed later. */
  readonly createWorkspace: Mutation<"createWorkspace">;
  /** Erase logged requests. Erases what the workspace's I/O log has kept of requests and replies: all of it, or that of one end user, as named by the `user` of the requests. Entries of requests that are under way may still be written afterwards. */
  readonly eraseIoLog: Mutation<"eraseIoLog">;
  /** Delete a BYOK credential. Deletes one of your own provider credentials. Its secret is wiped at once, and requests that would have used it go through the operator's credential from then on. Deleting it a second time gives 404. An ordinary key deletes credentials of its own workspace; a management key, those of every workspace of its organisation. */
  readonly deleteByokCredential: Mutation<"deleteByokCredential">;
  /** Change a BYOK credential. Renames a credential, switches it on or off, or replaces its secret. */
  readonly updateByokCredential: Mutation<"updateByokCredential">;
  /** List BYOK credentials. Lists your own provider credentials, without their secrets. */
  readonly listByokCredentials: PagedQuery<"listByokCredentials", number>;
  /** Add a BYOK credential. Adds a credential of your own for a provider. From the next request on, the workspace's traffic to that provider uses it and is billed to you by the provider. The secret is encrypted at once and never shown again. Providers that are not known to check credentials take none. */
  readonly createByokCredential: Mutation<"createByokCredential">;
  /** Get the key of the request. Tells a key about itself: its limit, what is left and what is held right now, what it has spent, its rights, the rates and what is left of them, and which budgets can refuse it, with the one that binds next. It is never older than the last booked request. `GET /auth/key` is the same. */
  readonly getCurrentKey: Query<"getCurrentKey">;
  /** List API keys. Lists the API keys of your organisation, newest first unless `sort` says otherwise, without their secrets. With `cursor`, a page goes on behind the last key of the page before, so that no key is repeated or left out while others come and go. Sorted by money, a key whose amount changes between two pages has moved. */
  readonly listApiKeys: PagedQuery<"listApiKeys", string | null>;
  /** Create an API key. Creates an API key with a name and, if you like, a spending limit, rate limits, an expiry, and rights: which models and providers it may use, from where, and for a management key how much it may do. The key itself is shown in this reply and never again, because only its hash is kept. */
  readonly createApiKey: Mutation<"createApiKey">;
  /** Report exposed keys. Reports keys that were found where others can read them. Each key that exists is marked as exposed, once, and its owner is notified by e-mail: the key should be deleted, and a new one created. With `on_exposed: disable` in the operator's configuration it is switched off as well, unless nobody could administer the organisation without it. */
  readonly reportExposedKeys: Mutation<"reportExposedKeys">;
  /** Get an API key. Returns one API key, with what it has spent and what is left. */
  readonly getApiKey: Query<"getApiKey">;
  /** Change an API key. Changes the fields that are sent and leaves the others as they are. A changed right counts from the next request on, on every node. A key that is switched off is refused from the next request on, on every node. The last management key that can be used is neither switched off, nor made to expire within a day, nor made a key that only reads: 409. */
  readonly updateApiKey: Mutation<"updateApiKey">;
  /** Delete an API key. Revokes an API key for good, from the next request on. What it has spent stays in the records. The last management key that can be used is not deleted: 409. */
  readonly deleteApiKey: Mutation<"deleteApiKey">;
  /** Rotate an API key. Gives an API key a new secret, which is shown in this reply and never again. Limits, rights, usage and id stay as they are. The present secret goes on working for the overlap, a day unless you say otherwise, so that programs can change to the new one; requests that it has under way then end like those of a revoked key. A key that was found exposed is not marked as such any more. A key can have ten earlier secrets that still work: 409 for more. */
  readonly rotateApiKey: Mutation<"rotateApiKey">;
  /** List budgets. Lists the budgets of your organisation, oldest first, each with what is spent, held and left of it. */
  readonly listBudgets: PagedQuery<"listBudgets", number>;
  /** Create a budget. Creates a budget for a workspace, for one end user of it or one value of a tag, or for each of them without a budget of its own. What was spent in its period before it was made counts, and so does what is held. Each of them has one budget: a second one gives 409. */
  readonly createBudget: Mutation<"createBudget">;
  /** Get a budget. Returns one budget. For a budget of all end users, `end_users` lists those who have spent most in its period, one page of them; for one of each value of a tag `tag_values` does. */
  readonly getBudget: PagedQuery<"getBudget", number>;
  /** Change a budget. Changes the fields that are sent and leaves the others as they are. A raise adds to the limit until `raise_until`, when it ends by itself. */
  readonly updateBudget: Mutation<"updateBudget">;
  /** Delete a budget. Deletes a budget: it limits nothing from then on. What was spent stays in the records, and a budget that is made again counts it. */
  readonly deleteBudget: Mutation<"deleteBudget">;
  /** Get credits. Returns what was granted to your organisation, what was spent and what is left. */
  readonly getCredits: Query<"getCredits">;
  /** Grant credits. Adds to the credit of your organisation, where the operator lets management keys do so (`credits.grants: management`); otherwise 401, and the operator grants it on the gateway's own machine. Every grant is kept in the records with its note. */
  readonly grantCredits: Mutation<"grantCredits">;
  /** List credit grants. Returns what was granted to your organisation, newest first: how much, when, by whom and why. A page goes on behind the last grant of the page before. */
  readonly listCreditGrants: PagedQuery<"listCreditGrants", string | null>;
  /** Get the ledger. Returns where the money of your organisation stands: what was granted, used and is held, what its requests were held and charged by state, and whether these sums agree with each other. The sums by state are of whole days in UTC, by default of all days; the credit, the holds and the checks are those of now. A request is in it as soon as it is booked. */
  readonly getLedger: Query<"getLedger">;
  /** List holds. Returns the requests for which an amount is held now, oldest first: from their admission until they are booked. A hold whose process died is booked in full once the process has been silent for half a minute. A page goes on behind the last hold of the page before. */
  readonly listHolds: PagedQuery<"listHolds", string | null>;
  /** List activity. Returns what was used, in groups, with totals. Without `group_by` there is one group per day, key, model, provider and application; group by fewer to see the larger picture, for example by `app` to rank applications. Each group has how long its requests took. A request is in it as soon as it is booked. There are no groups of end users, because there may be any number of them: `GET /generations` lists the requests of one. With `tag_name` it is about the requests that have this tag, by days and without applications and times; the first 200 values of a workspace and day are kept, further ones are counted as `other`. Of each key and day the first 200 groups with an application are kept by its name; the requests of further ones are counted under the title `other`. */
  readonly listActivity: PagedQuery<"listActivity", number>;
  /** Get a generation. Returns the facts of one request: who served it, after how many attempts, how many tokens it used, what it cost and how long it took. Its content is not part of them. An ordinary key finds its own requests alone; it is there as soon as the reply is. */
  readonly getGeneration: Query<"getGeneration">;
  /** List generations. Returns requests that are booked, newest booking first, each with its attempts, its cost and its times. A management key sees those of its organisation, an ordinary key its own. A page goes on behind the last row of the page before, so no row is repeated or left out while requests come in. A page looks at 20,000 requests at most, so that with a rare filter it may have few rows or none and still a `next_cursor`. Requests under way are not in it. */
  readonly listGenerations: PagedQuery<"listGenerations", string | null>;
  /** List agent sessions. Returns what agents used by session: the name that their requests carry, such as `session_id` or `X-Session-Id`. Each is summed up over all of its booked requests of one API key, and says at which turns a prompt's cache was lost. The session whose last request was booked last comes first; one that goes on meanwhile moves to the front. A management key sees those of its organisation, an ordinary key its own. A page looks at a limited number of requests, so that it may have few sessions or none and still a `next_cursor`. Requests under way are not in it, nor those that retention has removed. */
  readonly listAgentSessions: PagedQuery<"listAgentSessions", string | null>;
  /** List refused requests. Returns the calls of models that were answered with an error before anything was held for them, so that `GET /generations` does not have them: a wrong request, a model that does not exist, a used up limit, too many requests. They are counted by hour, key, model and reason, newest hour first, each with the last of them. A management key sees those of its organisation, an ordinary key its own. Requests with a key that this gateway never made are counted in the metrics alone. */
  readonly listRefusals: PagedQuery<"listRefusals", number>;
  /** Refund a generation. Gives back what was booked for an abandoned generation, that is, one whose process died before its real usage was known, or for one whose caller was answered with a failure of the service (a status from 500, or a failed stream) although a provider had worked for it. Nothing else can be refunded, and nothing twice. */
  readonly refundGeneration: Mutation<"refundGeneration">;
  /** List alerts. Returns what people were notified of in your organisation, newest first: thresholds of limits that were reached, limits that refuse requests, amounts that no key was charged for, providers that did not answer, and keys that were found exposed. Each alert is written once, together with its cause, and has the state of its deliveries by mail and webhook. Alerts are removed together with their notices, by retention alone. They hold no key and no secret. */
  readonly listAlerts: PagedQuery<"listAlerts", number>;
  /** List audit events. Returns who changed what in your organisation, newest first: one event for each change to a key, a workspace, a provider credential, credits or a booking, written together with the change itself. Events are never changed, and are removed by retention alone. They hold no key, no secret and no hash of one. Requests that were refused changed nothing and are not in it. */
  readonly listAuditEvents: PagedQuery<"listAuditEvents", number>;
  /** Get the status. Returns what the processes of this gateway node do: what they serve now, how much time the gateway itself adds to requests, and what keeps them busy. Other nodes with the same store are only counted. For the whole course of these figures let Prometheus read `/metrics`. */
  readonly getStatus: Query<"getStatus">;
  /** Get the configuration. Returns the configuration that the answering process runs: its version and its text, where it comes from, and what waits for a restart. Secrets in the text are replaced by marks. There is one configuration for the whole installation: keys of its first organisation alone may see it. */
  readonly getConfiguration: Query<"getConfiguration">;
  /** Change the configuration. Makes a version of a whole configuration and takes it into use: on this process before the reply, on all others within about a second. Requests under way end with the version that they began with. A text that cannot be used gives 400 with every mistake, and changes nothing. 409 where `parent` is not in use any more, or where a file decides. */
  readonly updateConfiguration: Mutation<"updateConfiguration">;
  /** Plan a configuration. Returns what a configuration would change, and changes nothing: models and providers that come and go, prices, keys that could use no model any more, and what would wait for a restart. A text that cannot be used gives 400 with every mistake. With `check` it also tries one provider's credential, which the audit log keeps. */
  readonly planConfiguration: Mutation<"planConfiguration">;
  /** List versions of the configuration. Returns the versions that were made, newest first: who made each, when, why, and the places that it changed. The last 200 are kept. A page goes on behind the last version of the page before. */
  readonly listConfigurationVersions: PagedQuery<"listConfigurationVersions", string | null>;
  /** Get a version of the configuration. Returns one version with its text, in which marks stand for secrets. */
  readonly getConfigurationVersion: Query<"getConfigurationVersion">;
  /** Activate a version of the configuration. Takes a version into use that was made before, as a roll-back does. A version that this process cannot use any more gives 400. 409 where `parent` is given and not in use any more, or where a file decides. */
  readonly activateConfiguration: Mutation<"activateConfiguration">;
  /** Get the session of the request. Tells who signed in, and which operations they may call. With an API key in place of a session it tells what a session of that key would be. */
  readonly getSession: Query<"getSession">;
  /** Sign in with a key. Begins a session of the console: the key is exchanged for a cookie that scripts cannot read and that is never valid twice. The cookie then stands for the key in requests from the gateway's own pages (`Sec-Fetch-Site: same-origin`, or an `Origin` or `Referer` of the gateway), and in no others. A request with a key in its headers goes by that key. */
  readonly createSession: Mutation<"createSession">;
  /** Sign out. Ends the session of the request and removes its cookie. A request with an API key has no session and gets 404. */
  readonly deleteSession: Mutation<"deleteSession">;
  /** List the ways to sign in. Lists how people may sign in to this gateway, for a sign-in page. It needs no key. */
  readonly listSignInWays: Query<"listSignInWays">;
  /** List sessions. Lists the sessions that have not ended, newest first: your own, and for an admin or a management key those of the whole organisation. */
  readonly listSessions: PagedQuery<"listSessions", number>;
  /** Sign out everywhere. Ends all of your sessions, that of this request too. With `all=true`, which needs the role `admin` or a management key, it ends those of the whole organisation. */
  readonly revokeSessions: Mutation<"revokeSessions">;
  /** End a session. Ends one session at once: one of your own, or for an admin or a management key one of the organisation. */
  readonly revokeSession: Mutation<"revokeSession">;
  /** List models. Lists the models of every kind that this key can use, with their limits and prices. A management key sees those that some workspace of its organisation can use. */
  readonly listModels: PagedQuery<"listModels", number>;
  /** List the endpoints of a model. Lists the providers that serve a model to this key, each with its limits, its price, the state of its circuit, and what the processes of this gateway have measured of it: availability, latency and throughput. */
  readonly listModelEndpoints: Query<"listModelEndpoints">;
  /** Get a model. Returns one model that this key can use, as the list of models shows it. It answers at `/models/{id}` too, where client libraries of OpenAI's and Anthropic's form ask for it, with the slash of the id as it is or encoded. */
  readonly getModel: Query<"getModel">;
  /** List providers. Lists the providers whose models this key can use, each with the state of its circuit and what the processes of this gateway have measured of it. */
  readonly listProviders: Query<"listProviders">;
  /** Get a provider. Returns a provider with its endpoints, the credentials that requests to it use, the last day in stretches of five minutes, the changes of its circuits in the last seven days, and the last failed attempts of your organisation's requests. */
  readonly getProvider: Query<"getProvider">;
  /** Check a provider's credential. Sends the provider a request that costs nothing and needs the credential, now: the operator's credential, or one of your own. The reply says what came of it, also where the provider refused or did not answer within 15 seconds. A check that was made less than five seconds ago is not repeated. */
  readonly checkProvider: Mutation<"checkProvider">;
  /** Create a message. Generates a model response in Anthropic's format, from any text model. Nothing is kept between requests, so `messages` carries the whole conversation every time. When the model calls tools, the reply holds one `tool_use` block per call; answer each with a `tool_result` block in your next request. */
  readonly createMessage: Mutation<"createMessage">;
  /** Count the tokens of a message. Counts how many input tokens a request for a message would have. The provider that would be asked first counts, where it is OpenAI, Anthropic or Gemini: `X-Portico-Provider` names it. The request is judged for that as one for an answer is, by your key's rights and by a guardrail. Else, or where it gives no count within five seconds, the gateway estimates, and `X-Portico-Notice` says so. Nothing is charged. */
  readonly countMessageTokens: Mutation<"countMessageTokens">;
}
