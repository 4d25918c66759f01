// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.

export interface paths {
    "/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create embeddings
         * @description Turns texts, images, or both into vectors that can be compared with each other: inputs that are alike lie close together. The reply is always one complete JSON body, with one embedding per input and in the order of the inputs. Identical input with the same model gives identical vectors, so results can be cached. Text that is longer than the model's `context_length` is truncated or rejected.
         */
        post: operations["createEmbeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embeddings/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List embedding models
         * @description Lists the models that this key can use with `POST /embeddings`, with their limits and prices. A model of a provider for which the operator has no credential is listed to the workspaces that have brought one.
         */
        get: operations["listEmbeddingModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a response
         * @description Generates a model response. Unless the operator keeps responses, nothing is kept between requests, so `input` carries the whole conversation every time: earlier messages, function calls and their outputs in order, and last the new user message. When the model calls functions, the output holds one `function_call` item per call; answer each with a `function_call_output` item that carries the same `call_id` in your next request.
         *     With `stream` set to true, the reply is a stream of server-sent events; see `StreamEvent` for each of them. A failure before the first event is an ordinary error reply.
         *     The same requests may come over a WebSocket at this path: a `GET` with an upgrade, and then messages that are a body with `"type": "response.create"` beside its fields. Each event of the stream is a message, a failure one of the type `error` with its `status`, an `X-Portico-Notice` one of the type `response.metadata` with `headers`. There, `previous_response_id` may name the last response of the connection. Where WebSockets are switched off, the answer to the upgrade is 426.
         *     This operation is in beta and may change in breaking ways.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a response
         * @description Returns a response that is kept. A service keeps none unless its operator has set for how many days (`kept_responses` in `portico.yaml`); then it keeps those of requests without `store: false`, sealed, for the API key that asked. Another key gets 404.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a response
         * @description Removes a response that is kept. Later requests cannot go on from it; those that went on from it before are kept with its conversation. What it cost stays in the ledger.
         */
        delete: operations["deleteResponse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/input_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the tokens of a request for a response
         * @description Counts how many input tokens a request for a response would have. The provider that would be asked first counts, where it is OpenAI, Anthropic or Gemini: `X-Portico-Provider` names it. The request is judged for that as one for an answer is, by your key's rights and by a guardrail. Else, or where it gives no count within five seconds, the gateway estimates, and `X-Portico-Notice` says so. Nothing is charged.
         */
        post: operations["countResponseTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/compact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compact a conversation
         * @description Replaces a conversation by its user's messages and a `compaction` item, which stands for all of it, sealed for your workspace: send `output` as the beginning of your next `input`. A model at OpenAI, at Azure by its Responses or at xAI by its own is asked for the provider's own compaction, from which only models there can go on; any other model, or one whose answer your money or your key limits, for a summary in its own words, from which every model can. `X-Portico-Notice` says which it was. Both are held, charged and listed as a response. Tools of the request are not called.
         */
        post: operations["compactResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a chat completion
         * @description Generates the next message of a conversation. Nothing is kept between requests, so `messages` carries the whole conversation every time. When the model calls functions, the message holds one entry of `tool_calls` per call: send the message back as you received it, followed by one `tool` message for each call.
         *     With `stream` set to true, the reply is a stream of server-sent chunks; see `ChatStreamEvent`. A failure before the first chunk is an ordinary error reply. A failure after it is a chunk with `error` and the finish reason `error`, then `error` alone, then `[DONE]`.
         *     A model's thoughts come as `reasoning` (their text) and `reasoning_details` (to be sent back). Send `reasoning_details` back unchanged with the message: then the model goes on from its own thoughts after a tool call. Thoughts that another model made, or that cannot be opened any more, are left out without an error.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rerank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerank documents
         * @description Scores each document by how well it answers the query, and lists the documents best first. Documents of one score keep the order of the request. The reply is always one complete JSON body.
         *     Scores of different models cannot be compared, so fail-over never leaves the model of the request: if one provider fails, another provider of the same model is asked.
         */
        post: operations["createRerank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace
         * @description Returns one workspace, by UUID or slug. It needs a management key, because a workspace's settings concern everyone who uses it.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Deletes a workspace that has no keys and no credentials any more, with its budgets, its I/O log and its kept vectors. The last workspace cannot be deleted. What was spent stays in the records.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Change a workspace
         * @description Changes the fields that are sent and leaves the others as they are.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Lists the workspaces of your organisation, oldest first.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace. Only a name is needed; the rest can be changed later.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{id}/io-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase logged requests
         * @description Erases what the workspace's I/O log has kept of requests and replies: all of it, or that of one end user, as named by the `user` of the requests. Entries of requests that are under way may still be written afterwards.
         */
        delete: operations["eraseIoLog"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byok/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a BYOK credential
         * @description Deletes one of your own provider credentials. Its secret is wiped at once, and requests that would have used it go through the operator's credential from then on. Deleting it a second time gives 404. An ordinary key deletes credentials of its own workspace; a management key, those of every workspace of its organisation.
         */
        delete: operations["deleteByokCredential"];
        options?: never;
        head?: never;
        /**
         * Change a BYOK credential
         * @description Renames a credential, switches it on or off, or replaces its secret.
         */
        patch: operations["updateByokCredential"];
        trace?: never;
    };
    "/byok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List BYOK credentials
         * @description Lists your own provider credentials, without their secrets.
         */
        get: operations["listByokCredentials"];
        put?: never;
        /**
         * Add a BYOK credential
         * @description Adds a credential of your own for a provider. From the next request on, the workspace's traffic to that provider uses it and is billed to you by the provider. The secret is encrypted at once and never shown again. Providers that are not known to check credentials take none.
         */
        post: operations["createByokCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of the request
         * @description Tells a key about itself: its limit, what is left and what is held right now, what it has spent, its rights, the rates and what is left of them, and which budgets can refuse it, with the one that binds next. It is never older than the last booked request. `GET /auth/key` is the same.
         */
        get: operations["getCurrentKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists the API keys of your organisation, newest first unless `sort` says otherwise, without their secrets. With `cursor`, a page goes on behind the last key of the page before, so that no key is repeated or left out while others come and go. Sorted by money, a key whose amount changes between two pages has moved.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key with a name and, if you like, a spending limit, rate limits, an expiry, and rights: which models and providers it may use, from where, and for a management key how much it may do. The key itself is shown in this reply and never again, because only its hash is kept.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/exposed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report exposed keys
         * @description Reports keys that were found where others can read them. Each key that exists is marked as exposed, once, and its owner is notified by e-mail: the key should be deleted, and a new one created. With `on_exposed: disable` in the operator's configuration it is switched off as well, unless nobody could administer the organisation without it.
         *
         *     With a management key you report keys of your own organisation. A secret scanner whose public keys the operator has configured needs no key: it signs the body as GitHub's secret scanning does (ECDSA over P-256 with SHA-256, in DER and Base64), names its key in `Github-Public-Key-Identifier`, and reports keys of any organisation.
         */
        post: operations["reportExposedKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns one API key, with what it has spent and what is left.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Revokes an API key for good, from the next request on. What it has spent stays in the records. The last management key that can be used is not deleted: 409.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Changes the fields that are sent and leaves the others as they are. A changed right counts from the next request on, on every node. A key that is switched off is refused from the next request on, on every node. The last management key that can be used is neither switched off, nor made to expire within a day, nor made a key that only reads: 409.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/keys/{hash}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Gives an API key a new secret, which is shown in this reply and never again. Limits, rights, usage and id stay as they are. The present secret goes on working for the overlap, a day unless you say otherwise, so that programs can change to the new one; requests that it has under way then end like those of a revoked key. A key that was found exposed is not marked as such any more. A key can have ten earlier secrets that still work: 409 for more.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List budgets
         * @description Lists the budgets of your organisation, oldest first, each with what is spent, held and left of it.
         */
        get: operations["listBudgets"];
        put?: never;
        /**
         * Create a budget
         * @description Creates a budget for a workspace, for one end user of it or one value of a tag, or for each of them without a budget of its own. What was spent in its period before it was made counts, and so does what is held. Each of them has one budget: a second one gives 409.
         */
        post: operations["createBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a budget
         * @description Returns one budget. For a budget of all end users, `end_users` lists those who have spent most in its period, one page of them; for one of each value of a tag `tag_values` does.
         */
        get: operations["getBudget"];
        put?: never;
        post?: never;
        /**
         * Delete a budget
         * @description Deletes a budget: it limits nothing from then on. What was spent stays in the records, and a budget that is made again counts it.
         */
        delete: operations["deleteBudget"];
        options?: never;
        head?: never;
        /**
         * Change a budget
         * @description Changes the fields that are sent and leaves the others as they are. A raise adds to the limit until `raise_until`, when it ends by itself.
         */
        patch: operations["updateBudget"];
        trace?: never;
    };
    "/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get credits
         * @description Returns what was granted to your organisation, what was spent and what is left.
         */
        get: operations["getCredits"];
        put?: never;
        /**
         * Grant credits
         * @description Adds to the credit of your organisation, where the operator lets management keys do so (`credits.grants: management`); otherwise 401, and the operator grants it on the gateway's own machine. Every grant is kept in the records with its note.
         */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credits/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit grants
         * @description Returns what was granted to your organisation, newest first: how much, when, by whom and why. A page goes on behind the last grant of the page before.
         */
        get: operations["listCreditGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ledger
         * @description Returns where the money of your organisation stands: what was granted, used and is held, what its requests were held and charged by state, and whether these sums agree with each other. The sums by state are of whole days in UTC, by default of all days; the credit, the holds and the checks are those of now. A request is in it as soon as it is booked.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List holds
         * @description Returns the requests for which an amount is held now, oldest first: from their admission until they are booked. A hold whose process died is booked in full once the process has been silent for half a minute. A page goes on behind the last hold of the page before.
         */
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity
         * @description Returns what was used, in groups, with totals. Without `group_by` there is one group per day, key, model, provider and application; group by fewer to see the larger picture, for example by `app` to rank applications. Each group has how long its requests took. A request is in it as soon as it is booked. There are no groups of end users, because there may be any number of them: `GET /generations` lists the requests of one. With `tag_name` it is about the requests that have this tag, by days and without applications and times; the first 200 values of a workspace and day are kept, further ones are counted as `other`. Of each key and day the first 200 groups with an application are kept by its name; the requests of further ones are counted under the title `other`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/generation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation
         * @description Returns the facts of one request: who served it, after how many attempts, how many tokens it used, what it cost and how long it took. Its content is not part of them. An ordinary key finds its own requests alone; it is there as soon as the reply is.
         */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List generations
         * @description Returns requests that are booked, newest booking first, each with its attempts, its cost and its times. A management key sees those of its organisation, an ordinary key its own. A page goes on behind the last row of the page before, so no row is repeated or left out while requests come in. A page looks at 20,000 requests at most, so that with a rare filter it may have few rows or none and still a `next_cursor`. Requests under way are not in it.
         */
        get: operations["listGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agent-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent sessions
         * @description Returns what agents used by session: the name that their requests carry, such as `session_id` or `X-Session-Id`. Each is summed up over all of its booked requests of one API key, and says at which turns a prompt's cache was lost. The session whose last request was booked last comes first; one that goes on meanwhile moves to the front. A management key sees those of its organisation, an ordinary key its own. A page looks at a limited number of requests, so that it may have few sessions or none and still a `next_cursor`. Requests under way are not in it, nor those that retention has removed.
         */
        get: operations["listAgentSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refused requests
         * @description Returns the calls of models that were answered with an error before anything was held for them, so that `GET /generations` does not have them: a wrong request, a model that does not exist, a used up limit, too many requests. They are counted by hour, key, model and reason, newest hour first, each with the last of them. A management key sees those of its organisation, an ordinary key its own. Requests with a key that this gateway never made are counted in the metrics alone.
         */
        get: operations["listRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/generation/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a generation
         * @description Gives back what was booked for an abandoned generation, that is, one whose process died before its real usage was known, or for one whose caller was answered with a failure of the service (a status from 500, or a failed stream) although a provider had worked for it. Nothing else can be refunded, and nothing twice.
         */
        post: operations["refundGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Returns what people were notified of in your organisation, newest first: thresholds of limits that were reached, limits that refuse requests, amounts that no key was charged for, providers that did not answer, and keys that were found exposed. Each alert is written once, together with its cause, and has the state of its deliveries by mail and webhook. Alerts are removed together with their notices, by retention alone. They hold no key and no secret.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Returns who changed what in your organisation, newest first: one event for each change to a key, a workspace, a provider credential, credits or a booking, written together with the change itself. Events are never changed, and are removed by retention alone. They hold no key, no secret and no hash of one. Requests that were refused changed nothing and are not in it.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status
         * @description Returns what the processes of this gateway node do: what they serve now, how much time the gateway itself adds to requests, and what keeps them busy. Other nodes with the same store are only counted. For the whole course of these figures let Prometheus read `/metrics`.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration
         * @description Returns the configuration that the answering process runs: its version and its text, where it comes from, and what waits for a restart. Secrets in the text are replaced by marks. There is one configuration for the whole installation: keys of its first organisation alone may see it.
         */
        get: operations["getConfiguration"];
        /**
         * Change the configuration
         * @description Makes a version of a whole configuration and takes it into use: on this process before the reply, on all others within about a second. Requests under way end with the version that they began with. A text that cannot be used gives 400 with every mistake, and changes nothing. 409 where `parent` is not in use any more, or where a file decides.
         */
        put: operations["updateConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan a configuration
         * @description Returns what a configuration would change, and changes nothing: models and providers that come and go, prices, keys that could use no model any more, and what would wait for a restart. A text that cannot be used gives 400 with every mistake. With `check` it also tries one provider's credential, which the audit log keeps.
         */
        post: operations["planConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of the configuration
         * @description Returns the versions that were made, newest first: who made each, when, why, and the places that it changed. The last 200 are kept. A page goes on behind the last version of the page before.
         */
        get: operations["listConfigurationVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of the configuration
         * @description Returns one version with its text, in which marks stand for secrets.
         */
        get: operations["getConfigurationVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/versions/{version}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a version of the configuration
         * @description Takes a version into use that was made before, as a roll-back does. A version that this process cannot use any more gives 400. 409 where `parent` is given and not in use any more, or where a file decides.
         */
        post: operations["activateConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session of the request
         * @description Tells who signed in, and which operations they may call. With an API key in place of a session it tells what a session of that key would be.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a key
         * @description Begins a session of the console: the key is exchanged for a cookie that scripts cannot read and that is never valid twice. The cookie then stands for the key in requests from the gateway's own pages (`Sec-Fetch-Site: same-origin`, or an `Origin` or `Referer` of the gateway), and in no others. A request with a key in its headers goes by that key.
         *
         *     The session ends after twelve hours, after two hours without use, when it is deleted, and as soon as its key may not be used any more. A session that was sent along is ended, and the new one has another cookie.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session of the request and removes its cookie. A request with an API key has no session and gets 404.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description Lists how people may sign in to this gateway, for a sign-in page. It needs no key.
         */
        get: operations["listSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Lists the sessions that have not ended, newest first: your own, and for an admin or a management key those of the whole organisation.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends all of your sessions, that of this request too. With `all=true`, which needs the role `admin` or a management key, it ends those of the whole organisation.
         */
        delete: operations["revokeSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends one session at once: one of your own, or for an admin or a management key one of the organisation.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models of every kind that this key can use, with their limits and prices. A management key sees those that some workspace of its organisation can use.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/{author}/{slug}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints of a model
         * @description Lists the providers that serve a model to this key, each with its limits, its price, the state of its circuit, and what the processes of this gateway have measured of it: availability, latency and throughput.
         */
        get: operations["listModelEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/model/{author}/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model
         * @description Returns one model that this key can use, as the list of models shows it. It answers at `/models/{id}` too, where client libraries of OpenAI's and Anthropic's form ask for it, with the slash of the id as it is or encoded.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Lists the providers whose models this key can use, each with the state of its circuit and what the processes of this gateway have measured of it.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider
         * @description Returns a provider with its endpoints, the credentials that requests to it use, the last day in stretches of five minutes, the changes of its circuits in the last seven days, and the last failed attempts of your organisation's requests.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{slug}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a provider's credential
         * @description Sends the provider a request that costs nothing and needs the credential, now: the operator's credential, or one of your own. The reply says what came of it, also where the provider refused or did not answer within 15 seconds. A check that was made less than five seconds ago is not repeated.
         */
        post: operations["checkProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a message
         * @description Generates a model response in Anthropic's format, from any text model. Nothing is kept between requests, so `messages` carries the whole conversation every time. When the model calls tools, the reply holds one `tool_use` block per call; answer each with a `tool_result` block in your next request.
         *
         *     Client libraries of this format work unchanged: their base address is this gateway's, without `/v1`.
         *
         *     With `stream` set to true, the reply is a stream of server-sent events; see `MessageStreamEvent` for each of them. A failure before the first event is an ordinary error reply.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the tokens of a message
         * @description Counts how many input tokens a request for a message would have. The provider that would be asked first counts, where it is OpenAI, Anthropic or Gemini: `X-Portico-Provider` names it. The request is judged for that as one for an answer is, by your key's rights and by a guardrail. Else, or where it gives no count within five seconds, the gateway estimates, and `X-Portico-Notice` says so. Nothing is charged.
         */
        post: operations["countMessageTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        EmbeddingsTextPart: EmbeddingsTextPart;
        EmbeddingsImagePart: EmbeddingsImagePart;
        EmbeddingsContentPart: EmbeddingsContentPart;
        EmbeddingsInputObject: EmbeddingsInputObject;
        EmbeddingsInput: EmbeddingsInput;
        ProviderPreferences: ProviderPreferences;
        EmbeddingsRequest: EmbeddingsRequest;
        ErrorKind: ErrorKind;
        ErrorDetail: ErrorDetail;
        ErrorEnvelope: ErrorEnvelope;
        Embedding: Embedding;
        CostDetails: CostDetails;
        EmbeddingsUsage: EmbeddingsUsage;
        EmbeddingsReply: EmbeddingsReply;
        ModelArchitecture: ModelArchitecture;
        PriceStep: PriceStep;
        PriceTier: PriceTier;
        ModelPricing: ModelPricing;
        TopProvider: TopProvider;
        PerRequestLimits: PerRequestLimits;
        ModelLinks: ModelLinks;
        EmbeddingModel: EmbeddingModel;
        PageLinks: PageLinks;
        EmbeddingModelList: EmbeddingModelList;
        InputText: InputText;
        InputImage: InputImage;
        InputFile: InputFile;
        InputContentPart: InputContentPart;
        UserMessage: UserMessage;
        AssistantText: AssistantText;
        ItemStatus: ItemStatus;
        AssistantMessage: AssistantMessage;
        FunctionCall: FunctionCall;
        FunctionCallOutput: FunctionCallOutput;
        EasyContentPart: EasyContentPart;
        EasyMessage: EasyMessage;
        ReasoningSummaryText: ReasoningSummaryText;
        ReasoningItem: ReasoningItem;
        CustomToolCall: CustomToolCall;
        CustomToolCallOutput: CustomToolCallOutput;
        BuiltInToolCall: BuiltInToolCall;
        BuiltInToolOutput: BuiltInToolOutput;
        HostedToolTrace: HostedToolTrace;
        CompactionItem: CompactionItem;
        ItemReference: ItemReference;
        InputItem: InputItem;
        FunctionTool: FunctionTool;
        OtherTool: OtherTool;
        CustomToolFormat: CustomToolFormat;
        CustomTool: CustomTool;
        Tool: Tool;
        FunctionToolChoice: FunctionToolChoice;
        CustomToolChoice: CustomToolChoice;
        AllowedToolsChoice: AllowedToolsChoice;
        ToolChoice: ToolChoice;
        ResponseRequest: ResponseRequest;
        OutputText: OutputText;
        OutputMessage: OutputMessage;
        FunctionCallItem: FunctionCallItem;
        CustomToolCallItem: CustomToolCallItem;
        ReasoningOutput: ReasoningOutput;
        HostedToolItem: HostedToolItem;
        OutputItem: OutputItem;
        ResponseUsage: ResponseUsage;
        ResponseStatus: ResponseStatus;
        ResponseError: ResponseError;
        IncompleteDetails: IncompleteDetails;
        Response: Response;
        ResponseCreatedEvent: ResponseCreatedEvent;
        ResponseInProgressEvent: ResponseInProgressEvent;
        AddedMessage: AddedMessage;
        AddedFunctionCall: AddedFunctionCall;
        AddedCustomToolCall: AddedCustomToolCall;
        AddedReasoning: AddedReasoning;
        AddedItem: AddedItem;
        OutputItemAddedEvent: OutputItemAddedEvent;
        AddedText: AddedText;
        ContentPartAddedEvent: ContentPartAddedEvent;
        ContentPartDeltaEvent: ContentPartDeltaEvent;
        OutputTextDeltaEvent: OutputTextDeltaEvent;
        OutputTextDoneEvent: OutputTextDoneEvent;
        ContentPartDoneEvent: ContentPartDoneEvent;
        ReasoningSummaryPartAddedEvent: ReasoningSummaryPartAddedEvent;
        ReasoningSummaryTextDeltaEvent: ReasoningSummaryTextDeltaEvent;
        ReasoningSummaryTextDoneEvent: ReasoningSummaryTextDoneEvent;
        ReasoningSummaryPartDoneEvent: ReasoningSummaryPartDoneEvent;
        FunctionCallArgumentsDeltaEvent: FunctionCallArgumentsDeltaEvent;
        FunctionCallArgumentsDoneEvent: FunctionCallArgumentsDoneEvent;
        CustomToolCallInputDeltaEvent: CustomToolCallInputDeltaEvent;
        CustomToolCallInputDoneEvent: CustomToolCallInputDoneEvent;
        OutputItemDoneEvent: OutputItemDoneEvent;
        ResponseCompletedEvent: ResponseCompletedEvent;
        ResponseIncompleteEvent: ResponseIncompleteEvent;
        ResponseFailedEvent: ResponseFailedEvent;
        ErrorEvent: ErrorEvent;
        ResponseSummary: ResponseSummary;
        ResponseDoneEvent: ResponseDoneEvent;
        StreamEvent: StreamEvent;
        StreamText: StreamText;
        DeletedResponse: DeletedResponse;
        ResponseTokenCount: ResponseTokenCount;
        CompactedResponse: CompactedResponse;
        ChatCacheControl: ChatCacheControl;
        ChatTextPart: ChatTextPart;
        ChatImagePart: ChatImagePart;
        ChatAudioPart: ChatAudioPart;
        ChatFilePart: ChatFilePart;
        ChatContentPart: ChatContentPart;
        ChatContent: ChatContent;
        ChatSystemMessage: ChatSystemMessage;
        ChatDeveloperMessage: ChatDeveloperMessage;
        ChatUserMessage: ChatUserMessage;
        ChatRefusalPart: ChatRefusalPart;
        ChatAssistantPart: ChatAssistantPart;
        ChatExtraContent: ChatExtraContent;
        ChatFunctionToolCallEcho: ChatFunctionToolCallEcho;
        ChatCustomToolCallEcho: ChatCustomToolCallEcho;
        ChatToolCallEcho: ChatToolCallEcho;
        ChatReasoningEcho: ChatReasoningEcho;
        ChatAssistantMessage: ChatAssistantMessage;
        ChatToolMessage: ChatToolMessage;
        ChatMessage: ChatMessage;
        ChatFunctionTool: ChatFunctionTool;
        ChatCustomToolFormat: ChatCustomToolFormat;
        ChatCustomTool: ChatCustomTool;
        ChatTool: ChatTool;
        ChatFunctionToolChoice: ChatFunctionToolChoice;
        ChatCustomToolChoice: ChatCustomToolChoice;
        ChatAllowedToolsChoice: ChatAllowedToolsChoice;
        ChatToolChoice: ChatToolChoice;
        ChatResponseFormat: ChatResponseFormat;
        ChatReasoning: ChatReasoning;
        ChatRequest: ChatRequest;
        ChatReasoningText: ChatReasoningText;
        ChatReasoningSummary: ChatReasoningSummary;
        ChatReasoningEncrypted: ChatReasoningEncrypted;
        ChatReasoningDetail: ChatReasoningDetail;
        ChatFunctionToolCall: ChatFunctionToolCall;
        ChatCustomToolCall: ChatCustomToolCall;
        ChatToolCall: ChatToolCall;
        ChatReplyMessage: ChatReplyMessage;
        ChatChoice: ChatChoice;
        ChatUsage: ChatUsage;
        ChatReply: ChatReply;
        ChatToolCallDelta: ChatToolCallDelta;
        ChatDelta: ChatDelta;
        ChatChunkChoice: ChatChunkChoice;
        ChatChunk: ChatChunk;
        ChatStreamFailure: ChatStreamFailure;
        ChatStreamEvent: ChatStreamEvent;
        RerankTextDocument: RerankTextDocument;
        RerankDocument: RerankDocument;
        RerankRequest: RerankRequest;
        RerankResult: RerankResult;
        RerankUsage: RerankUsage;
        RerankReply: RerankReply;
        Workspace: Workspace;
        GetWorkspaceReply: GetWorkspaceReply;
        DeletedReply: DeletedReply;
        UpdateWorkspaceRequest: UpdateWorkspaceRequest;
        WorkspaceReply: WorkspaceReply;
        WorkspaceList: WorkspaceList;
        CreateWorkspaceRequest: CreateWorkspaceRequest;
        EraseIoLogReply: EraseIoLogReply;
        DeleteByokCredentialReply: DeleteByokCredentialReply;
        UpdateByokCredentialRequest: UpdateByokCredentialRequest;
        ByokCredential: ByokCredential;
        ByokCredentialReply: ByokCredentialReply;
        ByokCredentialList: ByokCredentialList;
        CreateByokCredentialRequest: CreateByokCredentialRequest;
        ApiKeyKind: ApiKeyKind;
        LimitReset: LimitReset;
        KeyBudget: KeyBudget;
        RateLeft: RateLeft;
        KeyRates: KeyRates;
        AllowedModels: AllowedModels;
        AllowedProviders: AllowedProviders;
        KeyDataCollection: KeyDataCollection;
        AllowedNetworks: AllowedNetworks;
        KeyScope: KeyScope;
        CurrentKey: CurrentKey;
        CurrentKeyReply: CurrentKeyReply;
        ApiKey: ApiKey;
        ApiKeyList: ApiKeyList;
        CsvTable: CsvTable;
        CreateApiKeyRequest: CreateApiKeyRequest;
        CreateApiKeyReply: CreateApiKeyReply;
        ExposedKeyMatch: ExposedKeyMatch;
        ExposedKeyMatches: ExposedKeyMatches;
        ExposedKeys: ExposedKeys;
        ReportExposedKeysRequest: ReportExposedKeysRequest;
        ExposedKeyLabel: ExposedKeyLabel;
        ExposedKeyLabels: ExposedKeyLabels;
        ApiKeyReply: ApiKeyReply;
        UpdateApiKeyRequest: UpdateApiKeyRequest;
        RotateApiKeyRequest: RotateApiKeyRequest;
        BudgetScope: BudgetScope;
        BudgetState: BudgetState;
        Budget: Budget;
        BudgetList: BudgetList;
        CreateBudgetRequest: CreateBudgetRequest;
        BudgetReply: BudgetReply;
        EndUserSpending: EndUserSpending;
        EndUserSpendingList: EndUserSpendingList;
        TagSpending: TagSpending;
        TagSpendingList: TagSpendingList;
        GetBudgetReply: GetBudgetReply;
        UpdateBudgetRequest: UpdateBudgetRequest;
        Credits: Credits;
        CreditsReply: CreditsReply;
        GrantCreditsRequest: GrantCreditsRequest;
        CreditGrant: CreditGrant;
        CreditGrantList: CreditGrantList;
        LedgerState: LedgerState;
        LedgerStateSums: LedgerStateSums;
        LedgerSums: LedgerSums;
        LedgerCheckName: LedgerCheckName;
        LedgerCheck: LedgerCheck;
        Ledger: Ledger;
        LedgerReply: LedgerReply;
        Hold: Hold;
        HoldList: HoldList;
        Percentiles: Percentiles;
        ActivityRow: ActivityRow;
        ActivityTotals: ActivityTotals;
        ActivityList: ActivityList;
        GenerationAttempt: GenerationAttempt;
        GenerationCostDetails: GenerationCostDetails;
        GenerationContent: GenerationContent;
        Generation: Generation;
        GenerationReply: GenerationReply;
        GenerationErrorKind: GenerationErrorKind;
        GenerationList: GenerationList;
        LostCache: LostCache;
        AgentSession: AgentSession;
        AgentSessionList: AgentSessionList;
        Refusal: Refusal;
        RefusalTotals: RefusalTotals;
        RefusalList: RefusalList;
        RefundGenerationRequest: RefundGenerationRequest;
        AlertKind: AlertKind;
        AlertState: AlertState;
        AlertDelivery: AlertDelivery;
        Alert: Alert;
        AlertList: AlertList;
        AuditActorType: AuditActorType;
        AuditActor: AuditActor;
        AuditTarget: AuditTarget;
        AuditFacts: AuditFacts;
        AuditEvent: AuditEvent;
        AuditEventList: AuditEventList;
        StatusProcess: StatusProcess;
        StatusOverhead: StatusOverhead;
        StatusVectorCache: StatusVectorCache;
        Status: Status;
        StatusReply: StatusReply;
        Configuration: Configuration;
        ConfigurationReply: ConfigurationReply;
        UpdateConfigurationRequest: UpdateConfigurationRequest;
        PlanConfigurationRequest: PlanConfigurationRequest;
        ConfigurationNames: ConfigurationNames;
        ConfigurationPrice: ConfigurationPrice;
        ConfigurationPriceChange: ConfigurationPriceChange;
        ConfigurationKey: ConfigurationKey;
        ProviderCheck: ProviderCheck;
        ConfigurationPlan: ConfigurationPlan;
        ConfigurationPlanReply: ConfigurationPlanReply;
        ConfigurationVersion: ConfigurationVersion;
        ConfigurationVersionList: ConfigurationVersionList;
        ConfigurationVersionText: ConfigurationVersionText;
        ConfigurationVersionReply: ConfigurationVersionReply;
        ActivateConfigurationRequest: ActivateConfigurationRequest;
        SessionWay: SessionWay;
        SessionRole: SessionRole;
        SessionKey: SessionKey;
        CurrentSession: CurrentSession;
        CurrentSessionReply: CurrentSessionReply;
        CreateSessionRequest: CreateSessionRequest;
        SignInWay: SignInWay;
        SignInWays: SignInWays;
        Session: Session;
        SessionList: SessionList;
        RevokeSessionsReply: RevokeSessionsReply;
        Model: Model;
        ModelList: ModelList;
        ToolChoiceSupport: ToolChoiceSupport;
        CircuitState: CircuitState;
        ModelEndpoint: ModelEndpoint;
        ModelEndpoints: ModelEndpoints;
        ModelEndpointsReply: ModelEndpointsReply;
        ModelReply: ModelReply;
        Provider: Provider;
        ProviderList: ProviderList;
        CredentialFailure: CredentialFailure;
        PooledCredential: PooledCredential;
        ProviderCredentials: ProviderCredentials;
        CanaryRollBack: CanaryRollBack;
        ProviderCanary: ProviderCanary;
        ProviderSlot: ProviderSlot;
        CircuitChange: CircuitChange;
        ProviderFailure: ProviderFailure;
        ProviderDetails: ProviderDetails;
        ProviderDetailsReply: ProviderDetailsReply;
        CheckProviderRequest: CheckProviderRequest;
        ProviderCheckReply: ProviderCheckReply;
        MessagesCacheControl: MessagesCacheControl;
        MessagesText: MessagesText;
        MessagesBase64Source: MessagesBase64Source;
        MessagesUrlSource: MessagesUrlSource;
        MessagesOtherSource: MessagesOtherSource;
        MessagesImage: MessagesImage;
        MessagesTextSource: MessagesTextSource;
        MessagesContentSource: MessagesContentSource;
        MessagesDocument: MessagesDocument;
        MessagesToolUse: MessagesToolUse;
        MessagesOtherBlock: MessagesOtherBlock;
        MessagesResultBlock: MessagesResultBlock;
        MessagesToolResult: MessagesToolResult;
        MessagesThought: MessagesThought;
        MessagesRedactedThought: MessagesRedactedThought;
        MessagesBlock: MessagesBlock;
        MessagesTurn: MessagesTurn;
        MessagesSystemBlock: MessagesSystemBlock;
        MessagesOwnTool: MessagesOwnTool;
        MessagesServerTool: MessagesServerTool;
        MessagesTool: MessagesTool;
        MessagesToolChoice: MessagesToolChoice;
        MessagesThinkingBudget: MessagesThinkingBudget;
        MessagesThinkingMode: MessagesThinkingMode;
        MessagesJsonFormat: MessagesJsonFormat;
        MessagesOutputConfig: MessagesOutputConfig;
        MessagesConversation: MessagesConversation;
        MessagesRequest: MessagesRequest;
        MessagesErrorDetail: MessagesErrorDetail;
        MessagesErrorEnvelope: MessagesErrorEnvelope;
        MessagesReplyText: MessagesReplyText;
        MessagesReplyToolUse: MessagesReplyToolUse;
        MessagesReplyThought: MessagesReplyThought;
        MessagesHostedBlock: MessagesHostedBlock;
        MessagesReplyBlock: MessagesReplyBlock;
        MessagesUsage: MessagesUsage;
        MessagesReply: MessagesReply;
        MessageStartEvent: MessageStartEvent;
        ContentBlockStartEvent: ContentBlockStartEvent;
        MessagesTextDelta: MessagesTextDelta;
        MessagesInputDelta: MessagesInputDelta;
        MessagesThoughtDelta: MessagesThoughtDelta;
        MessagesSignatureDelta: MessagesSignatureDelta;
        MessagesCitationsDelta: MessagesCitationsDelta;
        MessagesBlockDelta: MessagesBlockDelta;
        ContentBlockDeltaEvent: ContentBlockDeltaEvent;
        ContentBlockStopEvent: ContentBlockStopEvent;
        MessageDeltaEvent: MessageDeltaEvent;
        MessageStopEvent: MessageStopEvent;
        MessagesPingEvent: MessagesPingEvent;
        MessagesErrorEvent: MessagesErrorEvent;
        MessageStreamEvent: MessageStreamEvent;
        MessageStreamText: MessageStreamText;
        MessagesTokenCount: MessagesTokenCount;
    };
    responses: {
        /** @description Any other failure, always with the error envelope: 400 for a malformed request, 401 without a valid key, 402 without enough credit, 403 where the rights of the key do not allow it (`error.metadata.right` names the right), 404 for a path or model that does not exist, 405 for a method that the path does not support, 413 for a body that is too large, 415 for a body that is not JSON, 429 when a limit of the key is exceeded, 431 for headers that are too large, 500 for the unexpected, 503 while the service is starting or stopping, serves as much as it can, or cannot reach its store, and 529 while providers are overloaded. */
        Failure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Allow: components["headers"]["Allow"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        InvalidEmbeddingsRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The key is missing, unknown, disabled or expired, or it is of the wrong kind for this operation. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Set-Cookie": components["headers"]["EndedSessionCookie"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description There is not enough credit for this request. `error.metadata` says which limit refused (`limit_source`: `key_limit`, `session_budget`, `end_user_budget`, `workspace_budget` or `credits`), why (`reason`: `used_up`, `too_little_left` or `held_in_flight`) and what helps (`remedy_hint`), beside what the request needs, what is left and held, and when the limit resets. Where only requests under way are in the way, `Retry-After` says when to try again. A key that has nothing left is refused before the body of its request is read, unless its workspace has a credential of its own or a model is offered at no price. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The model does not exist, is not an embedding model, or no provider may serve it under the given preferences. */
        EmbeddingModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description A limit of the key is exceeded: its requests or tokens a minute, or what it may have under way at once. `error.metadata` names it: `of` is `requests`, `tokens`, `requests_in_flight` or `body_bytes_in_flight`. Wait as long as `Retry-After` says, then try again, backing off exponentially. `same_calls`, without `Retry-After`, stops an agent whose model repeats one call: trying again does not help. The body may not have been read: then the connection is closed. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The providers of the model are overloaded for the moment. With `allow_fallbacks`, backup providers have been tried as well. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        InvalidResponseRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The model does not exist, or no provider may serve it under the given preferences. */
        ModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Something unexpected went wrong inside the service. Trying again may help; the request id helps the operator to find the cause. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The response is not kept: it belongs to another key, was not to be kept, is too old, or the service keeps none. */
        ResponseNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Any other failure, always with the error envelope: 403 where the rights of the key do not allow it (`error.metadata.right` names the right), 405 for a method that the path does not support, 413 for a body that is too large, 415 for a body that is not JSON, and 503 while the service is starting or stopping, serves as much as it can, or cannot reach its store. Where an operation was under way, `error.metadata.error_type` has the kind of failure as a word. */
        ChatFailure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Allow: components["headers"]["Allow"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. `error.metadata.error_type` has the kind of failure as a word. */
        InvalidChatRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The key is missing, unknown, disabled or expired, or it is of the wrong kind for this operation. `error.metadata.error_type` has the kind of failure as a word. */
        ChatUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description There is not enough credit for this request. `error.metadata` says which limit refused (`limit_source`: `key_limit`, `session_budget`, `end_user_budget`, `tag_budget`, `workspace_budget` or `credits`), why (`reason`: `used_up`, `too_little_left` or `held_in_flight`) and what helps (`remedy_hint`), beside what the request needs, what is left and held, and when the limit resets. Where only requests under way are in the way, `Retry-After` says when to try again. A key that has nothing left is refused before the body of its request is read, unless its workspace has a credential of its own or a model is offered at no price. `error.metadata.error_type` has the kind of failure as a word. */
        ChatPaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The model does not exist, or no provider may serve it under the given preferences. `error.metadata.error_type` has the kind of failure as a word. */
        ChatModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description A limit of the key is exceeded: its requests or tokens a minute, or what it may have under way at once. `error.metadata.of` names it: `requests`, `tokens`, `requests_in_flight` or `body_bytes_in_flight`. Wait as long as `Retry-After` says, then try again, backing off exponentially. `error.metadata.error_type` has the kind of failure as a word. */
        ChatTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Something unexpected went wrong inside the service. Trying again may help; the request id helps the operator to find the cause. `error.metadata.error_type` has the kind of failure as a word. */
        ChatInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The providers of the model are overloaded for the moment. With `allow_fallbacks`, backup providers have been tried as well. `error.metadata.error_type` has the kind of failure as a word. */
        ChatOverloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        InvalidRerankRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The model does not exist, is not a rerank model, or no provider may serve it under the given preferences. */
        RerankModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The workspace does not exist, or belongs to another organisation. */
        WorkspaceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request contradicts what is already there. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        InvalidPage: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The credential does not exist, was deleted before, or belongs to another organisation. */
        CredentialNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The key does not exist, or belongs to another organisation. */
        KeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The budget does not exist, or belongs to another organisation. */
        BudgetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description A date is not a day that exists, or another parameter is not valid. The message names it. */
        InvalidDate: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required parameter is missing or has a value it must not have. The message names it. */
        GenerationIdMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The generation does not exist, or belongs to another organisation. */
        GenerationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Another version is in use than the one that was changed, or a file decides. */
        ConfigurationConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description There is no such version, or it is not kept any more. */
        VersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The key is unknown, disabled, expired or no key at all. */
        SignInRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Too many attempts to sign in have failed from this address. Wait as long as `Retry-After` says. */
        SignInTooOften: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request has a key and no session. */
        NoSession: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The request's headers are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The session has ended, does not exist, or is not yours to end. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description The gateway has no such provider, or the named credential does not exist or is for another provider. */
        ProviderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Any other failure, such as 403 where the rights of the key do not allow it, 413 for a body that is too large, 415 for a body that is not JSON, and 503 while the service cannot serve. */
        MessagesFailure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Allow: components["headers"]["Allow"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required field is missing or has a value it must not have. The message names it. */
        MessagesBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description The key is missing, unknown, disabled or expired, or it is of the wrong kind for this operation. */
        MessagesUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description There is not enough credit for this request. `error.metadata` says which limit refused (`limit_source`: `key_limit`, `session_budget`, `end_user_budget`, `tag_budget`, `workspace_budget` or `credits`), why (`reason`: `used_up`, `too_little_left` or `held_in_flight`) and what helps (`remedy_hint`), beside what the request needs, what is left and held, and when the limit resets. Where only requests under way are in the way, `Retry-After` says when to try again. A key that has nothing left is refused before the body of its request is read, unless its workspace has a credential of its own or a model is offered at no price. */
        MessagesPaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description The model does not exist, or no provider may serve it under the given preferences. */
        MessagesModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description A limit of the key is exceeded. `error.metadata` names it. Wait as long as `Retry-After` says, then try again, backing off exponentially. */
        MessagesTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description Unexpected server error. */
        MessagesInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description The providers of the model are overloaded for the moment. With `allow_fallbacks`, backup providers have been tried as well. */
        MessagesOverloaded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Generation-Id": components["headers"]["GenerationId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
        /** @description The request is malformed, or a required field is missing or has a value it must not have. The message names it. */
        MessagesUncountable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "request-id": components["headers"]["AnthropicRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MessagesErrorEnvelope;
            };
        };
    };
    parameters: {
        /**
         * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
         *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
         */
        IdempotencyKey: string;
        /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
        SessionId: string;
        /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
        ClaudeCodeSessionId: string;
        /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
        SessionAffinity: string;
        /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
        SessionBudget: string;
        /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
        Tags: string;
        /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
        HttpReferer: string;
        /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
        ServiceTitle: string;
        /** @description `on` keeps the vectors of this request, sealed, for later requests of the workspace, and gives back those that were kept for the same input, model, dimensions, input type and encoding; `off` does neither. Left out, the workspace's `is_embeddings_cache_enabled` decides. */
        EmbeddingsCache: "on" | "off";
        /** @description How many models a page has at most. */
        ModelLimit: number;
        /** @description How many items to skip, counted from the start of the list. */
        Offset: number;
        /** @description Sent by the stream helper of a widely used client library, which refuses events it does not know. With the value `stream`, the events `response.content_part.delta` and `response.done` are left out. */
        StreamHelper: string;
        /** @description The `id` of the response. */
        ResponseId: string;
        /** @description The workspace's UUID or its slug. */
        WorkspaceId: string;
        /** @description How many items a page has at most. */
        Limit: number;
        /** @description The end user, exactly as the requests named it. */
        EndUser: string;
        /** @description The credential's identifier. */
        ByokCredentialId: string;
        /** @description Only what belongs to this workspace, given by UUID or slug. */
        WorkspaceFilter: string;
        /** @description The key's hash or its numeric id. */
        ApiKeyHash: string;
        /** @description The budget's identifier. */
        BudgetId: string;
        /** @description Only requests with this tag, its name and its value with `=` between them. */
        TagFilter: string;
        /** @description The number of a version. */
        ConfigurationVersion: string;
        /** @description The session's id. */
        SessionUuid: string;
        /** @description The part of the model's id before the first slash. */
        ModelAuthor: string;
        /** @description The rest of the model's id, percent-encoded if it holds a slash. A variant after a colon that names no model of its own, such as `:free`, is left out. For an id without a slash, `-`. */
        ModelSlug: string;
        /** @description The provider's name in the operator's file. */
        ProviderSlug: string;
        /** @description The version of the format that the client speaks. Every value is accepted. */
        AnthropicVersion: string;
        /** @description Features that the client asks for. They are handed on unchanged to providers that speak this format. */
        AnthropicBeta: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request. Quote it when you report a problem; the gateway's logs carry it too. */
        RequestId: string;
        /** @description Identifies a call of a model, also one that failed. It is the `id` of the body of a reply. `GET /generation` knows it once the call was admitted; a call that was refused before has no generation and no cost. Sent by the operations that call a model. */
        GenerationId: string;
        /** @description How many seconds to wait before trying again. */
        RetryAfter: number;
        /** @description The methods that the path supports. Sent with status 405. */
        Allow: string;
        /** @description How many requests a minute the key may make. Only sent for keys with such a limit. */
        RateLimitLimit: number;
        /** @description How many requests are left at the moment. Only sent for keys with such a limit. */
        RateLimitRemaining: number;
        /** @description In how many seconds the full limit is available again. Only sent for keys with such a limit. */
        RateLimitReset: number;
        /** @description Of requests with an `Idempotency-Key`: `true` where this is the answer of an earlier request, which was charged then; `false` where it was made now. Absent where the operator has switched such names off. */
        IdempotentReplayed: "true" | "false";
        /** @description The provider that served the request. */
        Provider: string;
        /** @description How many providers were asked before one answered. */
        Attempts: number;
        /** @description What the request cost in US dollars, as a decimal string. A stream's cost is known only at its end; `GET /generation` tells it. */
        Cost: string;
        /** @description What you should know of your wishes although the request was served, such as a name in `provider.order` that is no provider's, that another one of `models` answered, or which parameters were left out because the provider that answered has none like them. Also what the provider answered that has no form here, such as a picture; a stream says that in a comment before its end. */
        Notice: string;
        /** @description Where vectors may be kept: `hit` if every vector was kept by an earlier request, so that nothing was asked and nothing is charged; `partial` if some were, and the others are charged; `miss` if none was. */
        EmbeddingsCache: "hit" | "partial" | "miss";
        /** @description Removes the session's cookie (`Max-Age=0`). Sent where the request came with the cookie of a session that has ended; a request with a key gets none. */
        EndedSessionCookie: string;
        /** @description With CSV, the address of the next page, as `<address>; rel="next"`; absent on the last one. JSON has it in `links`. */
        NextPage: string;
        /** @description What was booked in the last so many seconds may be missing. Only where the gateway reads lists from a standby of its database. */
        DataAge: number;
        /** @description The session's cookie: `__Host-portico-session` where the request came by https, and `portico-session` otherwise. Scripts cannot read it, and browsers send it with requests from pages of the gateway alone. */
        SessionCookie: string;
        /** @description The same as `X-Request-Id`, under the name that client libraries of this format read. */
        AnthropicRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createEmbeddings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
                /** @description `on` keeps the vectors of this request, sealed, for later requests of the workspace, and gives back those that were kept for the same input, model, dimensions, input type and encoding; `off` does neither. Left out, the workspace's `is_embeddings_cache_enabled` decides. */
                "X-Portico-Cache"?: components["parameters"]["EmbeddingsCache"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": EmbeddingsRequest;
            };
        };
        responses: {
            /** @description The embeddings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    "X-Portico-Cache": components["headers"]["EmbeddingsCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EmbeddingsReply;
                };
            };
            400: components["responses"]["InvalidEmbeddingsRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["EmbeddingModelNotFound"];
            429: components["responses"]["TooManyRequests"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["Failure"];
        };
    };
    listEmbeddingModels: {
        parameters: {
            query?: {
                /** @description How many models a page has at most. */
                limit?: components["parameters"]["ModelLimit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: {
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of embedding models. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EmbeddingModelList;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    createResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Sent by the stream helper of a widely used client library, which refuses events it does not know. With the value `stream`, the events `response.content_part.delta` and `response.done` are left out. */
                "X-Stainless-Helper-Method"?: components["parameters"]["StreamHelper"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ResponseRequest;
            };
        };
        responses: {
            /** @description A response object, or a stream of events when `stream` is true. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Response;
                    "text/event-stream": StreamEvent | StreamText;
                };
            };
            400: components["responses"]["InvalidResponseRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["ModelNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["Failure"];
        };
    };
    getResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the response. */
                id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response, as its request got it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Response;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ResponseNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    deleteResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the response. */
                id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response is not kept any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedResponse;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ResponseNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    countResponseTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ResponseRequest;
            };
        };
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ResponseTokenCount;
                };
            };
            400: components["responses"]["InvalidResponseRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ModelNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    compactResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ResponseRequest;
            };
        };
        responses: {
            /** @description The conversation, compacted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CompactedResponse;
                };
            };
            400: components["responses"]["InvalidResponseRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["ModelNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["Failure"];
        };
    };
    createChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ChatRequest;
            };
        };
        responses: {
            /** @description A chat completion, or a stream of chunks when `stream` is true. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ChatReply;
                    "text/event-stream": ChatStreamEvent | StreamText;
                };
            };
            400: components["responses"]["InvalidChatRequest"];
            401: components["responses"]["ChatUnauthorized"];
            402: components["responses"]["ChatPaymentRequired"];
            404: components["responses"]["ChatModelNotFound"];
            429: components["responses"]["ChatTooManyRequests"];
            500: components["responses"]["ChatInternalError"];
            529: components["responses"]["ChatOverloaded"];
            default: components["responses"]["ChatFailure"];
        };
    };
    createRerank: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RerankRequest;
            };
        };
        responses: {
            /** @description The documents, best first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RerankReply;
                };
            };
            400: components["responses"]["InvalidRerankRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["RerankModelNotFound"];
            429: components["responses"]["TooManyRequests"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["Failure"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path: {
                /** @description The workspace's UUID or its slug. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GetWorkspaceReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace's UUID or its slug. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace's UUID or its slug. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateWorkspaceRequest;
            };
        };
        responses: {
            /** @description The workspace after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WorkspaceReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of workspaces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WorkspaceList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateWorkspaceRequest;
            };
        };
        responses: {
            /** @description The new workspace. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WorkspaceReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    eraseIoLog: {
        parameters: {
            query?: {
                /** @description The end user, exactly as the requests named it. */
                user?: components["parameters"]["EndUser"];
            };
            header?: never;
            path: {
                /** @description The workspace's UUID or its slug. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries are gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EraseIoLogReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    deleteByokCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path: {
                /** @description The credential's identifier. */
                id: components["parameters"]["ByokCredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeleteByokCredentialReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["CredentialNotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
    updateByokCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The credential's identifier. */
                id: components["parameters"]["ByokCredentialId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateByokCredentialRequest;
            };
        };
        responses: {
            /** @description The credential after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ByokCredentialReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["CredentialNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    listByokCredentials: {
        parameters: {
            query?: {
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Only credentials for this provider. */
                provider?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of credentials. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ByokCredentialList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    createByokCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateByokCredentialRequest;
            };
        };
        responses: {
            /** @description The new credential. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ByokCredentialReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    getCurrentKey: {
        parameters: {
            query?: {
                /** @description An end user, as in the `user` of requests. The budget of this end user is then listed too. */
                user?: string;
                /** @description A tag of requests, its name and its value with `=` between them. The budget of this tag is then listed too. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CurrentKeyReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Whether to list keys that are switched off as well. */
                include_disabled?: boolean;
                /** @description Only keys that have this text in their name, label, owner's address or creator, in any case; or the key with this numeric id, hash or beginning of a hash of at least eight characters. */
                search?: string;
                /** @description Only ordinary keys, or only management keys. */
                kind?: ApiKeyKind;
                /** @description Only keys that were found exposed, or only the others. */
                exposed?: boolean;
                /** @description `newest` first, those that have spent most (`most_spent`), or those of whose limit least is left (`least_left`), keys without a limit last. Keys with the same amount come newest first. */
                sort?: "newest" | "most_spent" | "least_left";
                /** @description The `next_cursor` of the page before, with the same `sort`. `offset` does not count with it. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ApiKeyList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateApiKeyRequest;
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreateApiKeyReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    reportExposedKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReportExposedKeysRequest;
            };
        };
        responses: {
            /** @description What each reported text is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ExposedKeyLabels;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's hash or its numeric id. */
                hash: components["parameters"]["ApiKeyHash"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ApiKeyReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["KeyNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's hash or its numeric id. */
                hash: components["parameters"]["ApiKeyHash"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["KeyNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's hash or its numeric id. */
                hash: components["parameters"]["ApiKeyHash"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateApiKeyRequest;
            };
        };
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ApiKeyReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["KeyNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's hash or its numeric id. */
                hash: components["parameters"]["ApiKeyHash"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RotateApiKeyRequest;
            };
        };
        responses: {
            /** @description The key, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreateApiKeyReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["KeyNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    listBudgets: {
        parameters: {
            query?: {
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of budgets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BudgetList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    createBudget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateBudgetRequest;
            };
        };
        responses: {
            /** @description The new budget. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BudgetReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WorkspaceNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    getBudget: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /** @description The budget's identifier. */
                id: components["parameters"]["BudgetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budget. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GetBudgetReply;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BudgetNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    deleteBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The budget's identifier. */
                id: components["parameters"]["BudgetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budget is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BudgetNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    updateBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The budget's identifier. */
                id: components["parameters"]["BudgetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateBudgetRequest;
            };
        };
        responses: {
            /** @description The budget after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BudgetReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BudgetNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    getCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreditsReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": GrantCreditsRequest;
            };
        };
        responses: {
            /** @description The credit after the grant. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreditsReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listCreditGrants: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of grants. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CreditGrantList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getLedger: {
        parameters: {
            query?: {
                /** @description Only requests that were charged on this day or later, in UTC. */
                start_date?: string;
                /** @description Only requests that were charged on this day or earlier, in UTC. */
                end_date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums of the ledger. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": LedgerReply;
                };
            };
            400: components["responses"]["InvalidDate"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Only holds of this API key, given by its hash or numeric id. */
                api_key_hash?: string;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of holds, and totals over all of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HoldList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Only this day, in UTC. */
                date?: string;
                /** @description Only from this day on, in UTC. */
                start_date?: string;
                /** @description Only up to and including this day, in UTC. */
                end_date?: string;
                /** @description Only from this time on, in whole hours or days as `granularity` says: the one in which it lies counts in full. It cannot be combined with `date`, `start_date` and `end_date`. */
                from?: string;
                /** @description Only before this time, by default now; the hour or day in which it lies counts in full. */
                to?: string;
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Only this API key, given by its hash or numeric id. */
                api_key_hash?: string;
                /** @description Only this model. */
                model?: string;
                /** @description Only this provider. */
                provider?: string;
                /** @description Only the application with this address or title. */
                app?: string;
                /** @description Only requests with this tag, its name and its value with `=` between them. */
                tag?: components["parameters"]["TagFilter"];
                /** @description Only requests with a tag of this name. With `tag` in `group_by` its values are the groups. */
                tag_name?: string;
                /** @description What to group by, separated by commas. */
                group_by?: ("day" | "key" | "workspace" | "model" | "provider" | "app" | "tag")[];
                /** @description Whether the groups of `day` are days or hours, in UTC. By hours you can ask for seven days at once, by default for the last two. Hours are kept as long as the requests themselves, days for good. */
                granularity?: "day" | "hour";
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of groups, and totals over all of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "X-Portico-Data-Age": components["headers"]["DataAge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ActivityList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getGeneration: {
        parameters: {
            query: {
                /** @description The `id` of an embeddings reply or of a response. */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GenerationReply;
                };
            };
            400: components["responses"]["GenerationIdMissing"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["GenerationNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                /** @description Only requests that were booked at or after this time. */
                from?: string;
                /** @description Only requests that were booked before this time. */
                to?: string;
                /** @description Only requests of this API key, given by its hash or numeric id. */
                api_key_hash?: string;
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Only this model. */
                model?: string;
                /** @description Only the provider that served, or the last one that billed. */
                provider?: string;
                /** @description Only the application with this address or title. */
                app?: string;
                /** @description Only this operation. */
                operation?: "embeddings" | "rerank" | "responses" | "chat" | "messages";
                /** @description Only requests whose reply was a stream, or only the others. */
                streamed?: boolean;
                /** @description Only requests that were answered with this HTTP status. */
                status?: number;
                /** @description Only requests that failed, with an error status or in the middle of a stream; or only the others. */
                failed?: boolean;
                /** @description Only requests with this `error.code`. */
                error_kind?: GenerationErrorKind;
                /** @description Only requests of this end user, as the requests named it. */
                end_user?: string;
                /** @description Only requests of this session, as the requests named it. */
                session_id?: string;
                /** @description Only requests with this tag, its name and its value with `=` between them. */
                tag?: components["parameters"]["TagFilter"];
                /** @description Only the request with this id, or with the `X-Request-Id` that the gateway gave to its reply. */
                search?: string;
                /** @description Only requests that were charged at least this much, in US dollars. */
                min_cost?: number;
                /** @description Only requests that were charged at most this much, in US dollars. */
                max_cost?: number;
                /** @description What to add to each row, separated by commas. `content` is what was asked and answered, where the workspace logs it; it needs a management key, and a page then has at most 20 rows. */
                include?: "content"[];
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "X-Portico-Data-Age": components["headers"]["DataAge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GenerationList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listAgentSessions: {
        parameters: {
            query?: {
                /** @description Only sessions whose last request was booked at or after this time. */
                from?: string;
                /** @description Only sessions whose last request was booked before this time. */
                to?: string;
                /** @description Only sessions of this API key, given by its hash or numeric id. */
                api_key_hash?: string;
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Only sessions that asked for this model. They are summed up over all of their models. */
                model?: string;
                /** @description Only the session of this name, as the requests named it. Each API key that uses the name has its own. */
                session_id?: string;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "X-Portico-Data-Age": components["headers"]["DataAge"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AgentSessionList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listRefusals: {
        parameters: {
            query?: {
                /** @description Only from this time on; the hour in which it lies counts in full. */
                from?: string;
                /** @description Only before this time; the hour in which it lies counts in full. */
                to?: string;
                /** @description Only this API key, given by its hash or numeric id. */
                api_key_hash?: string;
                /** @description Only what belongs to this workspace, given by UUID or slug. */
                workspace_id?: components["parameters"]["WorkspaceFilter"];
                /** @description Only this model. */
                model?: string;
                /** @description Only this kind of error. */
                reason?: ErrorKind;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of refused requests, and totals over all of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RefusalList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    refundGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RefundGenerationRequest;
            };
        };
        responses: {
            /** @description The generation, now refunded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GenerationReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["GenerationNotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Failure"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Only alerts of this kind. */
                kind?: AlertKind;
                /** @description Only alerts about this subject, for example `key:12` or `provider:openai`. */
                subject?: string;
                /** @description Only alerts of this workspace, given by UUID or slug. One that was deleted goes by its UUID. */
                workspace_id?: string;
                /** @description Only alerts whose deliveries are in this state. */
                state?: AlertState;
                /** @description Only alerts that were written at or after this time. */
                from?: string;
                /** @description Only alerts that were written before this time. */
                to?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AlertList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Only events at or after this time. */
                from?: string;
                /** @description Only events before this time. */
                to?: string;
                /** @description Only what was changed by a caller with a key, by a person without one, by the operator on the store itself, or by the gateway itself. */
                actor_type?: AuditActorType;
                /** @description Only what was changed with this API key, given by its numeric id. The key may be deleted by now. */
                actor_key_id?: number;
                /** @description Only this action, for example `deleteApiKey`. */
                action?: string;
                /** @description Only changes to things of this type, for example `api_key`. */
                target_type?: string;
                /** @description Only changes to the thing with this id. An API key goes by its numeric id. */
                target_id?: string;
                /** @description Only changes in this workspace, given by UUID or slug. One that was deleted goes by its UUID. */
                workspace_id?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AuditEventList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of this node. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": StatusReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    updateConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateConfigurationRequest;
            };
        };
        responses: {
            /** @description The configuration, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["ConfigurationConflict"];
            default: components["responses"]["Failure"];
        };
    };
    planConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": PlanConfigurationRequest;
            };
        };
        responses: {
            /** @description What would change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationPlanReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["ConfigurationConflict"];
            default: components["responses"]["Failure"];
        };
    };
    listConfigurationVersions: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationVersionList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getConfigurationVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a version. */
                version: components["parameters"]["ConfigurationVersion"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationVersionReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VersionNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    activateConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a version. */
                version: components["parameters"]["ConfigurationVersion"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ActivateConfigurationRequest;
            };
        };
        responses: {
            /** @description The configuration, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ConfigurationReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VersionNotFound"];
            409: components["responses"]["ConfigurationConflict"];
            default: components["responses"]["Failure"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CurrentSessionReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreateSessionRequest;
            };
        };
        responses: {
            /** @description The new session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": CurrentSessionReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRefused"];
            429: components["responses"]["SignInTooOften"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSession"];
            default: components["responses"]["Failure"];
        };
    };
    listSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SignInWays;
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            default: components["responses"]["Failure"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SessionList;
                    "text/csv": CsvTable;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    revokeSessions: {
        parameters: {
            query?: {
                /** @description Whether to end the sessions of the whole organisation. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevokeSessionsReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id. */
                id: components["parameters"]["SessionUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DeletedReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SessionNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description How many models a page has at most. */
                limit?: components["parameters"]["ModelLimit"];
                /** @description How many items to skip, counted from the start of the list. */
                offset?: components["parameters"]["Offset"];
                /** @description The page begins behind the model of this id, as client libraries of Anthropic's form ask for the next page. It replaces `offset`. */
                after_id?: string;
                /** @description The page ends in front of the model of this id. It replaces `offset`; beside `after_id` it has no effect. */
                before_id?: string;
                /** @description Only models of this kind. */
                kind?: "text" | "embedding" | "rerank";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of models. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ModelList;
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    listModelEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The part of the model's id before the first slash. */
                author: components["parameters"]["ModelAuthor"];
                /** @description The rest of the model's id, percent-encoded if it holds a slash. A variant after a colon that names no model of its own, such as `:free`, is left out. For an id without a slash, `-`. */
                slug: components["parameters"]["ModelSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model's endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ModelEndpointsReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ModelNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The part of the model's id before the first slash. */
                author: components["parameters"]["ModelAuthor"];
                /** @description The rest of the model's id, percent-encoded if it holds a slash. A variant after a colon that names no model of its own, such as `:free`, is left out. For an id without a slash, `-`. */
                slug: components["parameters"]["ModelSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ModelReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ModelNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProviderList;
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Failure"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider's name in the operator's file. */
                slug: components["parameters"]["ProviderSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProviderDetailsReply;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProviderNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    checkProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider's name in the operator's file. */
                slug: components["parameters"]["ProviderSlug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CheckProviderRequest;
            };
        };
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ProviderCheckReply;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ProviderNotFound"];
            default: components["responses"]["Failure"];
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, such as a UUID, so that it is paid once: a request of the same key and name gets the answer of the first, without a new charge, as long as the operator keeps answers (24 hours, if not set otherwise). A stream comes whole, as it was. While the first is still being answered, the next one waits, and after 25 seconds gets 409 with `Retry-After`. Another body under the same name gets 409; so does a request whose answer was too large to keep, or whose process has died: it names the generation that was booked. What ended with a failure is not kept, and runs again.
                 *     A named request goes on to its end when its caller hangs up. Whether the operator has it switched on, the reply says by `Idempotent-Replayed`. On a WebSocket it has no effect.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The version of the format that the client speaks. Every value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Features that the client asks for. They are handed on unchanged to providers that speak this format. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Your own name for the session that the request belongs to, like `session_id` in the body, which counts first. */
                "X-Session-Id"?: components["parameters"]["SessionId"];
                /** @description The session, as Claude Code sends it. It counts where neither `session_id` nor `X-Session-Id` names one. */
                "X-Claude-Code-Session-Id"?: components["parameters"]["ClaudeCodeSessionId"];
                /** @description The session, as opencode sends it. It counts where no other header and no `session_id` names one. */
                "X-Session-Affinity"?: components["parameters"]["SessionAffinity"];
                /** @description What the session of this request may spend in all, in US dollars. It counts what this key's requests of the session have cost, as far back as the ledger goes, and what they hold. A request that the rest does not cover gets 402, which names the session, its limit and what it has spent. The judgement is exact, on any number of nodes: a session is never overspent by requests that carry the header. Its other requests are counted, and not limited, unless the key has a `session_budget`: then it is the lower of both, with the header or without. Without the name of a session it is 400. */
                "X-Session-Budget"?: components["parameters"]["SessionBudget"];
                /** @description Tags of the request, such as its project and its feature, under names that the operator has configured; others have no effect. A comma in a value, and what a header cannot hold, is percent-encoded. Fields of the same names in `metadata` count first. */
                "X-Tags"?: components["parameters"]["Tags"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MessagesRequest;
            };
        };
        responses: {
            /** @description A message, or a stream of events when `stream` is true. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["AnthropicRequestId"];
                    "X-Generation-Id": components["headers"]["GenerationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    "X-Portico-Attempts": components["headers"]["Attempts"];
                    "X-Portico-Cost": components["headers"]["Cost"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MessagesReply;
                    "text/event-stream": MessageStreamEvent | MessageStreamText;
                };
            };
            400: components["responses"]["MessagesBadRequest"];
            401: components["responses"]["MessagesUnauthorized"];
            402: components["responses"]["MessagesPaymentRequired"];
            404: components["responses"]["MessagesModelNotFound"];
            429: components["responses"]["MessagesTooManyRequests"];
            500: components["responses"]["MessagesInternalError"];
            529: components["responses"]["MessagesOverloaded"];
            default: components["responses"]["MessagesFailure"];
        };
    };
    countMessageTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the format that the client speaks. Every value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Features that the client asks for. They are handed on unchanged to providers that speak this format. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Address of the calling application. It is recorded and used to rank applications in activity. */
                "HTTP-Referer"?: components["parameters"]["HttpReferer"];
                /** @description Title of the calling application. It is recorded and used to rank applications in activity. */
                "X-Service-Title"?: components["parameters"]["ServiceTitle"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": MessagesConversation;
            };
        };
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["AnthropicRequestId"];
                    "X-Portico-Notice": components["headers"]["Notice"];
                    "X-Portico-Provider": components["headers"]["Provider"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": MessagesTokenCount;
                };
            };
            400: components["responses"]["MessagesUncountable"];
            401: components["responses"]["MessagesUnauthorized"];
            404: components["responses"]["MessagesModelNotFound"];
            default: components["responses"]["MessagesFailure"];
        };
    };
}

/** @description A piece of text. */
export type EmbeddingsTextPart = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "text";
    /** @description The text to embed. */
    text: string;
};
/** @description An image, given by its address. */
export type EmbeddingsImagePart = {
    /**
     * @description Says that this part is an image.
     * @constant
     */
    type: "image_url";
    /** @description Where the image is. */
    image_url: {
        /** @description An `https` address, or a `data:` URL that carries the image itself, in base64. What is surely no image (a document, a film, sound, text, SVG) gets 400. An address that only the operator's credential or network opens is refused. */
        url: string;
    };
};
/** @description A piece of an input, either text or an image. */
export type EmbeddingsContentPart = EmbeddingsTextPart | EmbeddingsImagePart;
/** @description One input made of parts. All its parts together yield a single, joint embedding. Images need a model that supports them; see `architecture.input_modalities` in the list of embedding models. */
export type EmbeddingsInputObject = {
    /** @description The parts of this input, in order. */
    content: EmbeddingsContentPart[];
};
/** @description One text, a batch of texts, or a batch of inputs that mix text and images. The reply holds one embedding per input, in the same order. A single text counts as a batch of one. */
export type EmbeddingsInput = string | string[] | EmbeddingsInputObject[];
/** @description Your wishes about routing. Everything is optional; an empty object leaves every choice to the gateway. For embeddings, routing never leaves the model you asked for, so vectors of one model always stay comparable. */
export type ProviderPreferences = {
    /** @description Provider names in order of preference. They are tried first, in this order. */
    order?: string[] | null;
    /** @description When true, backup providers are used automatically, for example while a provider is overloaded. When false, the request fails if the preferred providers cannot serve it. Left out, it counts as true. */
    allow_fallbacks?: boolean | null;
    /**
     * @description `deny` restricts the request to providers that neither store nor train on what you send. `allow`, which is also what happens without this field, permits any provider. `disallow` is another word for `deny`.
     * @enum {string|null}
     */
    data_collection?: "deny" | "allow" | "disallow" | null;
    /** @description When true, only providers of which the operator says that they keep nothing of what you send (zero data retention). */
    zdr?: boolean | null;
    /** @description Use these providers and no others. */
    only?: string[] | null;
    /** @description Never use these providers. */
    ignore?: string[] | null;
    /**
     * @description Order providers by `price`, `throughput`, `latency` or `exacto` instead of the workspace's default.
     * @enum {string|null}
     */
    sort?: "price" | "throughput" | "latency" | "exacto" | null;
    /** @description The most you are willing to pay, in US dollars per million tokens. Dearer providers are left out. */
    max_price?: {
        /** @description Highest price of a million input tokens. */
        prompt?: number | string | null;
        /** @description Highest price of a million output tokens. */
        completion?: number | string | null;
    } | null;
    /** @description Use only providers that support every parameter of this request, rather than dropping what they do not know. */
    require_parameters?: boolean | null;
};
/** @description What to embed, and with which model. Fields that are not listed here are accepted and ignored, so that existing client libraries work unchanged. */
export type EmbeddingsRequest = {
    /** @description An embedding model identifier, as listed by `GET /embeddings/models`. */
    model: string;
    input: EmbeddingsInput;
    /**
     * @description How vectors are written in the reply. `float`, the default, gives arrays of numbers. `base64` gives each vector as little-endian 32-bit floats in Base64, which is about a quarter of the size.
     * @enum {string|null}
     */
    encoding_format?: "float" | "base64" | null;
    /** @description Which providers may serve this request, and in what order. */
    provider?: ProviderPreferences | null;
    /** @description Your own name for the end user behind this request. It is recorded and has no effect on the result. */
    user?: string | null;
    /** @description Must be empty, null or left out: vectors of different models cannot be compared, so no other model ever answers in place of `model`. */
    models?: string[] | null;
    /** @description How many numbers each vector is to have, for models that can give fewer than their own number. A model that cannot refuses the request with 400, so that vectors of two lengths never meet in one store unnoticed. */
    dimensions?: number | null;
    /** @description What the vectors are for, such as `search_query` or `search_document`, for models that tell these apart. Others ignore it. */
    input_type?: string | null;
};
/**
 * @description The kind of a failure, as one word that does not change. Several kinds share a status. Each has a page in the documentation, `errors/<kind>.html`, that says what happened and what to do. New kinds may come: go by the status where you do not know the word.
 * @enum {string}
 */
export type ErrorKind = "bad_request" | "unauthenticated" | "wrong_key_kind" | "out_of_credits" | "not_allowed" | "network_not_allowed" | "not_found" | "model_not_found" | "no_provider" | "method_not_allowed" | "conflict" | "too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal" | "secret_unreadable" | "provider_failed" | "unavailable" | "overloaded";
/** @description What went wrong. */
export type ErrorDetail = {
    /** @description The HTTP status again, so that the body can be understood on its own. */
    code: number;
    /** @description What went wrong and, where possible, what to do about it. Written for people; do not match on its wording. */
    message: string;
    /** @description Free-form details, such as the field at fault or the providers that were tried. */
    metadata?: ({
        kind?: ErrorKind;
        /** @description The page about this kind of failure, as a path at the gateway that answered. */
        doc_url?: string;
        /** @description The field of the request that is at fault. */
        field?: string;
        /** @description Of a 400 of a model call, `context_length_exceeded` where the request is longer than the model's context: shorten the conversation. Chat completions have a word for every failure. */
        error_type?: string;
        /** @description Of a 402, what refused, such as `key_limit`, `session_budget`, `end_user_budget`, `tag_budget`, `workspace_budget` or `credits`. */
        limit_source?: string;
        /** @description Why, as a word. Of a 402, such as `used_up`, `too_little_left` or `held_in_flight`. */
        reason?: string;
        /** @description Of a 402, what is left of the limit, in US dollars; not said of the organisation's credits. */
        remaining?: number;
        /** @description Of a 402, what helps, as a sentence for people. */
        remedy_hint?: string;
    } & {
        [key: string]: unknown;
    }) | null;
};
/** @description The shape of every failure, whatever its cause. Read `error.code` to decide what to do, show `error.message` to a person. */
export type ErrorEnvelope = {
    error: ErrorDetail;
    /** @description Free-form facts about the service, such as a request id to quote to the operator. */
    service_metadata?: Record<string, unknown> | null;
    /** @description The user the failed request belonged to, where that is known. */
    user_id?: string | null;
};
/** @description The vector of one input. */
export type Embedding = {
    /** @description The vector. An array of floating-point numbers, unless the request asked for `base64`. Identical input with the same model gives an identical vector. */
    embedding: number[] | string;
    /**
     * @description Says that this is an embedding.
     * @constant
     */
    object: "embedding";
    /** @description The position of the input in the request, counted from 0. Always sent. */
    index?: number;
};
/** @description What a request cost, by its parts, in US dollars. `input_cost`, `output_cost`, `cache_read_cost` and `cache_write_cost` together, less `discount`, are `cost` and `unbilled`, to the last nanodollar. Attempts of other providers that were billed count as well. The fields that begin with `upstream_inference` are not parts of that sum. */
export type CostDetails = {
    /** @description For the tokens you sent that no cache had or took, and the fees for the request, its images and its search units. */
    input_cost: number;
    /** @description For the generated tokens, thoughts included. */
    output_cost: number;
    /** @description For the tokens that the provider had in its cache. */
    cache_read_cost: number;
    /** @description For the tokens that the provider wrote to its cache. */
    cache_write_cost: number;
    /** @description What a workspace is spared for letting its traffic be used. */
    discount: number;
    /** @description What the providers bill above what was held for the request. No key is charged for it: the operator of the gateway pays. */
    unbilled: number;
    /** @description What the providers ask of the owner of a credential of your workspace (BYOK), by the prices here; null where none was used. */
    upstream_inference_cost: number | null;
    /** @description What the provider that served asks for what you sent, by its price here. */
    upstream_inference_prompt_cost: number;
    /** @description What it asks for the generated tokens. */
    upstream_inference_completions_cost: number;
    /** @description The same as `upstream_inference_prompt_cost`, under the name that client libraries read in responses. */
    upstream_inference_input_cost: number;
    /** @description The same as `upstream_inference_completions_cost`, likewise. */
    upstream_inference_output_cost: number;
};
/** @description How many tokens the request used. */
export type EmbeddingsUsage = {
    /** @description Tokens of the inputs. */
    prompt_tokens: number;
    /** @description All tokens that count. For embeddings this equals `prompt_tokens`. */
    total_tokens: number;
    /** @description What the request cost in US dollars. */
    cost?: number;
    cost_details?: CostDetails;
    /** @description Whether a credential of your workspace (BYOK) was used. */
    is_byok?: boolean;
};
/** @description The embeddings, one per input and in the order of the inputs. */
export type EmbeddingsReply = {
    /** @description One item per input, in the order of the request. */
    data: Embedding[];
    /**
     * @description Says that this is a list.
     * @constant
     */
    object: "list";
    /** @description The model that made the embeddings. */
    model: string;
    usage?: EmbeddingsUsage;
    /** @description Identifies this request. Use it with `GET /generation` to see what the request cost and who served it. */
    id?: string;
};
/** @description What goes into the model and what comes out. */
export type ModelArchitecture = {
    /** @description Both in one word, such as `text->text` or `text+image->embeddings`. */
    modality: string | null;
    /** @description What the model reads, such as `text`, `image` or `file`. */
    input_modalities: string[];
    /** @description What the model gives, such as `text`, `embeddings` or `rerank`. */
    output_modalities: string[];
    /** @description The family of its tokenizer. */
    tokenizer?: string;
    /** @description The chat template of an instruction-tuned model; null when it has none. */
    instruct_type?: string | null;
};
/** @description Prices in US dollars for all tokens of a request that has more input tokens than `above_input_tokens`. */
export type PriceStep = {
    /** @description Up to and including so many input tokens the prices before this step hold. */
    above_input_tokens: number;
    /** @description Price of one input token. */
    prompt: string;
    /** @description Price of one output token. */
    completion: string;
    /** @description Price of one input token that the provider had in its cache. */
    input_cache_read: string;
    /** @description Price of one input token that the provider writes to its cache. */
    input_cache_write: string;
    /** @description Price of one input token that the provider writes to a cache kept for an hour. Left out where it costs the same. */
    input_cache_write_1h?: string;
    /** @description Price of one input token of sound, in files. */
    input_audio?: string;
    /** @description Price of one output token of reasoning. Left out where it costs the same as other output. */
    internal_reasoning?: string;
};
/** @description Prices in US dollars in one service tier. */
export type PriceTier = {
    /** @description Price of one input token. */
    prompt: string;
    /** @description Price of one output token. */
    completion: string;
    /** @description Price of one input token that the provider had in its cache. */
    input_cache_read: string;
    /** @description Price of one input token that the provider writes to its cache. */
    input_cache_write: string;
    /** @description Price of one input token that the provider writes to a cache kept for an hour. Left out where it costs the same. */
    input_cache_write_1h?: string;
    /** @description Price of one input token of sound, in files. */
    input_audio?: string;
    /** @description Price of one output token of reasoning. Left out where it costs the same as other output. */
    internal_reasoning?: string;
    /** @description Other prices for all tokens of a request with a long input. */
    steps?: PriceStep[];
};
/** @description Prices in US dollars, as decimal strings so that nothing is lost to rounding. Token prices are per single token. */
export type ModelPricing = {
    /** @description Price of one input token. */
    prompt: string;
    /** @description Price of one output token. */
    completion: string;
    /** @description Price of one request, on top of its tokens. */
    request?: string;
    /** @description Price of one search unit of a rerank model. Left out where search units cost nothing. */
    search_unit?: string;
    /** @description Prices of one call of each tool that runs at the provider, such as `web_search`. Left out where the gateway hands on none with its own credentials. */
    tools?: {
        [key: string]: string;
    };
    /** @description Price of one input image. */
    image?: string;
    /** @description Price of one input token that the provider had in its cache. */
    input_cache_read?: string;
    /** @description Price of one input token that the provider writes to its cache. */
    input_cache_write?: string;
    /** @description Price of one input token that the provider writes to a cache kept for an hour. Left out where it costs the same. */
    input_cache_write_1h?: string;
    /** @description Price of one input token of sound, in files. */
    input_audio?: string;
    /** @description Price of one output token of reasoning. Left out where it costs the same as other output. */
    internal_reasoning?: string;
    /** @description Other prices for all tokens of a request with a long input. Left out where the length makes no difference. */
    steps?: PriceStep[];
    /** @description Prices of the service tiers that a request may ask for in `service_tier`, by name. Left out where there are none. */
    tiers?: {
        [key: string]: PriceTier;
    };
    /** @description Where these prices come from, such as the gateway's own file or a public price list. */
    source?: string;
    /**
     * Format: date
     * @description The day of that list, or of the last change to that file; null where no day is known.
     */
    as_of?: string | null;
    /** @description Names the one version of the source, such as a file with the start of its SHA-256. A generation's price names it too. */
    version?: string;
};
/** @description Limits of the provider that is usually asked first. */
export type TopProvider = {
    /** @description Whether that provider screens content before answering. */
    is_moderated: boolean;
    /** @description Its context length in tokens; null when unknown. */
    context_length?: number | null;
    /** @description The most tokens that it generates in one reply; null when unknown. */
    max_completion_tokens?: number | null;
};
/** @description The most tokens that one request may use. */
export type PerRequestLimits = {
    /** @description Most input tokens. */
    prompt_tokens: number;
    /** @description Most output tokens. */
    completion_tokens: number;
};
/** @description Where to learn more about the model. */
export type ModelLinks = {
    /** @description Address of the model's details, relative to the server. */
    details: string;
};
/** @description An embedding model, with what it can take and what it costs. */
export type EmbeddingModel = {
    /** @description The identifier to send as `model`. */
    id: string;
    /** @description The most tokens that one input may have. Longer text is truncated or rejected, depending on the provider. */
    context_length?: number;
    /** @description The lasting name of the model. An `id` may be an alias; this is what it stands for. */
    canonical_slug: string;
    /** @description The name people see. */
    name: string;
    /** @description When the model was added, in seconds since 1970. */
    created: number;
    /** @description What the model is good at. */
    description?: string;
    /** @description How many numbers one vector has. All providers of a model return the same dimension. */
    dimensions?: number;
    architecture: ModelArchitecture;
    pricing: ModelPricing;
    top_provider: TopProvider;
    /** @description Limits of a single request; null when there are none beyond the context length. */
    per_request_limits: PerRequestLimits | null;
    /** @description Names of the request parameters that have an effect with this model. */
    supported_parameters: string[];
    /** @description Values that apply when a request leaves a parameter out; null when there are none. */
    default_parameters: Record<string, unknown> | null;
    /** @description Voices of a speech model; null for all others. */
    supported_voices: string[] | null;
    links: ModelLinks;
};
/** @description Where the list goes on. */
export type PageLinks = {
    /** @description Address of the next page; null on the last one. */
    next: string | null;
};
/** @description The embedding models, one page of them. */
export type EmbeddingModelList = {
    /** @description The models of this page. */
    data: EmbeddingModel[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/**
 * Text
 * @description A piece of text.
 */
export type InputText = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "input_text";
    /** @description The text. */
    text: string;
};
/**
 * Image
 * @description An image, given by its address.
 */
export type InputImage = {
    /**
     * @description Says that this part is an image.
     * @constant
     */
    type: "input_image";
    /** @description An `https` address, or a `data:` URL that carries the image itself, in base64. What is surely no image (a document, a film, sound, text, SVG) gets 400: send it as `input_file`. An address that only the operator's credential or network opens is refused. */
    image_url: string;
    /** @description How closely the model should look, such as `low`, `high` or `auto`. Handed on to providers that understand it. */
    detail?: string | null;
};
/**
 * File
 * @description A file. Give its content in `file_data` or its address in `file_url`.
 */
export type InputFile = {
    /**
     * @description Says that this part is a file.
     * @constant
     */
    type: "input_file";
    /** @description The file's name; models often see it. */
    filename?: string | null;
    /** @description The content as a `data:` URL or in Base64. */
    file_data?: string | null;
    /** @description An `https` address of the file. An address that only the operator's credential or network opens is refused. */
    file_url?: string | null;
};
/** @description A piece of what the user says. Images and files are forwarded only to models that support them. */
export type InputContentPart = InputText | InputImage | InputFile;
/**
 * User message
 * @description Something the user said, possibly with images and files.
 */
export type UserMessage = {
    /**
     * @description Says that this item is a message.
     * @constant
     */
    type: "message";
    /**
     * @description Says that the user speaks.
     * @constant
     */
    role: "user";
    /** @description The parts of the message, in order. */
    content: InputContentPart[];
    /** @description The message's identifier. Accepted and ignored. */
    id?: string | null;
    /** @description How far the message is. Accepted and ignored, whatever it is. */
    status?: string | null;
};
/**
 * Output text
 * @description A piece of what the model said earlier.
 */
export type AssistantText = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "output_text";
    /** @description The text. */
    text: string;
    /** @description Remarks on places in the text, as received. They may be left out. */
    annotations?: Record<string, unknown>[];
    /** @description Probabilities of the tokens, as received. Accepted for compatibility and ignored. */
    logprobs?: Record<string, unknown>[];
};
/**
 * @description How far the item is. It is `in_progress` when announced in a stream and `completed` when finished.
 * @enum {string}
 */
export type ItemStatus = "in_progress" | "completed" | "incomplete";
/**
 * Assistant message
 * @description Something the model said earlier. Send it back as you received it: `id` and `status` are required, because a message that the service does not store can only be recognised by what you send.
 */
export type AssistantMessage = {
    /**
     * @description Says that this item is a message.
     * @constant
     */
    type: "message";
    /**
     * @description Says that the model speaks.
     * @constant
     */
    role: "assistant";
    /** @description The parts of the message, in order. */
    content: AssistantText[];
    /** @description The message's identifier, as received. */
    id: string;
    status: ItemStatus;
};
/**
 * Function call
 * @description A call that the model made in an earlier response. Send it back unchanged, followed by its output.
 */
export type FunctionCall = {
    /**
     * @description Says that this item is a function call.
     * @constant
     */
    type: "function_call";
    /** @description Unique id of the function-call object. Some clients do not keep it; such calls are accepted without it. */
    id?: string | null;
    /** @description Unique id of the call within `input`; pairs the call with its output. */
    call_id: string;
    /** @description Name of the function. It must match a defined tool. */
    name: string;
    /** @description The arguments, as valid JSON text. Other text is refused with 400; an empty one stands for `{}`. */
    arguments: string;
    /** @description Accepted for compatibility and ignored. */
    status?: string | null;
};
/**
 * Function call output
 * @description What your function returned, for the model to go on with.
 */
export type FunctionCallOutput = {
    /**
     * @description Says that this item is the output of a function call.
     * @constant
     */
    type: "function_call_output";
    /** @description The `call_id` of the call that this answers. The call stands before it in `input`, and each call has one output. */
    call_id: string;
    /** @description The result, as text or as parts. Parts other than text are forwarded only to models that support them. */
    output: string | InputContentPart[];
    /** @description An identifier of your own for this item. */
    id?: string | null;
    /** @description Accepted for compatibility and ignored. */
    status?: string | null;
};
/** @description A part of a short message, from either side of the conversation. */
export type EasyContentPart = InputText | InputImage | InputFile | AssistantText;
/**
 * Short message
 * @description A message in one of its shorter forms: without `type`, with a plain string as `content`, or from a role that sets the scene (`system`, `developer`). An assistant message that names its `type` and has an array as `content` is not a short form; it needs `id` and `status`.
 */
export type EasyMessage = {
    /**
     * @description May be left out.
     * @constant
     */
    type?: "message";
    /**
     * @description Who speaks. `system` and `developer` give the model instructions.
     * @enum {string}
     */
    role: "user" | "assistant" | "system" | "developer";
    /** @description The text, or the parts of the message. */
    content: string | EasyContentPart[];
    /** @description Accepted for compatibility and ignored. */
    id?: string | null;
    /** @description Accepted for compatibility and ignored. */
    status?: string | null;
};
/**
 * Summary text
 * @description A paragraph of what the model thought, or of a summary of it.
 */
export type ReasoningSummaryText = {
    /**
     * @description Says that this is a text.
     * @constant
     */
    type: "summary_text";
    /** @description The paragraph. */
    text: string;
};
/**
 * Reasoning
 * @description A trace of a reasoning model's thoughts from an earlier response. With the `encrypted_content` that the gateway gave, the model goes on with its thoughts; where another provider answers by then, or without it, the trace is left out of what the model sees.
 */
export type ReasoningItem = {
    /**
     * @description Says that this item is a trace of reasoning.
     * @constant
     */
    type: "reasoning";
    /** @description The item's identifier, as received. */
    id?: string | null;
    /** @description The sealed thought, as received. */
    encrypted_content?: string | null;
    /** @description Accepted as received. It has no effect, as the sealed thought holds its own words. */
    summary?: ReasoningSummaryText[] | null;
    /** @description Accepted as received. It has no effect. */
    status?: string | null;
};
/**
 * Custom tool call
 * @description A call of a custom tool that the model made in an earlier response. Send it back unchanged, followed by its output.
 */
export type CustomToolCall = {
    /**
     * @description Says that this item is a call of a custom tool.
     * @constant
     */
    type: "custom_tool_call";
    /** @description Unique id of the item. */
    id?: string | null;
    /** @description Unique id of the call within `input`; pairs the call with its output. */
    call_id: string;
    /** @description Name of the tool. */
    name: string;
    /** @description The text that the model wrote for the tool. */
    input: string;
    /** @description Accepted for compatibility and ignored. */
    status?: string | null;
};
/**
 * Custom tool call output
 * @description What your custom tool returned, for the model to go on with.
 */
export type CustomToolCallOutput = {
    /**
     * @description Says that this item is the output of a custom tool.
     * @constant
     */
    type: "custom_tool_call_output";
    /** @description The `call_id` of the call that this answers. The call stands before it in `input`, and each call has one output. */
    call_id: string;
    /** @description The result, as text or as parts. Parts other than text are forwarded only to models that support them. */
    output: string | InputContentPart[];
    /** @description An identifier of your own for this item. */
    id?: string | null;
    /** @description Accepted for compatibility and ignored. */
    status?: string | null;
};
/**
 * Call of a built-in tool
 * @description A call of a tool that you run and whose form another service gave, such as a shell. The model sees the call of a function: the type without `_call` is its name, `action` or `operation` are its arguments.
 */
export type BuiltInToolCall = {
    /**
     * @description Which tool was called.
     * @enum {string}
     */
    type: "local_shell_call" | "shell_call" | "apply_patch_call";
    /** @description Unique id of the call within `input`; pairs the call with its output. */
    call_id: string;
    /** @description What was to be done. */
    action?: Record<string, unknown> | null;
    /** @description What was to be done with a file. */
    operation?: Record<string, unknown> | null;
};
/**
 * Output of a built-in tool
 * @description What such a tool returned. The model sees the output of a function.
 */
export type BuiltInToolOutput = {
    /**
     * @description Which tool returned it.
     * @enum {string}
     */
    type: "local_shell_call_output" | "shell_call_output" | "apply_patch_call_output";
    /** @description The `call_id` of the call that this answers. */
    call_id: string;
    /** @description The output, as text or as the tool gives it. */
    output?: string | Record<string, unknown>[] | null;
    /** @description Whether the tool did it. */
    status?: string | null;
};
/**
 * Trace of a tool of OpenAI's
 * @description What a tool of OpenAI's left, as it came. OpenAI's own API is sent it back as it is; what may name files or containers of an account (`code_interpreter_call`, `image_generation_call`) only with a credential of your own. Anywhere else it is left out, because the answer after it says what was found, and `X-Portico-Notice` names it. A `computer_call` and its output are refused there: the model would not see what it has done.
 */
export type HostedToolTrace = {
    /**
     * @description Which tool ran.
     * @enum {string}
     */
    type: "web_search_call" | "file_search_call" | "code_interpreter_call" | "image_generation_call" | "tool_search_call" | "tool_search_output" | "mcp_list_tools" | "mcp_call" | "computer_call" | "computer_call_output";
};
/**
 * Compaction
 * @description A conversation in short, as `POST /responses/compact` gave it. A model reads a summary as a message of the user; a provider's own compaction goes back to that provider, and other models get 400. So does one that another service made, because nothing else says what went before.
 */
export type CompactionItem = {
    /**
     * @description Says that this item stands for what went before.
     * @enum {string}
     */
    type: "compaction" | "compaction_summary";
    /** @description The item's identifier, as received. */
    id?: string | null;
    /** @description The sealed compaction, as received. */
    encrypted_content: string;
};
/**
 * Item reference
 * @description Stands for an item of an earlier response or of its request, where the service keeps responses. Elsewhere it gets 400: send the item itself.
 */
export type ItemReference = {
    /**
     * @description Says that this is a reference.
     * @constant
     */
    type: "item_reference";
    /** @description The `id` of the item. */
    id: string;
};
/** @description One step of the conversation. Tell the kinds apart by `type`; an item without `type` is a message in its short form. */
export type InputItem = UserMessage | AssistantMessage | FunctionCall | FunctionCallOutput | EasyMessage | ReasoningItem | CustomToolCall | CustomToolCallOutput | BuiltInToolCall | BuiltInToolOutput | HostedToolTrace | CompactionItem | ItemReference;
/**
 * Function
 * @description A function of yours that the model may call. You run it and send back its output.
 */
export type FunctionTool = {
    /**
     * @description Says that this tool is a function.
     * @constant
     */
    type: "function";
    /** @description Name of the function. */
    name: string;
    /** @description What the function does and when to call it. The model decides by this text. */
    description?: string | null;
    /** @description Whether arguments must follow `parameters` to the letter. Null leaves it to the provider. */
    strict?: boolean | null;
    /** @description The arguments, as a JSON Schema of type `object` with `properties` and `required`. */
    parameters?: Record<string, unknown> | null;
};
/**
 * Other
 * @description A tool of another type. `web_search`, `file_search`, `code_interpreter`, `image_generation` and `mcp` (with `require_approval` `never`) run at OpenAI: its own API is sent them with a credential of your own, or where the model has a price for their calls, and `computer` and `computer_use_preview`, which you run. Any other tool, and these at any other provider, are accepted beside functions and custom tools, so that clients which always send one keep working: the model does not see it, and `X-Portico-Notice` names it. Without one of these beside it, the request gets 400, because the answer would be made without what you ask for; unless `tool_choice` is `none`.
 */
export type OtherTool = {
    /** @description Any type but `function` and `custom`. */
    type: string;
};
/** @description The form of a custom tool's text. */
export type CustomToolFormat = {
    /**
     * @description Says that any text will do.
     * @constant
     */
    type: "text";
} | {
    /**
     * @description Says that the text follows a grammar. Only some providers enforce it; other models read it.
     * @constant
     */
    type: "grammar";
    /**
     * @description The language of the grammar.
     * @enum {string}
     */
    syntax: "lark" | "regex";
    /** @description The grammar. */
    definition: string;
};
/**
 * Custom
 * @description A tool of yours that takes text of any form in place of JSON, such as a patch or a query. A model whose provider has no such tools sees a function with one text, `input`, and reads the grammar in its description; you get the same `custom_tool_call`.
 */
export type CustomTool = {
    /**
     * @description Says that this tool takes text.
     * @constant
     */
    type: "custom";
    /** @description Name of the tool. */
    name: string;
    /** @description What the tool does and when to call it. The model decides by this text. */
    description?: string | null;
    /** @description The form of the text. Left out, any text will do. */
    format?: CustomToolFormat | null;
};
/** @description Something the model may call. Functions and custom tools work with every model; others go to the vendor that runs them, or are left out. */
export type Tool = FunctionTool | OtherTool | CustomTool;
/**
 * One function
 * @description Forces a call of one function.
 */
export type FunctionToolChoice = {
    /**
     * @description Says that a function is chosen.
     * @constant
     */
    type: "function";
    /** @description Name of the function that must be called. */
    name: string;
};
/**
 * One custom tool
 * @description Forces a call of one custom tool.
 */
export type CustomToolChoice = {
    /**
     * @description Says that a custom tool is chosen.
     * @constant
     */
    type: "custom";
    /** @description Name of the tool that must be called. */
    name: string;
};
/**
 * Some tools
 * @description Lets the model call some of the tools alone, without another list of tools.
 */
export type AllowedToolsChoice = {
    /**
     * @description Says that some tools are allowed.
     * @constant
     */
    type: "allowed_tools";
    /**
     * @description Whether the model may or must call one of them.
     * @enum {string}
     */
    mode: "auto" | "required";
    /** @description The tools that may be called, each as its type and its name. */
    tools: {
        /** @description The type of the tool. */
        type: string;
        /** @description Name of a function or of a custom tool. */
        name?: string;
    }[];
};
/** @description Whether the model may, must not or must call tools. */
export type ToolChoice = ("auto" | "none" | "required") | FunctionToolChoice | CustomToolChoice | AllowedToolsChoice;
/** @description A request for a model response. Unless the operator keeps responses, `input` carries the whole conversation every time. Fields that are not listed here are accepted, so that existing client libraries work unchanged; no provider is sent them, and `X-Portico-Notice` names those that the request sets. */
export type ResponseRequest = {
    /** @description The model identifier, as listed by `GET /models`. It may be left out where `models` names one. */
    model?: string;
    /** @description A string is plain text from the user. An array holds the conversation so far, oldest first: user messages, the assistant's messages, function calls with their outputs, and last the new user message. */
    input: string | InputItem[];
    /** @description When true, the reply is a stream of server-sent events instead of one JSON body. Left out, it is false. */
    stream?: boolean | null;
    /** @description The most tokens to generate. A reply that reaches it ends with status `incomplete`. It also bounds what the request can cost, so setting it lets a nearly exhausted key do more at once. */
    max_output_tokens?: number | null;
    /** @description How freely the model chooses its words, from 0 (nearly the same each time) to 2 (wild). */
    temperature?: number | null;
    /** @description Choose only among the likeliest words that together reach this probability. An alternative to `temperature`; change one of the two. */
    top_p?: number | null;
    /** @description The functions and custom tools that the model may call. Their schemas and descriptions may have about a million characters in all. Tools of other types are left out; where the model would have nothing else to call, the request gets 400. */
    tools?: Tool[] | null;
    /** @description Whether and what the model must call. Left out, the model decides. */
    tool_choice?: ToolChoice | null;
    /** @description What the model should heed before everything else, like a system message in front of the conversation. */
    instructions?: string | null;
    /** @description Your own labels: up to 16, with names of up to 64 characters. They come back in the response and have no other effect. */
    metadata?: {
        [key: string]: string;
    } | null;
    /** @description Whether the model may make several calls in one response. Left out, it may. */
    parallel_tool_calls?: boolean | null;
    /** @description How strongly words that have already appeared are avoided. Handed on to providers that understand it. */
    presence_penalty?: number | null;
    /** @description How strongly words are avoided the more often they have appeared. Handed on to providers that understand it. */
    frequency_penalty?: number | null;
    /** @description How much a reasoning model should think first. Handed on to providers that understand it. With `summary` (such as `auto`), the response shows what the model thought, as `reasoning` items. */
    reasoning?: Record<string, unknown> | null;
    /** @description What the response holds besides its usual fields. `reasoning.encrypted_content` asks for the model's sealed thoughts, which you send back with the next request. Other names have no effect, and `X-Portico-Notice` says so. */
    include?: string[] | null;
    /** @description The form of the text, such as `{"format":{"type":"json_object"}}`, and how long-winded it should be, such as `{"verbosity":"low"}`. Handed on to providers that understand it. */
    text?: Record<string, unknown> | null;
    /** @description How fast the provider should serve: a tier in its own words, such as `priority` or `flex`. It is asked for only at providers for which the operator has a price for that tier (`pricing.tiers` of the model); elsewhere the request is served as usual, at the usual price. The `service_tier` of the response says what applied, and that is what is charged. */
    service_tier?: string | null;
    /** @description Your own name for the end user behind this request. It is recorded and has no effect on the result. Providers get a digest of it, another one for each workspace; with your own credential (BYOK) they get the name. */
    user?: string | null;
    /** @description The name of the end user where `user` is left out. */
    safety_identifier?: string | null;
    /** @description Models that may answer in place of `model`, in this order, where none of its providers can: they are down, overloaded or out of quota, or `provider` excludes them. Without `model`, the first of them is the one that is asked for. A request that a provider refuses as wrong is not repeated elsewhere. The key must be able to pay for the dearest of all these models; what is charged is the price of the one that answers, which `model` of the response names. An unknown model in the list is 404, even where it is never needed. */
    models?: string[] | null;
    /** @description Your own name for the conversation or the agent's run that this request belongs to. Requests of one session go to the same provider for as long as it serves, so that its prompt cache is found again. It may also be sent as the header `X-Session-Id`. Without one, `prompt_cache_key` counts, and without that the beginning of the conversation. */
    session_id?: string | null;
    /** @description Groups requests that begin alike, for the provider's prompt cache. Handed on to providers that understand it, as a digest that no other workspace shares unless the credential is your own (BYOK). Where the request names no session, it does so too. */
    prompt_cache_key?: string | null;
    /** @description How long the provider's prompt cache should keep what this request writes into it, such as `in_memory` or `24h`. Handed on to providers that understand it. */
    prompt_cache_retention?: string | null;
    /** @description Where the operator keeps responses (`kept_responses` in `portico.yaml`; `store` of the response says so), false keeps this one from being kept. Elsewhere nothing is kept. */
    store?: boolean | null;
    /** @description The response that this one goes on from: its conversation stands before `input`. Only where the operator keeps responses, for the days that are set there, and only those of your own API key; on a WebSocket also the last one of the connection. Elsewhere it must be null or left out, with the whole conversation in `input`. */
    previous_response_id?: string | null;
    /** @description Must be null or left out. Conversations are not kept; send the whole conversation in `input` instead. */
    conversation?: null;
    /** @description Must be null or left out. Prompts are not kept; send the text itself in `instructions` or `input` instead. */
    prompt?: null;
    /**
     * @description Must be false, null or left out. A response is never made in the background, as it could not be fetched later; set `stream` to follow a long one.
     * @enum {boolean|null}
     */
    background?: false | null;
    /** @description Which providers may serve this request, and in what order. */
    provider?: ProviderPreferences | null;
};
/**
 * Output text
 * @description A piece of the model's text.
 */
export type OutputText = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "output_text";
    /** @description The text. */
    text: string;
    /** @description Remarks on places in the text, such as citations. Mostly empty. */
    annotations: Record<string, unknown>[];
    /** @description Probabilities of the tokens. Always an empty list. */
    logprobs?: Record<string, unknown>[];
};
/**
 * Message
 * @description A message of the model. To continue the conversation, send it back unchanged as an input item.
 */
export type OutputMessage = {
    /**
     * @description Says that this item is a message.
     * @constant
     */
    type: "message";
    /**
     * @description Says that the model speaks.
     * @constant
     */
    role: "assistant";
    /** @description The parts of the message; empty when the message is announced in a stream. */
    content: OutputText[];
    /** @description Identifies the message. */
    id: string;
    status: ItemStatus;
};
/**
 * Function call
 * @description A call the model wants you to make. Run the function and answer with a `function_call_output` item that carries the same `call_id`, in a later request. One response may hold several calls; they are independent of each other.
 */
export type FunctionCallItem = {
    /**
     * @description Says that this item is a function call.
     * @constant
     */
    type: "function_call";
    /** @description Unique id of the function-call object. */
    id: string;
    /** @description Unique id of the call; pairs the output with the call. */
    call_id: string;
    /** @description Name of the function; one of the tools of the request. */
    name: string;
    /** @description The arguments, as valid JSON text; empty when the call is announced in a stream. */
    arguments: string;
    /**
     * @description How far the call is.
     * @enum {string}
     */
    status: "in_progress" | "completed" | "incomplete";
};
/**
 * Custom tool call
 * @description A call of a custom tool that the model wants you to make. Run the tool and answer with a `custom_tool_call_output` item that carries the same `call_id`, in a later request.
 */
export type CustomToolCallItem = {
    /**
     * @description Says that this item is a call of a custom tool.
     * @constant
     */
    type: "custom_tool_call";
    /** @description Unique id of the item. */
    id: string;
    /** @description Unique id of the call; pairs the output with the call. */
    call_id: string;
    /** @description Name of the tool; one of the tools of the request. */
    name: string;
    /** @description The text that the model wrote for the tool; empty when the call is announced in a stream. */
    input: string;
    /**
     * @description How far the call is.
     * @enum {string}
     */
    status: "in_progress" | "completed" | "incomplete";
};
/**
 * Reasoning
 * @description What the model thought before the item that follows. It is there only if the request asks for it, by `reasoning.summary` or by `reasoning.encrypted_content` in `include`. Send it back in its place in the next request, and the model goes on with its thoughts.
 */
export type ReasoningOutput = {
    /**
     * @description Says that this item is a trace of reasoning.
     * @constant
     */
    type: "reasoning";
    /** @description Unique id of the trace. */
    id: string;
    /** @description What the model thought, by paragraphs. Empty unless the request sets `reasoning.summary`. */
    summary: ReasoningSummaryText[];
    /** @description The thought and what its provider wants back with it, sealed: only this gateway can open it, and only for the workspace whose key made the request. It is there if `include` names `reasoning.encrypted_content` and the provider has such a thing. */
    encrypted_content?: string;
    /**
     * @description Whether the thought is complete.
     * @enum {string}
     */
    status: "completed" | "incomplete";
};
/**
 * Trace of a tool of OpenAI's
 * @description What a tool of OpenAI's left, as OpenAI gave it, with all its fields. It comes only where one of these tools was sent. In a stream it is announced and done at once. A `computer_call` waits for your `computer_call_output` of the same `call_id`; all others have run at OpenAI.
 */
export type HostedToolItem = {
    /**
     * @description Which tool ran.
     * @enum {string}
     */
    type: "web_search_call" | "file_search_call" | "code_interpreter_call" | "image_generation_call" | "mcp_list_tools" | "mcp_call" | "computer_call";
    /** @description Unique id of the item. */
    id: string;
    /** @description How far the tool is; `in_progress` where the item is announced in a stream. */
    status?: string;
};
/** @description Something the model produced. Tell the kinds apart by `type`. */
export type OutputItem = OutputMessage | FunctionCallItem | ReasoningOutput | CustomToolCallItem | HostedToolItem;
/** @description The tokens of one response. */
export type ResponseUsage = {
    /** @description Tokens of the conversation you sent. */
    input_tokens: number;
    /** @description Tokens the model generated. */
    output_tokens: number;
    /** @description The sum of both. */
    total_tokens: number;
    /** @description More about the input tokens. */
    input_tokens_details: {
        /** @description Input tokens that the provider had in its cache. */
        cached_tokens: number;
        /** @description Input tokens that the provider wrote to its cache. */
        cache_write_tokens: number;
    };
    /** @description More about the output tokens. */
    output_tokens_details: {
        /** @description Output tokens that went into reasoning and are not part of the text. */
        reasoning_tokens: number;
    };
    /** @description What the response cost in US dollars. */
    cost?: number;
    cost_details?: CostDetails;
    /** @description Whether a credential of your workspace (BYOK) was used. */
    is_byok?: boolean;
};
/**
 * @description How far the response is. It is `in_progress` when announced in a stream and `completed` when finished. A response that ran out of tokens is `incomplete`; one that broke off is `failed`.
 * @enum {string}
 */
export type ResponseStatus = "completed" | "in_progress" | "incomplete" | "failed";
/** @description Why a response failed after it had begun. */
export type ResponseError = {
    /** @description A stable word for the cause, such as `server_error`. */
    code: string;
    /** @description What went wrong, written for people. */
    message: string;
};
/** @description Why a response is incomplete. */
export type IncompleteDetails = {
    /**
     * @description Either the token limit was reached or a provider's content filter stepped in.
     * @enum {string}
     */
    reason: "max_output_tokens" | "content_filter";
};
/** @description A model response. The same object appears as the JSON reply and inside the events of a stream, where it starts `in_progress` and without output. */
export type Response = {
    /** @description Identifies the response. It is the same in every event of a stream, and `GET /generation` knows it. */
    id: string;
    /**
     * @description Says that this is a response.
     * @constant
     */
    object: "response";
    /** @description When generation started, in seconds since 1970. */
    created_at: number;
    /** @description The model that was used. */
    model: string;
    /** @description What the model produced, in order. When the model only calls functions, there is no message, just one `function_call` item per call. */
    output: OutputItem[];
    /** @description The tokens that were used. Null while the response is in progress. */
    usage: ResponseUsage | null;
    status: ResponseStatus;
    /** @description When generation ended, in seconds since 1970; null until it completes. */
    completed_at: number | null;
    /** @description Why the response failed; null otherwise. */
    error: ResponseError | null;
    /** @description Why the response is incomplete; null otherwise. */
    incomplete_details: IncompleteDetails | null;
    /** @description The instructions of the request; null where they are longer than 16 KiB. */
    instructions: string | null;
    /** @description The labels of the request. */
    metadata: {
        [key: string]: string;
    } | null;
    /** @description The temperature of the request. */
    temperature: number | null;
    /** @description The `top_p` of the request. */
    top_p: number | null;
    /** @description The presence penalty of the request. */
    presence_penalty: number | null;
    /** @description The frequency penalty of the request. */
    frequency_penalty: number | null;
    /** @description Whether several calls were allowed. */
    parallel_tool_calls: boolean;
    /** @description The functions and custom tools of the request; where they are larger than 16 KiB, by their names alone, or none. */
    tools: (FunctionTool | CustomTool)[];
    /** @description The tool choice of the request; `auto` where it made none. */
    tool_choice: ToolChoice;
    /** @description The token limit of the request. */
    max_output_tokens?: number | null;
    /** @description All text of the output in one string, for convenience. */
    output_text?: string;
    /** @description The response that this one goes on from, as the request names it. */
    previous_response_id?: string | null;
    /** @description The reasoning settings of the request; null where they are larger than 16 KiB. */
    reasoning?: Record<string, unknown> | null;
    /** @description The service tier that the request was served in, by the provider's word; `default` where no other was asked for there. Null while the response is in progress, and where it failed. */
    service_tier?: string | null;
    /** @description Whether the response is kept, so that a later request may go on from it. */
    store?: boolean;
    /** @description The form of the text; plain where that of the request is larger than 16 KiB. */
    text?: Record<string, unknown> | null;
    /** @description Always `disabled`. A conversation that is too long is refused, never silently shortened. */
    truncation?: string | null;
    /** @description The end user named in the request. */
    user?: string | null;
};
/**
 * response.created
 * @description Generation starts. It is the first event of every stream and announces the identifier of the response.
 */
export type ResponseCreatedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.created";
    /** @description The response as it starts, without output. */
    response: Response & {
        /** @description Identifies the response. */
        id: string;
        /**
         * @description Says that this is a response.
         * @constant
         */
        object: "response";
        /**
         * @description Nothing is finished yet.
         * @constant
         */
        status: "in_progress";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.in_progress
 * @description The model is at work. Sent once, right after `response.created`.
 */
export type ResponseInProgressEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.in_progress";
    /** @description The response so far, still without output. */
    response: Response & {
        /** @constant */
        status: "in_progress";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * Message
 * @description A message that begins. Its content is still empty.
 */
export type AddedMessage = {
    /**
     * @description Says that this item is a message.
     * @constant
     */
    type: "message";
    /** @description Identifies the message. */
    id: string;
    /**
     * @description Says that the model speaks.
     * @constant
     */
    role: "assistant";
    /**
     * @description The message is still being written.
     * @constant
     */
    status: "in_progress";
    /** @description Empty; the parts follow in events of their own. */
    content: OutputText[];
};
/**
 * Function call
 * @description A function call that begins. Its name is known, its arguments follow in events of their own.
 */
export type AddedFunctionCall = {
    /**
     * @description Says that this item is a function call.
     * @constant
     */
    type: "function_call";
    /** @description Unique id of the function-call object. */
    id: string;
    /**
     * @description The call is still being written.
     * @constant
     */
    status: "in_progress";
    /** @description Name of the function; one of the tools of the request. */
    name: string;
    /** @description Unique id of the call; pairs the output with the call. */
    call_id: string;
    /**
     * @description Empty as yet.
     * @constant
     * @enum {string}
     */
    arguments: "";
};
/**
 * Custom tool call
 * @description A call of a custom tool that begins. Its name is known, its text follows in events of their own.
 */
export type AddedCustomToolCall = {
    /**
     * @description Says that this item is a call of a custom tool.
     * @constant
     */
    type: "custom_tool_call";
    /** @description Unique id of the item. */
    id: string;
    /**
     * @description The call is still being written.
     * @constant
     */
    status: "in_progress";
    /** @description Name of the tool; one of the tools of the request. */
    name: string;
    /** @description Unique id of the call; pairs the output with the call. */
    call_id: string;
    /**
     * @description Empty as yet.
     * @constant
     * @enum {string}
     */
    input: "";
};
/**
 * Reasoning
 * @description A trace of reasoning that begins.
 */
export type AddedReasoning = {
    /**
     * @description Says that this item is a trace of reasoning.
     * @constant
     */
    type: "reasoning";
    /** @description Unique id of the trace. */
    id: string;
    /** @description Empty as yet. */
    summary: ReasoningSummaryText[];
    /**
     * @description The thought is still being written.
     * @constant
     */
    status: "in_progress";
};
/** @description An output item that begins. Tell the kinds apart by `type`. */
export type AddedItem = AddedMessage | AddedFunctionCall | AddedReasoning | AddedCustomToolCall | HostedToolItem;
/**
 * response.output_item.added
 * @description A new output item begins: a message with empty content, or a function call that already has its name.
 */
export type OutputItemAddedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.output_item.added";
    /** @description The response that this event belongs to. */
    response_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    item: AddedItem;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * Output text
 * @description A piece of the model's text that begins.
 */
export type AddedText = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "output_text";
    /**
     * @description Empty; the text follows in events of its own.
     * @constant
     * @enum {string}
     */
    text: "";
    /** @description Empty as yet. */
    annotations: Record<string, unknown>[];
    /** @description Probabilities of the tokens. Always an empty list. */
    logprobs?: Record<string, unknown>[];
};
/**
 * response.content_part.added
 * @description A content part of a message begins. Its text is still empty.
 */
export type ContentPartAddedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.content_part.added";
    /** @description The response that this event belongs to. */
    response_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the part in the item's content, counted from 0. */
    content_index: number;
    part: AddedText;
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.content_part.delta
 * @description A piece of text was generated. The same piece also arrives as `response.output_text.delta`.
 */
export type ContentPartDeltaEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.content_part.delta";
    /** @description The response that this event belongs to. */
    response_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the part in the item's content, counted from 0. */
    content_index: number;
    /** @description The next fragment of text. Append it to what came before. */
    delta: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.output_text.delta
 * @description A piece of text was generated, in the vocabulary that widely used client libraries read. The same piece also arrives as `response.content_part.delta`.
 */
export type OutputTextDeltaEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.output_text.delta";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the part in the item's content, counted from 0. */
    content_index: number;
    /** @description The next fragment of text. Append it to what came before. */
    delta: string;
    /** @description Probabilities of the tokens. Always an empty list. */
    logprobs: Record<string, unknown>[];
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.output_text.done
 * @description The text of a part is complete.
 */
export type OutputTextDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.output_text.done";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the part in the item's content, counted from 0. */
    content_index: number;
    /** @description The complete text of the part. */
    text: string;
    /** @description Probabilities of the tokens. Always an empty list. */
    logprobs: Record<string, unknown>[];
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.content_part.done
 * @description A content part is complete.
 */
export type ContentPartDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.content_part.done";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the part in the item's content, counted from 0. */
    content_index: number;
    part: OutputText;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.reasoning_summary_part.added
 * @description A paragraph of a thought begins.
 */
export type ReasoningSummaryPartAddedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.reasoning_summary_part.added";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the paragraph in the item's summary, counted from 0. */
    summary_index: number;
    part: ReasoningSummaryText;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.reasoning_summary_text.delta
 * @description A piece of a paragraph of a thought.
 */
export type ReasoningSummaryTextDeltaEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.reasoning_summary_text.delta";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the paragraph in the item's summary, counted from 0. */
    summary_index: number;
    /** @description The piece. The pieces of a paragraph add up to its text. */
    delta: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.reasoning_summary_text.done
 * @description The text of a paragraph of a thought is complete.
 */
export type ReasoningSummaryTextDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.reasoning_summary_text.done";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the paragraph in the item's summary, counted from 0. */
    summary_index: number;
    /** @description The complete paragraph. */
    text: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.reasoning_summary_part.done
 * @description A paragraph of a thought is complete.
 */
export type ReasoningSummaryPartDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.reasoning_summary_part.done";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Position of the paragraph in the item's summary, counted from 0. */
    summary_index: number;
    part: ReasoningSummaryText;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.function_call_arguments.delta
 * @description A piece of a function call's arguments was generated.
 */
export type FunctionCallArgumentsDeltaEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.function_call_arguments.delta";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description The next fragment of the arguments. Only all fragments together are valid JSON text. */
    delta: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.function_call_arguments.done
 * @description The arguments of a function call are complete and are valid JSON text.
 */
export type FunctionCallArgumentsDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.function_call_arguments.done";
    /** @description The complete arguments, as valid JSON text. */
    arguments: string;
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description Name of the function. */
    name: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.custom_tool_call_input.delta
 * @description A piece of a custom tool's text was generated.
 */
export type CustomToolCallInputDeltaEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.custom_tool_call_input.delta";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description The next fragment of the text. */
    delta: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.custom_tool_call_input.done
 * @description The text for a custom tool is complete.
 */
export type CustomToolCallInputDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.custom_tool_call_input.done";
    /** @description The item that this event belongs to. */
    item_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description The complete text. */
    input: string;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.output_item.done
 * @description An output item is complete, with its full content. A message or call that was cut short says so in its status.
 */
export type OutputItemDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.output_item.done";
    /** @description The response that this event belongs to. */
    response_id: string;
    /** @description Position of the item in the response's output, counted from 0. */
    output_index: number;
    /** @description The item with its full content. */
    item: OutputItem & {
        /**
         * @description How the item ended. `incomplete` means that it was cut short.
         * @enum {string}
         */
        status: "completed" | "incomplete";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.completed
 * @description Generation ended well. Carries the whole response with its usage.
 */
export type ResponseCompletedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.completed";
    /** @description The whole response. */
    response: Response & {
        /** @constant */
        status: "completed";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.incomplete
 * @description Generation ended early, because the token limit was reached or a content filter stepped in. Sent in place of `response.completed`.
 */
export type ResponseIncompleteEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.incomplete";
    /** @description The response as far as it got; `incomplete_details` says why it ends. */
    response: Response & {
        /** @constant */
        status: "incomplete";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * response.failed
 * @description Generation broke off after it had begun. Sent after the `error` event and followed by `[DONE]`.
 */
export type ResponseFailedEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.failed";
    /** @description The response as far as it got; `error` says what went wrong. */
    response: Response & {
        /** @constant */
        status: "failed";
    };
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/**
 * error
 * @description Something went wrong after the stream had begun, when the HTTP status could no longer say so. `response.failed` and `[DONE]` follow. The same facts stand twice, because client libraries look for them in different places.
 */
export type ErrorEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "error";
    /** @description A stable word for the cause, such as `server_error`. */
    code: string;
    /** @description What went wrong, written for people. */
    message: string;
    /** @description The request field at fault; null when none is. */
    param: string | null;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
    /** @description The same facts again. */
    error: {
        /** @description The kind of failure, such as `server_error`. */
        type: string;
        /** @description A stable word for the cause. */
        code: string;
        /** @description What went wrong, written for people. */
        message: string;
        /** @description The request field at fault; null when none is. */
        param: string | null;
    };
};
/** @description The finished response in brief. */
export type ResponseSummary = {
    /** @description Identifies the response. */
    id: string;
    /**
     * @description Says that this is a response.
     * @constant
     */
    object: "response";
    /**
     * @description How generation ended. `incomplete` means that the token limit was reached or a content filter stepped in.
     * @enum {string}
     */
    status: "completed" | "incomplete";
    usage: ResponseUsage;
};
/**
 * response.done
 * @description Generation ended. It is the last event of a stream that did not fail.
 */
export type ResponseDoneEvent = {
    /**
     * @description Says which event this is.
     * @constant
     */
    type: "response.done";
    response: ResponseSummary;
    /** @description Position of the event in its stream, counted from 0. */
    sequence_number: number;
};
/** @description One event of a stream. Each is sent as a line `data: <json>` followed by a blank line, and the stream ends with the line `data: [DONE]`. Tell events apart by `type`, and ignore types you do not know: the stream carries two vocabularies side by side, so that text arrives both as `response.content_part.delta` and as `response.output_text.delta`. Read one of the two. */
export type StreamEvent = ResponseCreatedEvent | ResponseInProgressEvent | OutputItemAddedEvent | ContentPartAddedEvent | ContentPartDeltaEvent | OutputTextDeltaEvent | OutputTextDoneEvent | ContentPartDoneEvent | ReasoningSummaryPartAddedEvent | ReasoningSummaryTextDeltaEvent | ReasoningSummaryTextDoneEvent | ReasoningSummaryPartDoneEvent | FunctionCallArgumentsDeltaEvent | FunctionCallArgumentsDoneEvent | OutputItemDoneEvent | ResponseCompletedEvent | ResponseIncompleteEvent | ResponseFailedEvent | ErrorEvent | ResponseDoneEvent | CustomToolCallInputDeltaEvent | CustomToolCallInputDoneEvent;
/**
 * Stream
 * @description A whole stream as it is sent, with `[DONE]` at its end. The examples have this form, because a stream is a text of many events.
 */
export type StreamText = string;
/** @description Confirms that a response is not kept any more. */
export type DeletedResponse = {
    /** @description The id of the response. */
    id: string;
    /**
     * @description Always `response`.
     * @constant
     */
    object: "response";
    /**
     * @description Always true.
     * @constant
     */
    deleted: true;
};
/** @description How many tokens a request for a response has. */
export type ResponseTokenCount = {
    /**
     * @description Always `response.input_tokens`.
     * @constant
     */
    object: "response.input_tokens";
    /** @description The tokens of instructions, conversation, tools and pictures, as the provider counts them, or an estimate. */
    input_tokens: number;
};
/** @description A conversation in short. */
export type CompactedResponse = {
    /** @description Identifies the compaction; `GET /generation` knows it. */
    id: string;
    /**
     * @description Says that this is a compacted conversation.
     * @constant
     */
    object: "response.compaction";
    /** @description When the compaction was begun, in seconds since 1970. */
    created_at: number;
    /** @description The user's messages as they came, and last the `compaction` item. The beginning of your next `input`. */
    output: (UserMessage | CompactionItem)[];
    usage: ResponseUsage;
};
/** @description Marks the end of a beginning that a provider should keep in its cache. Handed on to providers that understand it. */
export type ChatCacheControl = {
    /** @description Always `ephemeral`. */
    type?: string | null;
    /** @description How long to keep it, `5m` or `1h`. Left out, the provider decides. */
    ttl?: string | null;
} | null;
/**
 * Text
 * @description A piece of text.
 */
export type ChatTextPart = {
    /**
     * @description Says that this part is text.
     * @constant
     */
    type: "text";
    /** @description The text. */
    text: string;
    cache_control?: ChatCacheControl;
};
/**
 * Image
 * @description An image, given by its address.
 */
export type ChatImagePart = {
    /**
     * @description Says that this part is an image.
     * @constant
     */
    type: "image_url";
    /** @description The image; the address alone is accepted too. */
    image_url: {
        /** @description An `https` address, or a `data:` URL that carries the image itself, in base64. An address that only the operator's credential or network opens is refused. */
        url: string;
        /** @description How closely the model should look, such as `low`, `high` or `auto`. Handed on to providers that understand it. */
        detail?: string | null;
    } | string;
    cache_control?: ChatCacheControl;
};
/**
 * Sound
 * @description Recorded sound, for models that can listen.
 */
export type ChatAudioPart = {
    /**
     * @description Says that this part is sound.
     * @constant
     */
    type: "input_audio";
    /** @description The recording. */
    input_audio: {
        /** @description The recording in Base64. */
        data: string;
        /** @description Its format, such as `wav` or `mp3`. */
        format: string;
    };
    cache_control?: ChatCacheControl;
};
/**
 * File
 * @description A file. Its content or its address stands in `file_data`.
 */
export type ChatFilePart = {
    /**
     * @description Says that this part is a file.
     * @constant
     */
    type: "file";
    /** @description The file. */
    file: {
        /** @description The file's name; models often see it. */
        filename?: string | null;
        /** @description The content as a `data:` URL or in Base64, or an `https` address. It is required, because files are not kept. */
        file_data?: string | null;
    };
    cache_control?: ChatCacheControl;
};
/** @description A part of a message. */
export type ChatContentPart = ChatTextPart | ChatImagePart | ChatAudioPart | ChatFilePart;
/** @description The text, or the parts of the message in order. */
export type ChatContent = string | ChatContentPart[];
/**
 * System message
 * @description Instructions to the model, which it should heed before what the user says.
 */
export type ChatSystemMessage = {
    /**
     * @description Says that this message gives instructions.
     * @constant
     */
    role: "system";
    content: ChatContent;
    /** @description Accepted for compatibility and ignored. */
    name?: string | null;
};
/**
 * Developer message
 * @description Instructions to the model, which it should heed before what the user says.
 */
export type ChatDeveloperMessage = {
    /**
     * @description Says that this message gives instructions.
     * @constant
     */
    role: "developer";
    content: ChatContent;
    /** @description Accepted for compatibility and ignored. */
    name?: string | null;
};
/**
 * User message
 * @description Something the user said, possibly with images, sound and files.
 */
export type ChatUserMessage = {
    /**
     * @description Says that the user speaks.
     * @constant
     */
    role: "user";
    content: ChatContent;
    /** @description Accepted for compatibility and ignored. */
    name?: string | null;
};
/**
 * Refusal
 * @description Why the model refused to answer.
 */
export type ChatRefusalPart = {
    /**
     * @description Says that this part is a refusal.
     * @constant
     */
    type: "refusal";
    /** @description The text. */
    refusal: string;
};
/** @description A part of an assistant's message. */
export type ChatAssistantPart = ChatTextPart | ChatRefusalPart;
/**
 * Extra content
 * @description The sealed thoughts before this call, where Google's clients and the AI SDK keep them: they send a call back with it. `reasoning_details` of the message holds the same, and counts where both come.
 */
export type ChatExtraContent = {
    /** @description The place that Google gave it. */
    google?: {
        /** @description The sealed thoughts, as received. */
        thought_signature?: string | null;
    } | null;
};
/**
 * Function call
 * @description A call that the model made in an earlier answer. Send it back unchanged.
 */
export type ChatFunctionToolCallEcho = {
    /** @description Unique id of the call within `messages`; pairs the call with its `tool` message. */
    id: string;
    /**
     * @description Always `function`; may be left out.
     * @enum {string|null}
     */
    type?: "function" | null;
    /** @description What was called. */
    function: {
        /** @description Name of the function. */
        name: string;
        /** @description The arguments, as valid JSON text. Other text is refused with 400; an empty one stands for `{}`. */
        arguments: string;
    };
    extra_content?: ChatExtraContent | null;
};
/**
 * Custom tool call
 * @description A call of a custom tool that the model made in an earlier answer. Send it back unchanged.
 */
export type ChatCustomToolCallEcho = {
    /** @description Unique id of the call within `messages`; pairs the call with its `tool` message. */
    id: string;
    /**
     * @description Says that a custom tool was called.
     * @constant
     */
    type: "custom";
    /** @description What was called. */
    custom: {
        /** @description Name of the tool. */
        name: string;
        /** @description The text that the model wrote for the tool. */
        input: string;
    };
};
/** @description A call that the model made in an earlier answer. Send it back unchanged. */
export type ChatToolCallEcho = ChatFunctionToolCallEcho | ChatCustomToolCallEcho;
/**
 * Thought
 * @description An entry of `reasoning_details`, as received. What counts is its `signature` or `data`; an unknown type is left out.
 */
export type ChatReasoningEcho = {
    /** @description The kind of entry. */
    type: string;
    /** @description The text of a thought. */
    text?: string | null;
    /** @description The summary of a thought. */
    summary?: string | null;
    /** @description The sealed thought, as received. */
    signature?: string | null;
    /** @description The sealed thought, as received. */
    data?: string | null;
    /** @description The id of the call that the entry belongs to, as received. */
    id?: string | null;
    /** @description Accepted and ignored; the order of the entries counts. */
    index?: number | null;
    /** @description Accepted and ignored. */
    format?: string | null;
};
/**
 * Assistant message
 * @description Something the model said earlier. Send it back as you received it, `reasoning_details` included: they carry what the model thought before its tool calls.
 */
export type ChatAssistantMessage = {
    /**
     * @description Says that the model speaks.
     * @constant
     */
    role: "assistant";
    /** @description The text, or its parts; null or left out where the model only called functions. */
    content?: string | ChatAssistantPart[] | null;
    /** @description The calls that the model made. Each is answered by a `tool` message after this one. */
    tool_calls?: ChatToolCallEcho[] | null;
    /** @description Why the model refused, as received. */
    refusal?: string | null;
    /** @description The text of the thoughts, as received. It is used only where `reasoning_details` is missing, for providers that take thoughts as plain text. */
    reasoning?: string | null;
    /** @description Another name of `reasoning`, which some clients send. */
    reasoning_content?: string | null;
    /** @description The thoughts, as received. Entries that are unknown or cannot be opened are left out. */
    reasoning_details?: ChatReasoningEcho[] | null;
    /** @description Accepted for compatibility and ignored. */
    name?: string | null;
    cache_control?: ChatCacheControl;
};
/**
 * Tool message
 * @description What your function returned, for the model to go on with.
 */
export type ChatToolMessage = {
    /**
     * @description Says that this message is the result of a call.
     * @constant
     */
    role: "tool";
    /** @description The id of the call that this answers. The call stands before it in `messages`, and each call has one result. */
    tool_call_id: string;
    /** @description The result, as text or as parts; nothing stands for an empty text. Parts other than text are forwarded only to models that support them. */
    content?: ChatContent | null;
    /** @description Accepted for compatibility and ignored. */
    name?: string | null;
    cache_control?: ChatCacheControl;
};
/** @description One message of the conversation. Tell the kinds apart by `role`. */
export type ChatMessage = ChatSystemMessage | ChatDeveloperMessage | ChatUserMessage | ChatAssistantMessage | ChatToolMessage;
/**
 * Function
 * @description A function of yours that the model may call. You run it and send back its result.
 */
export type ChatFunctionTool = {
    /**
     * @description Says that this tool is a function.
     * @constant
     */
    type: "function";
    /** @description The function. */
    function: {
        /** @description Name of the function. */
        name: string;
        /** @description What the function does and when to call it. The model decides by this text. */
        description?: string | null;
        /** @description The arguments, as a JSON Schema of type `object` with `properties` and `required`. */
        parameters?: Record<string, unknown> | null;
        /** @description Whether arguments must follow `parameters` to the letter. Null leaves it to the provider. */
        strict?: boolean | null;
    };
    cache_control?: ChatCacheControl;
};
/** @description The form of a custom tool's text. */
export type ChatCustomToolFormat = {
    /**
     * @description Says that any text will do.
     * @constant
     */
    type: "text";
} | {
    /**
     * @description Says that the text follows a grammar. Only some providers enforce it; other models read it.
     * @constant
     */
    type: "grammar";
    /** @description The grammar and its language. */
    grammar: {
        /**
         * @description The language of the grammar.
         * @enum {string}
         */
        syntax: "lark" | "regex";
        /** @description The grammar. */
        definition: string;
    };
};
/**
 * Custom
 * @description A tool of yours that takes text of any form in place of JSON, such as a patch or a query. A model whose provider has no such tools sees a function with one text, `input`, and reads the grammar in its description; you get the same call of a custom tool.
 */
export type ChatCustomTool = {
    /**
     * @description Says that this tool takes text.
     * @constant
     */
    type: "custom";
    /** @description The tool. */
    custom: {
        /** @description Name of the tool. */
        name: string;
        /** @description What the tool does and when to call it. The model decides by this text. */
        description?: string | null;
        /** @description The form of the text. Left out, any text will do. */
        format?: ChatCustomToolFormat | null;
    };
};
/** @description Something the model may call. Functions and custom tools are supported; other types are left out, and `X-Portico-Notice` names them. */
export type ChatTool = ChatFunctionTool | OtherTool | ChatCustomTool;
/**
 * One function
 * @description Forces a call of one function.
 */
export type ChatFunctionToolChoice = {
    /**
     * @description Says that a function is chosen.
     * @constant
     */
    type: "function";
    /** @description The function. */
    function: {
        /** @description Name of the function that must be called. */
        name: string;
    };
};
/**
 * One custom tool
 * @description Forces a call of one custom tool.
 */
export type ChatCustomToolChoice = {
    /**
     * @description Says that a custom tool is chosen.
     * @constant
     */
    type: "custom";
    /** @description The tool. */
    custom: {
        /** @description Name of the tool that must be called. */
        name: string;
    };
};
/**
 * Some tools
 * @description Lets the model call some of the tools alone, without another list of tools.
 */
export type ChatAllowedToolsChoice = {
    /**
     * @description Says that some tools are allowed.
     * @constant
     */
    type: "allowed_tools";
    /** @description Which tools, and whether one must be called. */
    allowed_tools: {
        /**
         * @description Whether the model may or must call one of them.
         * @enum {string}
         */
        mode: "auto" | "required";
        /** @description The tools that may be called, each as `tools` has it; the name is enough. */
        tools: Record<string, unknown>[];
    };
};
/** @description Whether the model may, must not or must call tools. */
export type ChatToolChoice = ("auto" | "none" | "required") | ChatFunctionToolChoice | ChatCustomToolChoice | ChatAllowedToolsChoice;
/** @description The form of the text. */
export type ChatResponseFormat = {
    /**
     * @description Says that the text is plain.
     * @constant
     */
    type: "text";
} | {
    /**
     * @description Says that the text is a JSON object.
     * @constant
     */
    type: "json_object";
} | {
    /**
     * @description Says that the text fits a schema.
     * @constant
     */
    type: "json_schema";
    /** @description The schema with its name. */
    json_schema: {
        /** @description Name of the schema. */
        name: string;
        /** @description What the JSON is for. */
        description?: string | null;
        /** @description The JSON Schema. */
        schema?: Record<string, unknown> | null;
        /** @description Whether the text must follow the schema to the letter. Null leaves it to the provider. */
        strict?: boolean | null;
    };
};
/** @description How much a reasoning model should think first, and whether its thoughts are sent. Handed on to providers that understand it. */
export type ChatReasoning = {
    /** @description How much to think, such as `max`, `xhigh`, `high`, `medium`, `low`, `minimal` or `none`. */
    effort?: string | null;
    /** @description The most tokens to think with. */
    max_tokens?: number | null;
    /** @description Where neither effort nor tokens are given, true has the meaning of the effort `medium`, and false that of `none`. */
    enabled?: boolean | null;
    /** @description When true, the thoughts are not sent. They are charged all the same. */
    exclude?: boolean | null;
    /** @description Accepted and ignored. The provider decides whether it gives a summary or the whole text. */
    summary?: string | null;
};
/** @description A request for a chat completion. The service keeps nothing between requests, so `messages` carries the whole conversation every time. Fields that are not listed here, such as `plugins`, `transforms`, `prediction` and `debug`, are accepted, so that existing client libraries work unchanged; no provider is sent them, and `X-Portico-Notice` names those that the request sets. A request that asks for a web search (`web_search_options`) and has no function beside it gets 400. */
export type ChatRequest = {
    /** @description The model identifier, as listed by `GET /models`. It may be left out where `models` names one. */
    model?: string;
    /** @description The conversation so far, oldest first: instructions, the user's messages, the assistant's messages with their tool calls, and a `tool` message for each call. */
    messages: ChatMessage[];
    /** @description Models that may answer in place of `model`, in this order, where none of its providers can: they are down, overloaded or out of quota, or `provider` excludes them. Without `model`, the first of them is the one that is asked for. A request that a provider refuses as wrong is not repeated elsewhere. The key must be able to pay for the dearest of all these models; what is charged is the price of the one that answers, which `model` of the reply names. An unknown model in the list is 404, even where it is never needed. */
    models?: string[] | null;
    /** @description When true, the reply is a stream of server-sent chunks instead of one JSON body. Left out, it is false. */
    stream?: boolean | null;
    /** @description Accepted for compatibility. A stream always tells its usage. */
    stream_options?: {
        /** @description Has no effect, because usage is always sent. */
        include_usage?: boolean | null;
    } | null;
    /** @description Accepted for compatibility. A reply always tells its usage. */
    usage?: {
        /** @description Has no effect, because usage is always sent. */
        include?: boolean | null;
    } | null;
    /** @description The most tokens to generate, thoughts included. A reply that reaches it has the finish reason `length`. It also bounds what the request can cost. */
    max_completion_tokens?: number | null;
    /** @description The older name of `max_completion_tokens`. Where both are set, the smaller one counts. */
    max_tokens?: number | null;
    /** @description How freely the model chooses its words, from 0 (nearly the same each time) to 2 (wild). */
    temperature?: number | null;
    /** @description Choose only among the likeliest words that together reach this probability. An alternative to `temperature`; change one of the two. */
    top_p?: number | null;
    /** @description Choose only among this many of the likeliest words. Handed on to providers that understand it. */
    top_k?: number | null;
    /** @description How strongly words that have already appeared are avoided. Handed on to providers that understand it. */
    presence_penalty?: number | null;
    /** @description How strongly words are avoided the more often they have appeared. Handed on to providers that understand it. */
    frequency_penalty?: number | null;
    /** @description Accepted and ignored. */
    repetition_penalty?: number | null;
    /** @description Accepted and ignored. */
    min_p?: number | null;
    /** @description Accepted and ignored. */
    top_a?: number | null;
    /** @description Accepted and ignored. */
    logit_bias?: {
        [key: string]: number;
    } | null;
    /** @description Accepted and ignored. The `logprobs` of a reply are null. */
    logprobs?: boolean | null;
    /** @description Accepted and ignored. */
    top_logprobs?: number | null;
    /** @description Makes the choice of words repeatable where a provider can. Handed on to providers that understand it. */
    seed?: number | null;
    /** @description Texts that end the answer where the model would write them. Handed on to providers that understand it; with others the model goes on, and `X-Portico-Notice` says so. */
    stop?: string | string[] | null;
    /**
     * @description Must be 1, null or left out. A request has one answer.
     * @enum {integer|null}
     */
    n?: 1 | null;
    /** @description The functions and custom tools that the model may call. Their schemas and descriptions may have about a million characters in all. Tools of other types are left out; where the model would have nothing else to call, the request gets 400. */
    tools?: ChatTool[] | null;
    /** @description Whether and what the model must call. Left out, the model decides. */
    tool_choice?: ChatToolChoice | null;
    /** @description Must be `["text"]`, null or left out. An answer is text. */
    modalities?: "text"[] | null;
    /** @description Must be empty, null or left out. It is the form that came before `tools`. */
    functions?: Record<string, unknown>[] | null;
    /** @description Whether the model may make several calls in one answer. Left out, it may. */
    parallel_tool_calls?: boolean | null;
    /** @description The form of the text. Handed on to providers that understand it. */
    response_format?: ChatResponseFormat | null;
    /** @description How long-winded the text should be, such as `low` or `high`. Handed on to providers that understand it. */
    verbosity?: string | null;
    /** @description How much a reasoning model should think first, and whether its thoughts are sent. */
    reasoning?: ChatReasoning | null;
    /** @description A shorter form of `reasoning.effort`. Where both are set, they must be the same. */
    reasoning_effort?: string | null;
    /** @description An older form of `reasoning.exclude`, with the opposite meaning. Where both are set, `reasoning.exclude` counts. */
    include_reasoning?: boolean | null;
    /** @description How fast the provider should serve: a tier in its own words, such as `priority` or `flex`. It is asked for only at providers for which the operator has a price for that tier; elsewhere the request is served as usual, at the usual price. The `service_tier` of the reply says what applied, and that is what is charged. */
    service_tier?: string | null;
    /** @description Your own name for the conversation or the agent's run that this request belongs to. Requests of one session go to the same provider for as long as it serves, so that its prompt cache is found again. It may also be sent as the header `X-Session-Id`. Without one, `prompt_cache_key` counts, and without that the beginning of the conversation. */
    session_id?: string | null;
    /** @description Groups requests that begin alike, for the provider's prompt cache. Handed on to providers that understand it, as a digest that no other workspace shares unless the credential is your own (BYOK). Where the request names no session, it does so too. */
    prompt_cache_key?: string | null;
    /** @description How long the provider's prompt cache should keep what this request writes into it, such as `in_memory` or `24h`. Handed on to providers that understand it. */
    prompt_cache_retention?: string | null;
    /** @description Your own name for the end user behind this request. It is recorded and has no effect on the result. Providers get a digest of it, another one for each workspace; with your own credential (BYOK) they get the name. */
    user?: string | null;
    /** @description The name of the end user where `user` is left out. */
    safety_identifier?: string | null;
    /** @description Your own labels, up to 16, with names of up to 64 characters. Handed on to providers that take them. */
    metadata?: {
        [key: string]: string;
    } | null;
    /** @description Which providers may serve this request, and in what order. */
    provider?: ProviderPreferences | null;
};
/**
 * Text
 * @description A thought in the model's own words. In a stream, its signature comes in a piece of its own, after the text.
 */
export type ChatReasoningText = {
    /**
     * @description Says that this entry is the text of a thought.
     * @constant
     */
    type: "reasoning.text";
    /** @description Position of the entry, counted from 0. */
    index: number;
    /** @description The text. */
    text?: string;
    /** @description The sealed thought. Only this gateway can open it, for the same workspace. */
    signature?: string;
};
/**
 * Summary
 * @description A summary of a thought. The sealed thought follows in an entry of type `reasoning.encrypted`.
 */
export type ChatReasoningSummary = {
    /**
     * @description Says that this entry is a summary.
     * @constant
     */
    type: "reasoning.summary";
    /** @description Position of the entry, counted from 0. */
    index: number;
    /** @description The summary. */
    summary: string;
};
/**
 * Sealed
 * @description A sealed thought. Only this gateway can open it, for the same workspace.
 */
export type ChatReasoningEncrypted = {
    /**
     * @description Says that this entry is sealed.
     * @constant
     */
    type: "reasoning.encrypted";
    /** @description Position of the entry, counted from 0. */
    index: number;
    /** @description The sealed thought. */
    data: string;
    /** @description The id of the tool call that the thought belongs to or came right before; left out for other thoughts. */
    id?: string;
};
/** @description An entry of the thoughts. In a stream, the pieces of one entry have the same `index`. */
export type ChatReasoningDetail = ChatReasoningText | ChatReasoningSummary | ChatReasoningEncrypted;
/**
 * Function call
 * @description A call the model wants you to make. Run the function and answer with a `tool` message that carries the same id, in a later request. One answer may hold several calls; they are independent of each other.
 */
export type ChatFunctionToolCall = {
    /** @description Pairs the call with its result. */
    id: string;
    /**
     * @description Says that a function is called.
     * @constant
     */
    type: "function";
    /** @description What is called. */
    function: {
        /** @description Name of the function; one of the tools of the request. */
        name: string;
        /** @description The arguments, as valid JSON text. */
        arguments: string;
    };
    extra_content?: ChatExtraContent;
};
/**
 * Custom tool call
 * @description A call of a custom tool that the model wants you to make. Run the tool and answer with a `tool` message that carries the same id, in a later request.
 */
export type ChatCustomToolCall = {
    /** @description Pairs the call with its result. */
    id: string;
    /**
     * @description Says that a custom tool is called.
     * @constant
     */
    type: "custom";
    /** @description What is called. */
    custom: {
        /** @description Name of the tool; one of the tools of the request. */
        name: string;
        /** @description The text that the model wrote for the tool. */
        input: string;
    };
};
/** @description Something the model wants you to run. Tell the kinds apart by `type`; only requests with custom tools get the second. */
export type ChatToolCall = ChatFunctionToolCall | ChatCustomToolCall;
/** @description What the model said. Send it back as it is in your next request. */
export type ChatReplyMessage = {
    /**
     * @description Says that the model speaks.
     * @constant
     */
    role: "assistant";
    /** @description The text; null where the model only called functions. */
    content: string | null;
    /** @description Always null. What a model refuses stands in `content`. */
    refusal: null;
    /** @description The text of the thoughts; left out where there is none. */
    reasoning?: string;
    /** @description The thoughts, to be sent back unchanged; left out where there are none. */
    reasoning_details?: ChatReasoningDetail[];
    /** @description The calls that the model wants you to make; left out where there are none. */
    tool_calls?: ChatToolCall[];
};
/** @description The answer. */
export type ChatChoice = {
    /**
     * @description Always 0.
     * @constant
     */
    index: 0;
    message: ChatReplyMessage;
    /**
     * @description Why the answer ended: `stop` at its natural end, `tool_calls` where the model called functions, `length` at the token limit, `content_filter` where the provider held something back.
     * @enum {string}
     */
    finish_reason: "stop" | "tool_calls" | "length" | "content_filter";
    /** @description Always null. */
    logprobs: null;
};
/** @description The tokens of one completion, and what they cost. */
export type ChatUsage = {
    /** @description Tokens of the conversation you sent. */
    prompt_tokens: number;
    /** @description Tokens the model generated, thoughts included. */
    completion_tokens: number;
    /** @description The sum of both. */
    total_tokens: number;
    /** @description More about the tokens you sent. */
    prompt_tokens_details: {
        /** @description Tokens that the provider had in its cache. */
        cached_tokens: number;
        /** @description Tokens that the provider wrote to its cache. */
        cache_write_tokens: number;
        /** @description The part that is sound; left out where there is none. */
        audio_tokens?: number;
    };
    /** @description More about the generated tokens. */
    completion_tokens_details: {
        /** @description Tokens that went into thoughts. */
        reasoning_tokens: number;
    };
    /** @description What the completion cost in US dollars. */
    cost: number;
    cost_details?: CostDetails;
    /** @description Whether a credential of your workspace (BYOK) was used. */
    is_byok?: boolean;
};
/** @description A chat completion. */
export type ChatReply = {
    /** @description Identifies the completion. `GET /generation` knows it, and the header `X-Generation-Id` carries it too. */
    id: string;
    /**
     * @description Says that this is a chat completion.
     * @constant
     */
    object: "chat.completion";
    /** @description When generation started, in seconds since 1970. */
    created: number;
    /** @description The model that was used. */
    model: string;
    /** @description The provider that served. */
    provider: string;
    /** @description Always null. It is present, because a widely used client library requires it in a reply. */
    system_fingerprint: null;
    /** @description The service tier that the request was served in, by the provider's word. */
    service_tier?: string | null;
    /** @description The answer; always one. */
    choices: ChatChoice[];
    usage: ChatUsage;
};
/** @description A piece of a tool call. The first piece has the id, the type, the name and an empty text; later ones only the text that follows, the `arguments` of a function or the `input` of a custom tool. */
export type ChatToolCallDelta = {
    /** @description Position of the call, counted from 0. */
    index: number;
    /** @description Pairs the call with its result. */
    id: string;
    /**
     * @description Says that a function is called.
     * @constant
     */
    type: "function";
    /** @description What is called. */
    function: {
        /** @description Name of the function; one of the tools of the request. */
        name: string;
        /**
         * @description Empty in the first piece.
         * @constant
         * @enum {string}
         */
        arguments: "";
    };
    extra_content?: ChatExtraContent;
} | {
    /** @description Position of the call, counted from 0. */
    index: number;
    /** @description The piece of its arguments. */
    function: {
        /** @description A piece of the JSON text. */
        arguments: string;
    };
} | {
    /** @description Position of the call, counted from 0. */
    index: number;
    /** @description Pairs the call with its result. */
    id: string;
    /**
     * @description Says that a custom tool is called.
     * @constant
     */
    type: "custom";
    /** @description What is called. */
    custom: {
        /** @description Name of the tool; one of the tools of the request. */
        name: string;
        /**
         * @description Empty in the first piece.
         * @constant
         * @enum {string}
         */
        input: "";
    };
} | {
    /** @description Position of the call, counted from 0. */
    index: number;
    /** @description The piece of its text. */
    custom: {
        /** @description A piece of the text. */
        input: string;
    };
};
/** @description What is new. Append the texts of all deltas to get the message. */
export type ChatDelta = {
    /**
     * @description Says that the model speaks. Only the first delta has it.
     * @constant
     */
    role?: "assistant";
    /** @description A piece of text. */
    content?: string;
    /** @description A piece of the text of the thoughts; the same text as in `reasoning_details`. */
    reasoning?: string;
    /** @description Pieces of thoughts. */
    reasoning_details?: ChatReasoningDetail[];
    /** @description A piece of a tool call. */
    tool_calls?: ChatToolCallDelta[];
};
/** @description The piece of the answer. */
export type ChatChunkChoice = {
    /**
     * @description Always 0.
     * @constant
     */
    index: 0;
    delta: ChatDelta;
    /**
     * @description Null until the last chunk. There `stop`, `tool_calls`, `length` or `content_filter`, or `error` where the answer broke off; then `error` beside `choices` says why.
     * @enum {string|null}
     */
    finish_reason: "stop" | "tool_calls" | "length" | "content_filter" | "error" | null;
};
/**
 * Chunk
 * @description A piece of a chat completion. The first one has the role and an empty content; the last one has the finish reason and the usage. Every chunk has exactly one choice.
 */
export type ChatChunk = {
    /** @description Identifies the completion. It is the same in every chunk, and `GET /generation` knows it. */
    id: string;
    /**
     * @description Says that this is a piece of a chat completion.
     * @constant
     */
    object: "chat.completion.chunk";
    /** @description When generation started, in seconds since 1970. */
    created: number;
    /** @description The model that is used. */
    model: string;
    /** @description The provider that serves. */
    provider: string;
    /** @description The service tier that the request was served in, by the provider's word. Only the last chunk has it. */
    service_tier?: string;
    /** @description The piece; always one. */
    choices: ChatChunkChoice[];
    usage?: ChatUsage;
    error?: ErrorDetail;
};
/**
 * Failure
 * @description Says once more, alone, why the answer broke off. It follows the chunk with the finish reason `error`, because client libraries look for a failure in different places.
 */
export type ChatStreamFailure = {
    error: ErrorDetail;
};
/** @description One event of a stream. Each is sent as a line `data: <json>` followed by a blank line, and the stream ends with the line `data: [DONE]`. Lines that begin with a colon keep the connection open; ignore them. */
export type ChatStreamEvent = ChatChunk | ChatStreamFailure;
/**
 * An object with the text
 * @description A document as an object.
 */
export type RerankTextDocument = {
    /** @description The text that is compared with the query. */
    text: string;
};
/** @description A document, as its text alone or as an object with its text. Further fields of the object are ignored. */
export type RerankDocument = string | RerankTextDocument;
/** @description A query, and the documents to be put in the order of their relevance to it. Fields that are not listed here are accepted and ignored, so that existing client libraries work unchanged. */
export type RerankRequest = {
    /** @description A rerank model identifier, as listed by `GET /models?kind=rerank`. */
    model: string;
    /** @description What the documents are to answer. */
    query: string;
    /** @description The documents. The reply names each by its index in this list, which begins with 0. */
    documents: RerankDocument[];
    /** @description How many of the best documents the reply has. Left out, or more than there are documents, it has all of them. */
    top_n?: number | null;
    /** @description When false, the results have no `document`. Left out, it counts as true: each result has the text of its document. */
    return_documents?: boolean | null;
    /** @description The number of tokens after which a document is cut, for models that can be asked to. Others ignore it. */
    max_tokens_per_doc?: number | null;
    /** @description The number of pieces of 512 tokens after which a document is cut, as in the first version of Cohere's API. It is ignored beside `max_tokens_per_doc`, and by models that cannot be asked to cut. */
    max_chunks_per_doc?: number | null;
    /** @description Which providers may serve this request, and in what order. */
    provider?: ProviderPreferences | null;
    /** @description Your own name for the end user behind this request. It is recorded and has no effect on the result. */
    user?: string | null;
    /** @description Must be empty, null or left out: scores of different models cannot be compared, so no other model ever answers in place of `model`. */
    models?: string[] | null;
};
/** @description One document with its score. */
export type RerankResult = {
    /** @description The document's place in `documents` of the request, which begins with 0. */
    index: number;
    /** @description How well the document answers the query: the higher, the better. Most models give values from 0 to 1, some give others. Scores of different models cannot be compared. */
    relevance_score: number;
    /** @description The document of the request. Left out where the request has `return_documents` set to false, and where it was sent compressed to a free model and its documents have more than 100,000 characters. */
    document?: {
        /** @description The text of the document. */
        text: string;
    };
};
/** @description What the request used, and what it cost. */
export type RerankUsage = {
    /** @description The tokens that the provider counted; most count the query once for each document. Left out where the provider bills search units alone. */
    total_tokens?: number;
    /** @description The search units that the provider billed: one for each hundred documents, where a long document counts as several. Left out where the provider bills tokens alone. */
    search_units?: number;
    /** @description What the request cost, in US dollars. */
    cost: number;
    cost_details?: CostDetails;
    /** @description Whether a credential of your workspace (BYOK) was used. */
    is_byok?: boolean;
};
/** @description The documents in the order of their relevance, best first. */
export type RerankReply = {
    /** @description Identifies this request. Use it with `GET /generation` to see what the request cost and who served it. */
    id: string;
    /** @description The model that gave the scores. */
    model: string;
    /** @description The provider that served the request. */
    provider: string;
    /** @description One entry for each document, or for the best `top_n` of them. The scores never rise, and entries of one score are in the order of the request. */
    results: RerankResult[];
    usage: RerankUsage;
};
/** @description A workspace: a named compartment of your organisation with its own keys, credentials, defaults and logging switches. Every field of a workspace is always present; those that may be empty are null rather than missing. */
export type Workspace = {
    /**
     * Format: uuid
     * @description Unique identifier of the workspace. It never changes, unlike the slug.
     */
    id: string;
    /** @description The name people see. */
    name: string;
    /** @description A short, URL-friendly name. It can be used in place of the identifier wherever a path asks for a workspace. */
    slug: string;
    /** @description What the workspace is for, in a sentence or two. */
    description: string | null;
    /** @description The text model preferred by this workspace; null when it has no preference. */
    default_text_model: string | null;
    /** @description The image model preferred by this workspace; null when it has no preference. */
    default_image_model: string | null;
    /**
     * @description How providers are ordered for requests that state no preference of their own: cheapest first (`price`), fastest output first (`throughput`), quickest first byte first (`latency`), or most reliable tool calling first (`exacto`). Null leaves the choice to the gateway.
     * @enum {string|null}
     */
    default_provider_sort: "price" | "throughput" | "latency" | "exacto" | null;
    /** @description Whether requests and replies of this workspace are logged privately, for you alone to read. */
    is_observability_io_logging_enabled: boolean;
    /** @description Whether traces of this workspace are broadcast to the observability target that the operator configured. */
    is_observability_broadcast_enabled: boolean;
    /** @description Whether this workspace shares its data in return for the data discount. */
    is_data_discount_logging_enabled: boolean;
    /** @description Whether vectors are kept, sealed, for later requests with the same input. Those cost nothing. */
    is_embeddings_cache_enabled?: boolean;
    /**
     * Format: double
     * @description The share of requests that is logged when private logging is on. 1 means every request.
     */
    io_logging_sampling_rate: number;
    /** @description The numeric ids of the API keys whose traffic is logged. Null means all keys of the workspace. */
    io_logging_api_key_ids: number[] | null;
    /**
     * Format: date-time
     * @description When the workspace was created, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When the workspace was last changed, as an ISO 8601 timestamp; null if it never was.
     */
    updated_at: string | null;
    /** @description The id of the user who created the workspace; null when nobody in particular did, as for the first one. */
    created_by: string | null;
    /** @description Identifier of the rules that apply to the workspace unless a key says otherwise. Widely used clients refuse a workspace without it, so it is always present. */
    default_guardrail_id: string;
    /** @description Whether spending through your own provider credentials counts towards budgets. */
    include_byok_in_budgets?: boolean;
    /** @description Names of server-side tools that this workspace must not use; null when none is disabled. */
    disabled_server_tools?: string[] | null;
};
/** @description One workspace. */
export type GetWorkspaceReply = {
    data: Workspace;
};
/** @description Confirms the deletion. */
export type DeletedReply = {
    /**
     * @description Always true.
     * @constant
     */
    deleted: true;
};
/** @description What to change. Fields left out stay as they are. */
export type UpdateWorkspaceRequest = {
    /** @description The name people see. */
    name?: string;
    /** @description Lower-case letters, digits and hyphens. No two workspaces share one. */
    slug?: string;
    /** @description What the workspace is for. */
    description?: string | null;
    /** @description The text model preferred by this workspace. */
    default_text_model?: string | null;
    /** @description The image model preferred by this workspace. */
    default_image_model?: string | null;
    /**
     * @description How providers are ordered for requests that state no preference of their own.
     * @enum {string|null}
     */
    default_provider_sort?: "price" | "throughput" | "latency" | "exacto" | null;
    /** @description Whether requests and replies are logged privately. */
    is_observability_io_logging_enabled?: boolean;
    /** @description Whether traces are broadcast to the observability target that the operator configured. */
    is_observability_broadcast_enabled?: boolean;
    /** @description Whether data is shared in return for the data discount. */
    is_data_discount_logging_enabled?: boolean;
    /** @description Whether vectors are kept, sealed, for later requests with the same input. Switching it off erases them. */
    is_embeddings_cache_enabled?: boolean;
    /**
     * Format: double
     * @description The share of requests that is logged when private logging is on. 1 means every request.
     */
    io_logging_sampling_rate?: number;
    /** @description The numeric ids of the API keys whose traffic is logged. Null means all keys of the workspace. */
    io_logging_api_key_ids?: number[] | null;
};
/** @description One workspace. */
export type WorkspaceReply = {
    data: Workspace;
};
/** @description Workspaces, oldest first, one page of them. */
export type WorkspaceList = {
    /** @description The workspaces of this page. */
    data: Workspace[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description The new workspace. Only the name is required. */
export type CreateWorkspaceRequest = {
    /** @description The name people see. */
    name: string;
    /** @description Lower-case letters, digits and hyphens. Left out, it is made from the name. No two workspaces share one. */
    slug?: string;
    /** @description What the workspace is for. */
    description?: string | null;
    /** @description The text model preferred by this workspace. */
    default_text_model?: string | null;
    /** @description The image model preferred by this workspace. */
    default_image_model?: string | null;
    /**
     * @description How providers are ordered for requests that state no preference of their own.
     * @enum {string|null}
     */
    default_provider_sort?: "price" | "throughput" | "latency" | "exacto" | null;
    /** @description Whether requests and replies are logged privately. Left out, they are not. */
    is_observability_io_logging_enabled?: boolean;
    /** @description Whether traces are broadcast to the observability target that the operator configured. Left out, they are not. */
    is_observability_broadcast_enabled?: boolean;
    /** @description Whether data is shared in return for the data discount. Left out, it is not. */
    is_data_discount_logging_enabled?: boolean;
    /** @description Whether vectors are kept, sealed, for later requests with the same input. Left out, they are not. */
    is_embeddings_cache_enabled?: boolean;
    /**
     * Format: double
     * @description The share of requests that is logged when private logging is on. Left out, it is 1, which means every request.
     */
    io_logging_sampling_rate?: number;
    /** @description The numeric ids of the API keys whose traffic is logged. Null means all keys of the workspace. */
    io_logging_api_key_ids?: number[] | null;
};
/** @description Confirms the erasure. */
export type EraseIoLogReply = {
    /**
     * @description Always true.
     * @constant
     */
    deleted: true;
    /** @description How many entries were erased. */
    count: number;
};
/** @description Confirms that the credential is gone. */
export type DeleteByokCredentialReply = {
    /** @description True confirms the deletion. The stored secret has been wiped and cannot be recovered. */
    deleted: boolean;
};
/** @description What to change. Fields left out stay as they are. A new secret replaces the old one at once. */
export type UpdateByokCredentialRequest = {
    /** @description The provider's new secret. It is encrypted at once and never shown again. */
    secret?: string;
    /** @description The same as `secret`. */
    key?: string;
    /** @description The name people see. */
    name?: string | null;
    /** @description Whether the credential is switched off. */
    disabled?: boolean;
};
/** @description Your own credential for a provider, without its secret. Requests of its workspace that go to this provider use it and are billed to you by the provider. */
export type ByokCredential = {
    /**
     * Format: uuid
     * @description Unique identifier of the credential.
     */
    id: string;
    /** @description Name of the provider, as the operator configured it. */
    provider: string;
    /**
     * Format: uuid
     * @description The workspace that the credential belongs to.
     */
    workspace_id: string;
    /** @description The name people see; null when it has none. */
    name: string | null;
    /** @description The secret with its middle masked, to recognise it by. */
    label: string;
    /** @description Whether the credential is switched off. */
    disabled: boolean;
    /**
     * Format: date-time
     * @description When the credential was added, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When the credential was last changed, as an ISO 8601 timestamp; null if it never was.
     */
    updated_at: string | null;
    /** @description Where the credential stands among those of its workspace and provider. The lowest is used first. */
    sort_order: number;
    /** @description Always false. A credential is used as soon as it is there. */
    is_fallback: boolean;
    /** @description Always false. Without a usable credential, the operator's is used. */
    is_required: boolean;
    /** @description Always false. */
    is_byok_only: boolean;
    /** @description Always null. A credential serves every model of its provider. */
    allowed_models: string[] | null;
    /** @description Always null. Every key of the workspace uses the credential. */
    allowed_api_key_hashes: string[] | null;
    /** @description Always null. Every user of the workspace uses the credential. */
    allowed_user_ids: string[] | null;
    /** @description Always null. Nothing is declared about what the provider retains. */
    declared_zdr: boolean | null;
};
/** @description One credential. */
export type ByokCredentialReply = {
    data: ByokCredential;
};
/** @description Credentials in the order in which they are used, one page of them. */
export type ByokCredentialList = {
    /** @description The credentials of this page. */
    data: ByokCredential[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description The credential to add. Its secret goes in either of two fields; `key` is the name that existing clients use. */
export type CreateByokCredentialRequest = {
    /** @description Name of the provider, as the operator configured it. */
    provider: string;
    /** @description The provider's secret. It is encrypted at once and never shown again. */
    secret?: string;
    /** @description The same as `secret`. */
    key?: string;
    /** @description The workspace, by identifier or slug. Left out, it is the workspace of the management key. */
    workspace_id?: string;
    /** @description The name people see. */
    name?: string | null;
    /** @description Whether to add the credential switched off. Left out, it is switched on. */
    disabled?: boolean;
};
/**
 * @description An `ordinary` key calls models. A `management` key administers keys, workspaces, credentials and credits, and never spends.
 * @enum {string}
 */
export type ApiKeyKind = "ordinary" | "management";
/**
 * @description How often the spending limit starts afresh, at midnight UTC; null when it never does.
 * @enum {string|null}
 */
export type LimitReset = "daily" | "weekly" | "monthly" | null;
/** @description A limit in money that can refuse the key's requests. Of the organisation's credits an ordinary key learns whether they are used up and whether they bind next, and no amounts. */
export type KeyBudget = {
    /**
     * @description Whose limit it is, in the words of a 402.
     * @enum {string}
     */
    limit_source: "key_limit" | "end_user_budget" | "tag_budget" | "workspace_budget" | "credits";
    /** @description The id of the budget; null for the key's own limit and for the organisation's credits. */
    budget_id: string | null;
    /** @description The name of the key or of the budget; null for the organisation's credits. */
    name: string | null;
    /** @description The most that may be spent, with a raise while it lasts; null where the key may not read it. */
    limit: number | null;
    limit_reset: LimitReset;
    /** @description What was spent in this period; null where the key may not read it. */
    spent: number | null;
    /** @description What is held for requests under way; null where the key may not read it. */
    held: number | null;
    /** @description What is left, with what is held taken off; null where the key may not read it. */
    remaining: number | null;
    /**
     * Format: date-time
     * @description When it starts again, as an ISO 8601 timestamp; null when it never does.
     */
    resets_at: string | null;
    /** @description Whether nothing is left. */
    is_exhausted: boolean;
    /** @description Whether less is left of this limit than of all others. It is the next to refuse. */
    binds_next: boolean;
};
/** @description A limit a minute and what is left of it now; null when there is no such limit. */
export type RateLeft = {
    /** @description The most a minute. */
    limit: number;
    /** @description What is left of it now. It refills steadily. */
    remaining: number;
    /**
     * Format: date-time
     * @description When the whole limit is there again, as an ISO 8601 timestamp.
     */
    resets_at: string;
} | null;
/** @description The limits of the key's pace, and what is left of them now. */
export type KeyRates = {
    requests: RateLeft;
    tokens: RateLeft;
    /** @description The most requests at a time, and how many there are now; null when there is no such limit. */
    requests_in_flight: {
        /** @description The most requests at a time. */
        limit: number;
        /** @description Requests that are admitted and have not ended, on all nodes. */
        current: number;
    } | null;
};
/** @description Which models the key may use: patterns of model ids, in which `*` stands for any characters, such as `openai/*`. Null when it may use all. Lists of models show the key what it may use. */
export type AllowedModels = string[] | null;
/** @description Which providers may serve the key's requests: patterns of their names, in which `*` stands for any characters. Null when all may. */
export type AllowedProviders = string[] | null;
/**
 * @description `deny`: the key's requests go only to providers that neither store nor train on what they are sent, as if each of them said so in `provider.data_collection`. Null or `allow`: each request decides.
 * @enum {string|null}
 */
export type KeyDataCollection = "allow" | "deny" | null;
/** @description From where the key may be used: addresses and networks of IPv4 or IPv6 in CIDR notation, such as `192.0.2.0/24`. Null when it may be used from anywhere. */
export type AllowedNetworks = string[] | null;
/**
 * @description What a management key may call: `all`, everything; `read_only`, every GET; `spend`, the GETs that tell what was spent and what may be spent. Always `all` for an ordinary key, which never calls what only management keys may.
 * @enum {string}
 */
export type KeyScope = "all" | "read_only" | "spend";
/** @description The key of the request: what it may do, what it has spent, what is left, and what will stop it next. Read from the store for each request. All amounts are in US dollars. */
export type CurrentKey = {
    /** @description The key with its middle masked, to recognise it by. */
    label: string;
    /** @description The name people see. */
    name: string;
    kind: ApiKeyKind;
    /**
     * Format: uuid
     * @description The workspace that the key belongs to.
     */
    workspace_id: string;
    /** @description The organisation that the key belongs to. */
    organization_id: string;
    /** @description The id of the user who created the key; null when no user is known. */
    creator_user_id: string | null;
    /** @description The most that the key may spend; null when it has no limit of its own. */
    limit: number | null;
    /** @description What is left of the limit, with what is held taken off; null when the key has no limit of its own. */
    limit_remaining: number | null;
    limit_reset: LimitReset;
    /**
     * Format: date-time
     * @description When the limit starts again, as an ISO 8601 timestamp; null when it never does.
     */
    limit_resets_at: string | null;
    /** @description What is held right now for requests under way. */
    held: number;
    /** @description Whether spending through your own provider credentials counts towards the limit. */
    include_byok_in_limit: boolean;
    /** @description Everything the key has spent. */
    usage: number;
    /** @description Spent since midnight UTC. */
    usage_daily: number;
    /** @description Spent since Monday, midnight UTC. */
    usage_weekly: number;
    /** @description Spent since the first of the month, midnight UTC. */
    usage_monthly: number;
    /** @description What the providers bill for requests through the workspace's own credentials, estimated from the gateway's prices, as far as the records go back. */
    byok_usage: number;
    /** @description The same, since midnight UTC. */
    byok_usage_daily: number;
    /** @description The same, since Monday, midnight UTC. */
    byok_usage_weekly: number;
    /** @description The same, since the first of the month, midnight UTC. */
    byok_usage_monthly: number;
    /** @description All limits in money that can refuse the key, those of which the least is left first. Empty when there are none, and for a management key, which never spends. */
    budgets: KeyBudget[];
    rates: KeyRates;
    allowed_models: AllowedModels;
    allowed_providers: AllowedProviders;
    data_collection: KeyDataCollection;
    /** @description Whether the key's requests go only to providers of which the operator says that they keep nothing of what they are sent. */
    zero_data_retention: boolean;
    /** @description Whether each request of the key has to name its end user, in `user` (without it `safety_identifier`; on `/messages` `metadata.user_id`). One that does not is refused. */
    requires_end_user: boolean;
    /** @description The most output tokens of a request; null when there is no such limit. A request that asks for more is refused, and one that names no limit has this one. */
    max_output_tokens: number | null;
    /** @description The most requests of the key at a time, on all nodes together; null when there is no such limit. */
    max_requests_in_flight: number | null;
    /** @description What each session of the key may spend in all, in US dollars, as `X-Session-Budget` limits it for one request: the lower of both counts. A request that names no session is not limited by it. Null: no such limit. */
    session_budget: number | null;
    allowed_networks: AllowedNetworks;
    scope: KeyScope;
    /** @description Always `global`, because the gateway knows no regions. Client libraries expect it. */
    allowed_data_regions: string[];
    /** @description Always false. Client libraries expect it. */
    is_free_tier: boolean;
    /** @description Whether it is a management key. */
    is_management_key: boolean;
    /** @description The same, under its older name. */
    is_provisioning_key: boolean;
    /** @description The requests a minute in the form that older client libraries read. */
    rate_limit: {
        /** @description The most requests in the interval; -1 when there is no such limit. */
        requests: number;
        /** @description Always `60s`. */
        interval: string;
        /** @description Where to look instead. */
        note: string;
    };
    /** @description Models without a price are not counted here, so both limits are -1. Client libraries expect it. */
    free_model_daily_requests: {
        /** @description Always -1. */
        limit: number;
        /** @description Always -1. */
        remaining: number;
        /** @description Always 0. */
        used: number;
    };
    /**
     * Format: date-time
     * @description When the key was created, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When the key stops working, as an ISO 8601 timestamp; null when it does not.
     */
    expires_at: string | null;
    /**
     * Format: date-time
     * @description When the key got its present secret, as an ISO 8601 timestamp; null while it has its first one.
     */
    rotated_at: string | null;
    /**
     * Format: date-time
     * @description When the secret of this request stops working, as an ISO 8601 timestamp: it is an earlier one of a rotated key. Null for the present one.
     */
    secret_expires_at: string | null;
};
/** @description The key of the request. */
export type CurrentKeyReply = {
    data: CurrentKey;
};
/** @description An API key without its secret, which is shown only once, when the key is created. All amounts are in US dollars. */
export type ApiKey = {
    /** @description Numeric id of the key, as used in a workspace's `io_logging_api_key_ids`. */
    id: number;
    /** @description SHA-256 of the key in hexadecimal. It identifies the key without revealing it. A rotation gives the key another one; the earlier ones go on naming it. */
    hash: string;
    /** @description The name people see. */
    name: string;
    /** @description The key with its middle masked, to recognise it by. */
    label: string;
    /** @description True where the key was given as an `existing_key`; left out for keys that the gateway has made. */
    is_foreign?: boolean;
    kind: ApiKeyKind;
    /**
     * Format: uuid
     * @description The workspace that the key belongs to.
     */
    workspace_id: string;
    /** @description Whether the key is switched off. It can be switched on again. */
    disabled: boolean;
    /** @description The most that the key may spend; null when there is no limit. */
    limit: number | null;
    /** @description What is left of the limit, with requests under way already taken off; null when there is no limit. */
    limit_remaining: number | null;
    limit_reset: LimitReset;
    /** @description Whether spending through your own provider credentials counts towards the limit. */
    include_byok_in_limit: boolean;
    /** @description Everything the key has spent. */
    usage: number;
    /** @description Spent since midnight UTC. */
    usage_daily: number;
    /** @description Spent since Monday, midnight UTC. */
    usage_weekly: number;
    /** @description Spent since the first of the month, midnight UTC. */
    usage_monthly: number;
    /** @description What requests through your own provider credentials would have cost. Not counted yet, so always 0. */
    byok_usage: number;
    /** @description The same, since midnight UTC. */
    byok_usage_daily: number;
    /** @description The same, since Monday, midnight UTC. */
    byok_usage_weekly: number;
    /** @description The same, since the first of the month, midnight UTC. */
    byok_usage_monthly: number;
    /** @description The most requests a minute; null when there is no such limit. */
    requests_per_minute: number | null;
    /** @description The most tokens a minute; null when there is no such limit. */
    tokens_per_minute: number | null;
    /**
     * Format: date-time
     * @description When the key was created, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When the key was last changed, as an ISO 8601 timestamp; null if it never was.
     */
    updated_at: string | null;
    /**
     * Format: date-time
     * @description When the key stops working, as an ISO 8601 timestamp; null when it does not.
     */
    expires_at: string | null;
    /** @description The id of the user who created the key; null when nobody in particular did. */
    creator_user_id: string | null;
    /** @description Your own name for whoever uses the key; null when there is none. */
    external_user: string | null;
    /** @description Who is notified by e-mail when the key is found exposed; null when that is whom the operator's configuration names. */
    owner_email: string | null;
    /**
     * Format: date-time
     * @description When the key was reported as exposed, as an ISO 8601 timestamp; null when it was not. An exposed key should be deleted, and a new one created in its place.
     */
    exposed_at: string | null;
    /** @description Who found the key, and in what kind of place; null when it is not exposed. */
    exposed_source: string | null;
    /** @description Where the key was found; null when that is not known, or when it is not exposed. */
    exposed_url: string | null;
    allowed_models: AllowedModels;
    allowed_providers: AllowedProviders;
    data_collection: KeyDataCollection;
    /** @description Whether the key's requests go only to providers of which the operator says that they keep nothing of what they are sent. */
    zero_data_retention: boolean;
    /** @description Whether each request of the key has to name its end user, in `user` (without it `safety_identifier`; on `/messages` `metadata.user_id`). One that does not is refused. */
    requires_end_user: boolean;
    /** @description The most output tokens of a request; null when there is no such limit. A request that asks for more is refused, and one that names no limit has this one. */
    max_output_tokens: number | null;
    /** @description The most requests of the key at a time, on all nodes together; null when there is no such limit. */
    max_requests_in_flight: number | null;
    /** @description What each session of the key may spend in all, in US dollars, as `X-Session-Budget` limits it for one request: the lower of both counts. A request that names no session is not limited by it. Null: no such limit. */
    session_budget: number | null;
    allowed_networks: AllowedNetworks;
    scope: KeyScope;
    /**
     * Format: date-time
     * @description When the key got its present secret, as an ISO 8601 timestamp; null while it has its first one.
     */
    rotated_at: string | null;
    /**
     * Format: date-time
     * @description When the last of its earlier secrets stops working, as an ISO 8601 timestamp, which may have passed; null while it has its first one.
     */
    previous_secret_expires_at: string | null;
};
/** @description One page of API keys, in the order that was asked for. */
export type ApiKeyList = {
    /** @description The keys of this page. */
    data: ApiKey[];
    /** @description Give it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    links: PageLinks;
    /** @description How many match over all pages. */
    total_count: number;
};
/** @description The rows of the page as CSV (RFC 4180) in UTF-8, for `Accept: text/csv`: a head with the names of the fields, `latency.p50` for a field of an inner object, lists as JSON text. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export type CsvTable = string;
/** @description What the new key is called and what it may do. */
export type CreateApiKeyRequest = {
    /** @description The name people see. */
    name: string;
    /**
     * @description An `ordinary` key, the default, calls models. A `management` key administers and never spends.
     * @enum {string}
     */
    kind?: "ordinary" | "management";
    /** @description A text that callers already use, of an ordinary key: it becomes the key, so that they change the address alone. It needs 24 to 180 printable characters that are hard to guess, and is refused with 409 where it is or was a key. Left out, the gateway makes one. */
    existing_key?: string;
    /** @description The workspace that the key belongs to. Left out, it is the workspace of the key that creates it. */
    workspace_id?: string;
    /** @description The most that the key may spend, in US dollars. Null or left out, there is no limit. */
    limit?: number | null;
    limit_reset?: LimitReset;
    /** @description Whether spending through your own provider credentials counts towards the limit. Left out, it does not. */
    include_byok_in_limit?: boolean;
    /** @description The most requests a minute. Null or left out, there is no such limit. */
    requests_per_minute?: number | null;
    /** @description The most tokens a minute. Null or left out, there is no such limit. */
    tokens_per_minute?: number | null;
    /**
     * Format: date-time
     * @description When the key stops working, as an ISO 8601 timestamp. Null or left out, it does not.
     */
    expires_at?: string | null;
    /** @description The id of the user on whose behalf the key is created. */
    creator_user_id?: string | null;
    /** @description Who is notified by e-mail when the key is found exposed. Null or left out, it is whom the operator's configuration names. */
    owner_email?: string | null;
    allowed_models?: AllowedModels;
    allowed_providers?: AllowedProviders;
    data_collection?: KeyDataCollection;
    /** @description Whether the key's requests go only to providers of which the operator says that they keep nothing of what they are sent. */
    zero_data_retention?: boolean;
    /** @description Whether each request of the key has to name its end user, in `user` (without it `safety_identifier`; on `/messages` `metadata.user_id`). One that does not is refused. */
    requires_end_user?: boolean;
    /** @description The most output tokens of a request; null when there is no such limit. A request that asks for more is refused, and one that names no limit has this one. */
    max_output_tokens?: number | null;
    /** @description The most requests of the key at a time, on all nodes together; null when there is no such limit. */
    max_requests_in_flight?: number | null;
    /** @description What each session of the key may spend in all, in US dollars, as `X-Session-Budget` limits it for one request: the lower of both counts. A request that names no session is not limited by it. Null or left out, there is no such limit. */
    session_budget?: number | null;
    allowed_networks?: AllowedNetworks;
    scope?: KeyScope;
};
/** @description The new key. This is the only time that its secret is shown; keep it safe now. */
export type CreateApiKeyReply = {
    data: ApiKey;
    /** @description The key itself, to be sent as a bearer token. The service keeps only its hash. */
    key: string;
};
/** @description One place in which something was found that looks like a key. */
export type ExposedKeyMatch = {
    /** @description What was found. */
    token: string;
    /** @description The name under which the pattern of keys is registered with the scanner. It comes back as `token_type`. */
    type?: string | null;
    /** @description Where it was found; empty when that cannot be said. */
    url?: string | null;
    /** @description The kind of place, such as `commit`, `content` or `issue_comment`. */
    source?: string | null;
};
/** @description The form in which GitHub's secret scanning reports what it found. */
export type ExposedKeyMatches = ExposedKeyMatch[];
/** @description Keys that were found, and where all of them were found. */
export type ExposedKeys = {
    /** @description The keys themselves. */
    keys: string[];
    /** @description The kind of place in which they were found, in your own words. */
    source?: string | null;
    /** @description The place itself. */
    url?: string | null;
};
/** @description Keys that were found where others can read them: the list that GitHub's secret scanning sends, or an object with the keys alone. What does not look like a key is answered too, as a `false_positive`. */
export type ReportExposedKeysRequest = ExposedKeyMatches | ExposedKeys;
/** @description What one of the reported texts is. */
export type ExposedKeyLabel = {
    /** @description SHA-256 of the reported text, in hexadecimal. For a `true_positive` it is the `hash` of the key. */
    token_hash: string;
    /** @description The `type` of the report; where it had none, `portico_management_key` for what begins with `ptcm_`, and `portico_api_key` for anything else. */
    token_type: string;
    /**
     * @description `true_positive` for a key of yours that can be found under its hash, and is marked as exposed now. `false_positive` for anything else: no key, a deleted key, a key of another organisation.
     * @enum {string}
     */
    label: "true_positive" | "false_positive";
};
/** @description One label for each reported text, in the order of the report; a text that was reported twice has one. */
export type ExposedKeyLabels = ExposedKeyLabel[];
/** @description One API key. */
export type ApiKeyReply = {
    data: ApiKey;
};
/** @description What to change. Fields left out stay as they are; null takes a limit or an expiry away. */
export type UpdateApiKeyRequest = {
    /** @description The name people see. */
    name?: string;
    /** @description Whether the key is switched off. It takes effect with the next request, on every node. */
    disabled?: boolean;
    /** @description The most that the key may spend, in US dollars. */
    limit?: number | null;
    limit_reset?: LimitReset;
    /** @description Whether spending through your own provider credentials counts towards the limit. */
    include_byok_in_limit?: boolean;
    /** @description The most requests a minute. */
    requests_per_minute?: number | null;
    /** @description The most tokens a minute. */
    tokens_per_minute?: number | null;
    /**
     * Format: date-time
     * @description When the key stops working, as an ISO 8601 timestamp.
     */
    expires_at?: string | null;
    /** @description Who is notified by e-mail when the key is found exposed. Null: whom the operator's configuration names. */
    owner_email?: string | null;
    allowed_models?: AllowedModels;
    allowed_providers?: AllowedProviders;
    data_collection?: KeyDataCollection;
    /** @description Whether the key's requests go only to providers of which the operator says that they keep nothing of what they are sent. */
    zero_data_retention?: boolean;
    /** @description Whether each request of the key has to name its end user, in `user` (without it `safety_identifier`; on `/messages` `metadata.user_id`). One that does not is refused. */
    requires_end_user?: boolean;
    /** @description The most output tokens of a request; null when there is no such limit. A request that asks for more is refused, and one that names no limit has this one. */
    max_output_tokens?: number | null;
    /** @description The most requests of the key at a time, on all nodes together; null when there is no such limit. */
    max_requests_in_flight?: number | null;
    /** @description What each session of the key may spend in all, in US dollars, as `X-Session-Budget` limits it for one request: the lower of both counts. A request that names no session is not limited by it. Null: no such limit. */
    session_budget?: number | null;
    allowed_networks?: AllowedNetworks;
    scope?: KeyScope;
};
/** @description How the present secret of the key ends. */
export type RotateApiKeyRequest = {
    /** @description For how long the present secret goes on working beside the new one, at most 30 days; left out, a day. 0 ends it at once, and all earlier ones too. Earlier secrets end no later than the present one. */
    overlap_seconds?: number;
};
/**
 * @description Whom the budget is for: a whole workspace, its end users, as named by the `user` of requests, or requests with a tag.
 * @enum {string}
 */
export type BudgetScope = "workspace" | "end_user" | "tag";
/** @description What is spent, held and left of a budget in its present period. */
export type BudgetState = {
    /**
     * Format: double
     * @description The limit in US dollars, with the raise while it lasts.
     */
    limit: number;
    /**
     * Format: double
     * @description US dollars that were charged in the present period.
     */
    spent: number;
    /**
     * Format: double
     * @description US dollars that requests under way hold now.
     */
    held: number;
    /**
     * Format: double
     * @description US dollars that a new request may still hold.
     */
    remaining: number;
    /**
     * Format: date-time
     * @description When the period ends, as an ISO 8601 timestamp; null if the budget never resets.
     */
    resets_at: string | null;
    /**
     * Format: date-time
     * @description When the present raise ends, as an ISO 8601 timestamp; null if there is none now.
     */
    raise_until: string | null;
};
/** @description A limit above the keys, which admission holds every request against. */
export type Budget = {
    /**
     * Format: uuid
     * @description The budget's identifier.
     */
    id: string;
    /**
     * Format: uuid
     * @description The workspace of the budget.
     */
    workspace_id: string;
    scope: BudgetScope;
    /** @description The end user of the budget. Null for a workspace, and for each end user without a budget of its own. */
    end_user: string | null;
    /** @description The tag of the budget, such as `project=checkout`, or its name alone for each value without a budget of its own. Null for other scopes. */
    tag: string | null;
    /** @description The name people see, in alerts too. */
    name: string;
    /**
     * Format: double
     * @description What may be spent in a period, in US dollars.
     */
    limit: number;
    limit_reset: LimitReset;
    /**
     * Format: double
     * @description US dollars that are added to the limit until `raise_until`; null for none.
     */
    raise: number | null;
    /**
     * Format: date-time
     * @description When the raise ends by itself, as an ISO 8601 timestamp; null without a raise.
     */
    raise_until: string | null;
    /** @description Null for a budget of all end users or of each value of a tag, because each has its own. */
    state: BudgetState | null;
    /**
     * Format: date-time
     * @description When the budget was created, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When the budget was last changed, as an ISO 8601 timestamp; null if it never was.
     */
    updated_at: string | null;
    /** @description Who created the budget; null if that is not known. */
    created_by: string | null;
};
/** @description Budgets, oldest first, one page of them. */
export type BudgetList = {
    /** @description The budgets of this page. */
    data: Budget[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description The new budget. Only the limit is required. */
export type CreateBudgetRequest = {
    /** @description The workspace of the budget, by UUID or slug. Left out, it is the one of the calling key. */
    workspace_id?: string;
    scope?: BudgetScope;
    /** @description One end user, with the scope `end_user`. Left out, each end user without a budget of its own has this limit. */
    end_user?: string | null;
    /** @description With the scope `tag`, one of the operator's tags with its value, such as `project=checkout`. With its name alone, each value without a budget of its own has this limit. */
    tag?: string | null;
    /** @description The name people see, in alerts too. */
    name?: string;
    /**
     * Format: double
     * @description What may be spent in a period, in US dollars.
     */
    limit: number;
    limit_reset?: LimitReset;
    /**
     * Format: double
     * @description US dollars that are added to the limit until `raise_until`; null for none.
     */
    raise?: number | null;
    /**
     * Format: date-time
     * @description When the raise ends by itself, as an ISO 8601 timestamp; sent together with `raise`.
     */
    raise_until?: string | null;
};
/** @description One budget. */
export type BudgetReply = {
    data: Budget;
};
/** @description What an end user has spent, holds and has left of the budget of all end users. */
export type EndUserSpending = {
    /** @description The end user, by the `user` of its requests. */
    end_user: string;
    /**
     * Format: double
     * @description US dollars that were charged in the present period.
     */
    spent: number;
    /**
     * Format: double
     * @description US dollars that requests under way hold now.
     */
    held: number;
    /**
     * Format: double
     * @description US dollars that a new request may still hold.
     */
    remaining: number;
};
/** @description End users, the largest spending first, one page of them. */
export type EndUserSpendingList = {
    /** @description The end users of this page. */
    data: EndUserSpending[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description What the requests with one value of a tag have spent, hold and have left of the budget of each value. */
export type TagSpending = {
    /** @description The value of the tag. */
    value: string;
    /**
     * Format: double
     * @description US dollars that were charged in the present period.
     */
    spent: number;
    /**
     * Format: double
     * @description US dollars that requests under way hold now.
     */
    held: number;
    /**
     * Format: double
     * @description US dollars that a new request may still hold.
     */
    remaining: number;
};
/** @description Values of a tag, the largest spending first, one page of them. */
export type TagSpendingList = {
    /** @description The values of this page. */
    data: TagSpending[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description One budget, and the end users, or values of a tag, of one that is for each of them. */
export type GetBudgetReply = {
    data: Budget;
    /** @description Null for a budget that is not of all end users. */
    end_users: EndUserSpendingList | null;
    /** @description Null for a budget that is not of each value of a tag. */
    tag_values: TagSpendingList | null;
};
/** @description The fields to change. */
export type UpdateBudgetRequest = {
    /** @description The name people see, in alerts too. */
    name?: string;
    /**
     * Format: double
     * @description What may be spent in a period, in US dollars.
     */
    limit?: number;
    limit_reset?: LimitReset;
    /**
     * Format: double
     * @description US dollars that are added to the limit until `raise_until`; null for none.
     */
    raise?: number | null;
    /**
     * Format: date-time
     * @description When the raise ends by itself, as an ISO 8601 timestamp; sent together with `raise`.
     */
    raise_until?: string | null;
};
/** @description The credit of your organisation, in US dollars. */
export type Credits = {
    /** @description Everything that was ever granted. */
    total_credits: number;
    /** @description Everything that was ever spent against credits. Spending through your own provider credentials does not count. */
    total_usage: number;
    /** @description What is left, with requests under way already taken off. It may be negative where credits are not enforced. */
    remaining: number;
    /** @description Whether requests are refused with 402 once nothing is left. The operator decides. */
    enforced: boolean;
};
/** @description The credit of your organisation. */
export type CreditsReply = {
    data: Credits;
};
/** @description How much to grant. */
export type GrantCreditsRequest = {
    /** @description The amount in US dollars. */
    amount: number;
    /** @description What the grant is for. */
    note?: string | null;
};
/** @description Credit that was granted once. */
export type CreditGrant = {
    /** @description Numeric id of the grant. */
    id: number;
    /** @description How much was granted, in US dollars. */
    amount: number;
    /** @description Why, as the one who granted it wrote; null without a note. */
    note: string | null;
    /** @description Who granted it, a management key or the operator; null where it was not kept. */
    created_by: string | null;
    /**
     * Format: date-time
     * @description When it was granted, as an ISO 8601 timestamp.
     */
    created_at: string;
};
/** @description Grants of credit, newest first, one page of them. */
export type CreditGrantList = {
    /** @description The grants of this page. */
    data: CreditGrant[];
    /** @description Give it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    links: PageLinks;
};
/**
 * @description How a request was booked. `settled`: charged what it used. `released`: nothing was billed, so the whole hold was given back. `abandoned`: its process died, so all that was held was charged. `refunded`: an abandoned or failed request whose charge was given back. `pruned`: requests that retention had removed before their states were counted.
 * @enum {string}
 */
export type LedgerState = "settled" | "released" | "abandoned" | "refunded" | "pruned";
/** @description Sums of the booked requests in one state. Amounts are in US dollars. A sum below 0 is a defect that a check of the ledger shows. */
export type LedgerStateSums = {
    state: LedgerState;
    /** @description How many requests there are. */
    requests: number;
    /** @description What was held for them while they were under way. */
    held: number;
    /** @description What they were charged. */
    charged: number;
    /** @description What providers bill for them above what was held. No key is charged for it: the operator pays. */
    unbilled: number;
    /** @description What was given back of their charges. */
    refunded: number;
};
/** @description Sums of booked requests. Amounts are in US dollars. A sum below 0 is a defect that a check of the ledger shows. */
export type LedgerSums = {
    /** @description How many requests there are. */
    requests: number;
    /** @description What was held for them while they were under way. */
    held: number;
    /** @description What they were charged. */
    charged: number;
    /** @description What providers bill for them above what was held. No key is charged for it: the operator pays. */
    unbilled: number;
    /** @description What was given back of their charges. */
    refunded: number;
};
/**
 * @description `grants`: the grants add up to what was granted. `holds`: the open holds add up to what is held of the keys. `credit_holds`: the same against the credit. `charges`: all requests were charged what the keys have spent. `credit_charges`: the same against the credit. `credit_totals`: what all keys have used and hold of the credit is the organisation's total, which admissions are compared with. `budgets`: what workspaces with a budget have spent, and what their end users and tags have spent today, is what their budgets say. `activity_requests`, `activity_charges`, `activity_unbilled`: the activity of today and yesterday is the sum of the requests of these days. `recent_charges`: the requests of the last whole hour were charged what the activity of that hour says. `recent_states`: each of these requests is charged what its state allows.
 * @enum {string}
 */
export type LedgerCheckName = "grants" | "holds" | "credit_holds" | "charges" | "credit_charges" | "credit_totals" | "budgets" | "activity_requests" | "activity_charges" | "activity_unbilled" | "recent_charges" | "recent_states";
/** @description Two sums that must be equal. */
export type LedgerCheck = {
    name: LedgerCheckName;
    /** @description Whether the sums are equal; null where there were too many rows to read at once. */
    agrees: boolean | null;
    /**
     * @description What the sums are of.
     * @enum {string}
     */
    unit: "usd" | "requests";
    /** @description The sum of the single rows; null where they were not read. */
    expected: number | null;
    /** @description The sum that must be equal to it; null where it was not read. */
    found: number | null;
    /** @description `found` less `expected`, exact to a nanodollar; null where they were not read. */
    difference: number | null;
};
/** @description Sums of the ledger, and whether they agree. Amounts are in US dollars. */
export type Ledger = {
    /**
     * Format: date
     * @description The first day of `states` and `totals`; null where they begin with the first request.
     */
    start_date: string | null;
    /**
     * Format: date
     * @description The last day of `states` and `totals`; null where they go on to now.
     */
    end_date: string | null;
    /** @description The credit that was ever granted. */
    granted: number;
    /** @description What was ever charged against the credit. Spending through your own provider credentials does not count. */
    used: number;
    /** @description What is held of the credit now, for requests under way. */
    held: number;
    /** @description What is left of the credit, without what is held. It may be negative where credits are not enforced. */
    left: number;
    /** @description Whether requests are refused with 402 once nothing is left. The operator decides. */
    enforced: boolean;
    /** @description How many requests hold an amount now. `GET /holds` lists them. */
    open_holds: number;
    /** @description The sums of the requests in each state, always in the same order. */
    states: LedgerStateSums[];
    totals: LedgerSums;
    /** @description Sums that must be equal, compared when this was asked. */
    checks: LedgerCheck[];
    /** @description Whether no check has found a difference. */
    agrees: boolean;
    /**
     * Format: date-time
     * @description When the sums were read. All of them are of the same moment.
     */
    checked_at: string;
};
/** @description Where the money of your organisation stands. */
export type LedgerReply = {
    data: Ledger;
};
/** @description An amount that is held for a request under way. */
export type Hold = {
    /** @description The id of the generation, under which the request will be booked. */
    id: string;
    /** @description Numeric id of the API key. */
    api_key_id: number;
    /** @description Hash of the API key. */
    api_key_hash: string;
    /** @description Name of the API key. */
    api_key_name: string;
    /**
     * Format: uuid
     * @description The workspace of the API key.
     */
    workspace_id: string;
    /**
     * @description The operation by its short name.
     * @enum {string}
     */
    operation: "embeddings" | "rerank" | "responses" | "chat" | "messages";
    /** @description The model that was asked for. */
    model: string;
    /** @description What is held, in US dollars. The request is never charged more. */
    amount: number;
    /** @description Whether it counts against the credit; false where only your own provider credentials can serve the request. */
    uses_credits: boolean;
    /** @description The end user named in the request. */
    external_user: string | null;
    /** @description The session named in the request. */
    session_id: string | null;
    /** @description The calling application's address. */
    http_referer: string | null;
    /** @description The calling application's title. */
    app_title: string | null;
    /**
     * Format: date-time
     * @description When the request was admitted, as an ISO 8601 timestamp.
     */
    created_at: string;
    /** @description How long ago that was when this was asked, in milliseconds. */
    age: number;
    /** @description The gateway process that serves the request. */
    process_id: string;
    /**
     * Format: date-time
     * @description When that process started, as an ISO 8601 timestamp; null where it has never sent a heartbeat.
     */
    process_started_at: string | null;
    /** @description For how long the process that answers has seen no heartbeat of that process, in milliseconds; null where it has not looked yet. After half a minute the hold is booked in full, as `abandoned`. */
    process_silent: number | null;
};
/** @description Amounts that are held now, oldest first, one page of them. */
export type HoldList = {
    /** @description The holds of this page. */
    data: Hold[];
    /** @description How many there are over all pages. */
    total_count: number;
    /** @description What they hold over all pages, in US dollars. */
    total_held: number;
    /** @description Give it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    links: PageLinks;
};
/** @description The values that 50, 75, 90 and 99 of 100 measurements do not exceed, exact to five percent. */
export type Percentiles = {
    p50: number;
    p75: number;
    p90: number;
    p99: number;
};
/** @description What was used in one group of requests. Fields that were not grouped by are null. Amounts are in US dollars. */
export type ActivityRow = {
    /**
     * Format: date
     * @description The day, in UTC.
     */
    date: string | null;
    /**
     * Format: date-time
     * @description The beginning of the hour, where `granularity` is `hour`, as an ISO 8601 timestamp in UTC.
     */
    hour: string | null;
    /** @description Numeric id of the API key. */
    api_key_id: number | null;
    /** @description Hash of the API key. */
    api_key_hash: string | null;
    /** @description Name of the API key. */
    api_key_name: string | null;
    /**
     * Format: uuid
     * @description The workspace of the API key.
     */
    workspace_id: string | null;
    /** @description The model that was asked for. */
    model: string | null;
    /** @description The lasting name of that model. */
    model_permaslug: string | null;
    /** @description Provider and model together, such as `openai/text-embedding-3-small`. */
    endpoint_id: string | null;
    /** @description The provider that served the requests. */
    provider_name: string | null;
    /** @description The calling application's address, from `HTTP-Referer`. Null also when it sent none. */
    app_url: string | null;
    /** @description The calling application's title, from `X-Service-Title`. Null also when it sent none; `other` for those beyond the first 200 of a key and day. */
    app_title: string | null;
    /** @description The value of the tag that `tag_name` names; `other` for those beyond the first 200 of a workspace and day. */
    tag: string | null;
    /** @description How many requests there were. */
    requests: number;
    /** @description How many of them had their usage counted by the gateway because the provider never reported it. */
    estimated_requests: number;
    /** @description How many of them were answered with a status from 400. */
    failed_requests: number;
    /** @description How many of them were served with your own provider credentials. */
    byok_requests: number;
    /** @description Input tokens. */
    prompt_tokens: number;
    /** @description Output tokens. */
    completion_tokens: number;
    /** @description Input tokens that providers had in their caches. */
    cached_tokens: number;
    /** @description The share of the input tokens that providers had in their caches, from 0 to 1; null without input tokens. */
    cache_share: number | null;
    /** @description Output tokens that went into reasoning. */
    reasoning_tokens: number;
    /** @description What the requests cost. */
    usage: number;
    /** @description What providers bill for these requests above what was held for them. No key is charged for it: whoever runs the service pays. */
    unbilled: number;
    /** @description What requests through your own provider credentials would have cost. Not counted yet, so always 0. */
    byok_usage_inference: number;
    /** @description Milliseconds until the end of the reply, of the requests that succeeded; null without any. */
    latency: Percentiles | null;
    /** @description Milliseconds until the first output, of the streams that succeeded; null without any. */
    time_to_first_token: Percentiles | null;
    /** @description Output tokens by the time in which they came: from the first output to the end where it was a stream, else the whole request. Null without output. */
    output_tokens_per_second: number | null;
};
/** @description The sums over all rows of all pages. */
export type ActivityTotals = {
    /** @description How many requests there were. */
    requests: number;
    /** @description How many of them had their usage counted by the gateway because the provider never reported it. */
    estimated_requests: number;
    /** @description How many of them were answered with a status from 400. */
    failed_requests: number;
    /** @description How many of them were served with your own provider credentials. */
    byok_requests: number;
    /** @description Input tokens. */
    prompt_tokens: number;
    /** @description Output tokens. */
    completion_tokens: number;
    /** @description Input tokens that providers had in their caches. */
    cached_tokens: number;
    /** @description The share of the input tokens that providers had in their caches, from 0 to 1; null without input tokens. */
    cache_share: number | null;
    /** @description Output tokens that went into reasoning. */
    reasoning_tokens: number;
    /** @description What the requests cost, in US dollars. */
    usage: number;
    /** @description What providers bill for these requests above what was held for them, in US dollars. No key is charged for it: whoever runs the service pays. */
    unbilled: number;
    /** @description What requests through your own provider credentials would have cost, in US dollars. Not counted yet, so always 0. */
    byok_usage_inference: number;
    /** @description Milliseconds until the end of the reply, of all requests that succeeded; null without any. It cannot be calculated from the percentiles of the rows. */
    latency: Percentiles | null;
    /** @description Milliseconds until the first output, of all streams that succeeded; null without any. */
    time_to_first_token: Percentiles | null;
    /** @description Output tokens by the time in which they came, as in the rows. Null without output. */
    output_tokens_per_second: number | null;
    /** @description How many calls of models were refused in the whole hours that the period touches, so that they are not in `requests`: see `GET /refusals`. Always 0 with `provider` or `app`, as nothing was asked and no application is kept. */
    refused_requests: number;
    /** @description The same for each kind of error. */
    refused_by_reason: {
        [key: string]: number;
    };
};
/** @description Usage in groups, newest day first and dearest group first, with totals. */
export type ActivityList = {
    /** @description The groups of this page. */
    data: ActivityRow[];
    totals: ActivityTotals;
    links: PageLinks;
    /** @description How many groups there are over all pages. */
    total_count: number;
};
/** @description One attempt at one provider. */
export type GenerationAttempt = {
    /** @description The provider's HTTP status; null when the connection failed. */
    status: number | null;
    /** @description The provider. */
    provider_name?: string;
    /** @description Provider and model together. */
    endpoint_id?: string;
    /** @description Whether your own credential was used. */
    is_byok?: boolean;
    /** @description The operator's name of the credential that was used; absent where the provider has only one. */
    credential?: string;
    /** @description How long the attempt took until the end of its answer or its failure, in milliseconds. */
    latency?: number;
    /** @description How long after the request's arrival the attempt began, in milliseconds; null where it was not kept. Attempts follow each other: none begins before the one before it has ended. */
    start?: number | null;
    /** @description Input tokens that the provider bills for this attempt; 0 where it bills nothing. */
    tokens_prompt?: number;
    /** @description Output tokens that the provider bills for this attempt; 0 where it bills nothing. */
    tokens_completion?: number;
    /** @description Whether the gateway counted the tokens itself because the provider never reported them. */
    estimated?: boolean;
    /** @description What was charged for this attempt. Providers also bill attempts whose answers could not be used; the attempts' costs add up to the generation's. */
    cost?: number;
    /** @description How many sealed thoughts of earlier turns were not sent to the provider, because this workspace cannot open them. */
    thoughts_left_out?: number;
    /** @description How often each tool was called that runs at the provider, such as `web_search`. Left out where none was. */
    tool_calls?: {
        [key: string]: number;
    };
    /** @description Why this attempt did not serve the request, for example `rate_limited`, `overloaded` or `timeout`; null for the one that served. */
    failure?: string | null;
};
/** @description The parts of a request's cost, in US dollars. `input_cost`, `output_cost`, `cache_read_cost` and `cache_write_cost` together, less `discount`, are what was charged and `unbilled`, to the last nanodollar. */
export type GenerationCostDetails = {
    /** @description Input that was neither read from a cache nor written to one. */
    input_cost: number;
    /** @description Output, reasoning included. */
    output_cost: number;
    /** @description Input that the provider read from its cache. */
    cache_read_cost: number;
    /** @description Input that the provider wrote to its cache. */
    cache_write_cost: number;
    /** @description The workspace's discount. */
    discount: number;
    /** @description What the provider bills above what was held for the request. No key is charged for it. */
    unbilled: number;
    /** @description What the provider is estimated to bill for a request through your own provider credential; null for all others. */
    upstream_inference_cost: number | null;
};
/** @description The content of one request, as the workspace's log has it. */
export type GenerationContent = {
    /** @description The body of the request, as JSON text. */
    request: string;
    /** @description The body of the reply, or the output of a stream, as JSON text. */
    reply: string;
};
/** @description Everything the gateway knows about one request. Amounts are in US dollars, times in milliseconds. */
export type Generation = {
    /** @description Identifies the generation. It is the `id` of the reply. */
    id: string;
    /** @description The `X-Request-Id` of the reply; null where it was not kept. Not kept yet, so always null. */
    request_id: string | null;
    /**
     * @description Where the money stands. `pending` while the request is under way, `settled` once what it really used is booked, `abandoned` when the process that served it died and the amount held was booked instead, `refunded` when an abandoned or failed one was given back.
     * @enum {string}
     */
    state: "pending" | "settled" | "abandoned" | "refunded";
    /**
     * @description The operation, `completions` for text of any format, `embeddings` for `POST /embeddings` and `rerank` for `POST /rerank`.
     * @enum {string|null}
     */
    api_type: "completions" | "embeddings" | "rerank" | null;
    /** @description The model that was asked for. */
    model: string;
    /** @description The provider that served the request, or the last one that billed it; null when none did. */
    provider_name: string | null;
    /** @description How many providers were asked before one answered. */
    attempts: number;
    /** @description Every attempt, in order. */
    provider_responses: GenerationAttempt[] | null;
    /** @description Numeric id of the API key. */
    api_key_id: number | null;
    /** @description Name of the API key; null where the key is deleted. */
    api_key_name: string | null;
    /**
     * Format: uuid
     * @description The workspace of the API key.
     */
    workspace_id: string | null;
    /** @description The calling application's address. */
    http_referer: string | null;
    /** @description The calling application's title. */
    app_title: string | null;
    /** @description The calling program, as it names itself. */
    user_agent: string | null;
    /** @description The end user named in the request. A name of more than 256 characters is kept as its digest, `sha256:` and 64 digits. */
    external_user: string | null;
    /** @description Whether the reply was a stream. */
    streamed: boolean | null;
    /** @description Whether the caller hung up before the end. */
    cancelled: boolean | null;
    /** @description Why generation ended, such as `completed`, `incomplete` or `failed`. */
    finish_reason: string | null;
    /** @description The same in the provider's own words. */
    native_finish_reason: string | null;
    /** @description Input tokens that were billed. */
    tokens_prompt: number | null;
    /** @description Output tokens that were billed. */
    tokens_completion: number | null;
    /** @description Input tokens by the provider's count. */
    native_tokens_prompt: number | null;
    /** @description Output tokens by the provider's count. */
    native_tokens_completion: number | null;
    /** @description Input tokens that the provider had in its cache. */
    native_tokens_cached: number | null;
    /** @description Output tokens that went into reasoning. */
    native_tokens_reasoning: number | null;
    /** @description Whether the gateway counted the tokens itself because the provider never reported them. */
    estimated: boolean;
    /** @description What was charged for the request. */
    total_cost: number;
    /** @description What was charged against credits. Requests through your own provider credentials are not charged. */
    usage: number;
    /** @description What the provider bills above what was held for the request. No key is charged for it: whoever runs the service pays. */
    unbilled: number;
    /** @description What was held for the request while it was under way. It is never charged more. */
    held: number;
    /** @description Whether your own provider credential was used. */
    is_byok: boolean;
    /** @description What the provider is estimated to bill for a request through your own provider credential; null for all others. */
    upstream_inference_cost: number | null;
    /** @description The provider's own identifier of the request. */
    upstream_id: string | null;
    /** @description Time until the first byte of the answer. */
    latency: number | null;
    /** @description Time from the first byte of the answer to the last: 0 where it came in one piece. With `latency`, it adds up to the whole time. */
    generation_time: number | null;
    /**
     * Format: date-time
     * @description When the request arrived, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When its cost was booked, as an ISO 8601 timestamp; null while it is pending.
     */
    settled_at: string | null;
    /** @description Why the request failed; null when it did not. */
    error: ResponseError | null;
    /** @description Always null. Applications are known by address and title. */
    app_id: number | null;
    /** @description What the provider's cache saved; null when nothing is known. */
    cache_discount: number | null;
    /**
     * @description Always `global`.
     * @enum {string}
     */
    data_region: "global";
    /** @description Always null. The gateway does not moderate. */
    moderation_latency: number | null;
    /** @description Always null. */
    native_tokens_completion_images: number | null;
    /** @description Always null. */
    num_fetches: number | null;
    /** @description Always null. */
    num_input_audio_prompt: number | null;
    /** @description Always null. */
    num_media_completion: number | null;
    /** @description How many images and files the request carried; null when not counted. */
    num_media_prompt: number | null;
    /** @description Always null. */
    num_search_results: number | null;
    /** @description The calling application's address, or an empty string. */
    origin: string;
    /** @description Always null. */
    preset_id: string | null;
    /** @description Always null. */
    router: string | null;
    /** @description The provider's service tier, where it reported one. */
    service_tier: string | null;
    /** @description Always null. */
    web_search_engine: string | null;
    /** @description The operation by its short name, `embeddings`, `rerank`, `responses`, `chat` or `messages`. */
    operation: string;
    /** @description The HTTP status of the reply; 499 when the caller hung up before it. A stream that failed after its start has 200. */
    status: number;
    /** @description The session that the request named, in its body or in a header. A name of more than 256 characters is kept as its digest, `sha256:` and 64 digits. */
    session_id: string | null;
    /** @description The name of the price that the cost was computed with; null where it was not kept. */
    price: string | null;
    /** @description The version of the configuration under which it was served, 0 for the presets; null where it was not kept, as of an abandoned request. */
    configuration_version: number | null;
    /** @description The request's tags under the operator's names; null without any. A value of more than 256 characters is kept as its digest, `sha256:` and 64 digits. */
    tags: {
        [key: string]: string;
    } | null;
    /** @description The parts of the cost; null where the cost was not divided, as for an abandoned request. */
    cost_details: GenerationCostDetails | null;
    /** @description What was asked and answered, where the workspace logs content and the list was asked to `include` it; null otherwise. */
    content: GenerationContent | null;
};
/** @description One generation. */
export type GenerationReply = {
    data: Generation;
};
/**
 * @description Why a request failed, in its record: the kind that its reply named, or what ended it after it had begun. `caller_gone`: the caller hung up. `abandoned`: the process that served it ended. Of the provider, in the middle of its stream: `rejected` (it refused the request), `connection`, `timeout`, `credential` (it refused the credential), `unpaid` (the account has no money left), `unopened` (the gateway cannot open the credential), `malformed` (the answer could not be read) and `cut` (the stream ended before its last event).
 * @enum {string}
 */
export type GenerationErrorKind = "bad_request" | "unauthenticated" | "wrong_key_kind" | "out_of_credits" | "not_allowed" | "network_not_allowed" | "not_found" | "model_not_found" | "no_provider" | "method_not_allowed" | "conflict" | "too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal" | "secret_unreadable" | "provider_failed" | "unavailable" | "overloaded" | "caller_gone" | "abandoned" | "rejected" | "connection" | "timeout" | "credential" | "unpaid" | "unopened" | "malformed" | "cut";
/** @description One page of requests, newest first. */
export type GenerationList = {
    /** @description The requests of this page. */
    data: Generation[];
    /** @description Give it as `cursor` to get the next page; null on the last one. A page before it may have no rows. */
    next_cursor: string | null;
    links: PageLinks;
};
/** @description A turn of a session that found no cache of the prompt, because none of the five minutes' turns before it went to the same model at the same provider. Only turns that write text count, and that a provider served. A request that had its cache kept for an hour may find it all the same: `cached_tokens` says so. */
export type LostCache = {
    /** @description The number of the turn, in the order of arrival, from 1. */
    turn: number;
    /** @description The request, as `GET /generation` takes it. */
    generation_id: string;
    /**
     * Format: date-time
     * @description When it arrived.
     */
    created_at: string;
    /** @description How it differs from the turn before: `model` (another model), `provider` (another provider), `pause` (more than five minutes passed). */
    reasons: ("model" | "provider" | "pause")[];
    /** @description The same in words. */
    message: string;
    /** @description Its input tokens, cached ones too. */
    prompt_tokens: number;
    /** @description Its input tokens that the provider had in its cache. */
    cached_tokens: number;
};
/** @description The requests of one API key that named one session, summed up. Amounts are in US dollars. Of a session with more than 10,000 requests the newest 10,000 are summed up. */
export type AgentSession = {
    /** @description The name of the session. A name of more than 256 characters is kept as its digest, `sha256:` and 64 digits. */
    session_id: string;
    /** @description The key's number. */
    api_key_id: number;
    /** @description Its name; null where the key is deleted. */
    api_key_name: string | null;
    /**
     * Format: uuid
     * @description The workspace of the API key.
     */
    workspace_id: string;
    /**
     * Format: date-time
     * @description When the first of the requests arrived.
     */
    first_request_at: string;
    /**
     * Format: date-time
     * @description When the last of the requests was booked.
     */
    last_request_at: string;
    /** @description How many requests there were. Each is a turn of the session. */
    requests: number;
    /** @description Whether all requests of the session are summed up for certain; false where there are 10,000 or more. */
    is_complete: boolean;
    /** @description How many of them failed, with an error status or in the middle of a stream. */
    failed_requests: number;
    /** @description Input tokens, cached ones too. */
    prompt_tokens: number;
    /** @description Input tokens that providers had in their caches. */
    cached_tokens: number;
    /** @description The share of the input tokens that providers had in their caches, from 0 to 1; null without input tokens. */
    cache_share: number | null;
    /** @description Output tokens. */
    completion_tokens: number;
    /** @description Output tokens that went into reasoning. */
    reasoning_tokens: number;
    /** @description What the requests cost. */
    usage: number;
    /** @description The part for input that providers read from their caches, of the requests whose cost was divided. */
    cache_read_cost: number;
    /** @description The part for input that providers wrote to their caches, of the requests whose cost was divided. */
    cache_write_cost: number;
    /** @description The models that were asked for, the one with the most requests first, 10 at most. */
    models: string[];
    /** @description The providers that served, the one with the most requests first, 10 at most. */
    providers: string[];
    /** @description The turns that found no cache of the prompt, the newest first, 50 at most. */
    lost_caches: LostCache[];
    /** @description How many such turns there were. */
    lost_cache_count: number;
};
/** @description One page of agent sessions, that of the last request first. */
export type AgentSessionList = {
    /** @description The sessions of this page. */
    data: AgentSession[];
    /** @description Give it as `cursor` to get the next page; null on the last one. A page before it may have no sessions. */
    next_cursor: string | null;
    links: PageLinks;
};
/** @description Requests of one key for one model that were refused for one reason in one hour, with the last of them. */
export type Refusal = {
    /**
     * Format: date-time
     * @description The beginning of the hour, in UTC.
     */
    hour: string;
    /** @description The key's number. */
    api_key_id: number;
    /** @description Its name; null where it was deleted. */
    api_key_name: string | null;
    /**
     * Format: uuid
     * @description The key's workspace.
     */
    workspace_id: string;
    /** @description The model, as the requests named it. Null where they named none or could not be read. Of the names that no model has, a key's first 20 in an hour are kept; the others are null, too. */
    model: string | null;
    /** @description The kind of error, a word of `error.metadata.kind`. */
    reason: string;
    /** @description The HTTP status. */
    status: number;
    /** @description How many there were. */
    requests: number;
    /**
     * Format: date-time
     * @description When the last of them came.
     */
    last_at: string;
    /** @description What the last of them called, for example `createResponse`. */
    last_operation: string;
    /** @description The `X-Request-Id` of the last of them. */
    last_request_id: string;
    /** @description What the last of them was told, at most 500 characters of it. */
    last_message: string;
    /** @description What refused the last of them, as alerts name it: `key:<number>`, `budget:<id>` and what follows it there, `credits`, or `guardrail:<name>`. Null where it was none of these, or where the budget is gone. */
    last_subject: string | null;
};
/** @description The sums over all rows of all pages. */
export type RefusalTotals = {
    /** @description How many requests were refused. */
    refused_requests: number;
    /** @description The same for each kind of error, as the page of errors names it. */
    refused_by_reason: {
        [key: string]: number;
    };
};
/** @description Refused requests, newest hour first, one page of them. */
export type RefusalList = {
    /** @description The rows of this page. */
    data: Refusal[];
    totals: RefusalTotals;
    links: PageLinks;
    /** @description How many rows there are over all pages. */
    total_count: number;
};
/** @description Which generation to refund. */
export type RefundGenerationRequest = {
    /** @description The generation's identifier. */
    id: string;
};
/**
 * @description `budget`: a threshold of a limit was reached. `limit_blocking`: a request was refused because less was left of a limit than it needs. `unbilled`: providers billed what no key was charged for. `provider_down`: no request to a provider succeeded for a while. `canary_rolled_back`: a canary did worse than it may. `key_exposed`: a key was found where others can read it.
 * @enum {string}
 */
export type AlertKind = "budget" | "limit_blocking" | "unbilled" | "provider_down" | "canary_rolled_back" | "key_exposed";
/**
 * @description Of all deliveries of an alert. `failed`: one was given up. `waiting`: one is still to be made, or is being made. `sent`: all have arrived. `unsent`: no channel was set up when the alert was written, or a higher threshold was crossed by the same change of a budget.
 * @enum {string}
 */
export type AlertState = "waiting" | "sent" | "failed" | "unsent";
/** @description One notice of an alert, by one channel. */
export type AlertDelivery = {
    /**
     * @description How it is sent.
     * @enum {string}
     */
    channel: "email" | "webhook";
    /** @description What it says, the `type` of the webhook. An outage has two, `provider.down` and `provider.restored`. */
    type: string;
    /** @description The owner's address. Null for a webhook, and for a mail to the operator alone. */
    recipient: string | null;
    /**
     * @description `waiting` for its next attempt, `sending`, `sent`, or `failed` after the last attempt.
     * @enum {string}
     */
    state: "waiting" | "sending" | "sent" | "failed";
    /** @description How often it was tried, the present attempt included. */
    attempts: number;
    /** @description Why the last attempt failed. Null where none failed, and once it is sent. */
    last_error: string | null;
    /**
     * Format: date-time
     * @description When it is tried next. Null unless it is `waiting`.
     */
    next_attempt_at: string | null;
    /**
     * Format: date-time
     * @description When it arrived. Null until then.
     */
    sent_at: string | null;
};
/** @description One thing that people were notified of. Amounts are US dollars. */
export type Alert = {
    /**
     * Format: uuid
     * @description The alert's UUID.
     */
    id: string;
    kind: AlertKind;
    state: AlertState;
    /** @description What the alert is about: `key:<number>`, `budget:<id>`, `budget:<id>:<end user>`, `budget:<id>:<tag>`, `credits`, `unbilled`, `provider:<name>` or `canary:<model>`, by the name that requests ask for. */
    subject: string;
    /** @description The name of the key, the budget or the provider at that time. */
    subject_name: string;
    /**
     * Format: uuid
     * @description The workspace of the key or the budget. Null where the alert concerns the whole organisation.
     */
    workspace_id: string | null;
    /** @description The threshold that was reached, in percent of `limit`. Null for other kinds. */
    threshold_percent: number | null;
    /** @description The period of the limit: a day such as `2026-11-22`, a week such as `2026-W47`, a month such as `2026-11`, or `all` where there is none. Days begin at midnight UTC, weeks on Monday. */
    period: string;
    /** @description The limit at that time. Null where the alert is not about money. */
    limit: number | null;
    /** @description What was spent when the threshold was reached. */
    spent: number | null;
    /** @description What was left then. Never negative. */
    remaining: number | null;
    /**
     * Format: date-time
     * @description When the limit starts again. Null where it never does.
     */
    resets_at: string | null;
    /** @description Further facts. An end user's budget: `end_user`, a tag's: `tag`. An outage: `since`, `failures`, `models`. A canary: `to`, `reason` (`failures` or `latency`), `requests`, `failures`, `slow`, `version`. An exposed key: `source`, `url`, `disabled`, `kept_as_last_management_key`. */
    details: {
        [key: string]: unknown;
    };
    /**
     * Format: date-time
     * @description When the alert was written.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When a provider that was down answered again. Null until then, and for other kinds.
     */
    resolved_at: string | null;
    /** @description The notices of this alert, one for each channel. */
    deliveries: AlertDelivery[];
};
/** @description Alerts, newest first, one page of them. */
export type AlertList = {
    /** @description The alerts of this page. */
    data: Alert[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/**
 * @description Who acted: `key`, a caller with an API key; `user`, a person who has signed in without one; `local`, the operator with the command line on the store itself; `system`, the gateway itself.
 * @enum {string}
 */
export type AuditActorType = "key" | "user" | "local" | "system";
/** @description Who made a change. */
export type AuditActor = {
    type: AuditActorType;
    /** @description Numeric id of the API key. Null where no key was used. */
    key_id: number | null;
    /**
     * @description The kind of that key. Null where no key was used.
     * @enum {string|null}
     */
    key_kind: "ordinary" | "management" | null;
    /** @description What the key or the person was called at the time; for the command line the account of the operating system. */
    name: string | null;
    /** @description The person's id at the identity provider, or the name that the proxy sent. Null for all others. */
    subject: string | null;
    /** @description The id of the session that was used, which may have ended. Null without one. */
    session_id: string | null;
};
/** @description What was changed. */
export type AuditTarget = {
    /** @description Among others `api_key`, `workspace`, `byok_credential`, `configuration`, `credits`, `generation`, `provider` and `store`. More may follow. */
    type: string;
    /** @description Its id. An API key goes by its numeric id, a configuration by its version; credits by the id of the organisation; the store by the name of its part. */
    id: string;
};
/** @description Fields of the thing, never a secret. Amounts are in US dollars. Of a thing that was there before and afterwards, only the fields that differ. Null where the thing was not there. */
export type AuditFacts = {
    [key: string]: unknown;
} | null;
/** @description One change and who made it. */
export type AuditEvent = {
    /** @description Numeric id. Later events have larger ones. */
    id: number;
    /**
     * Format: date-time
     * @description When the change was made.
     */
    created_at: string;
    /** @description The id of the operation, such as `updateApiKey`, also where the command line did the same on the store itself. The command line and the gateway have actions of their own: `backUpStore`, `rotateSecrets`, `firstStart`. */
    action: string;
    actor: AuditActor;
    target: AuditTarget;
    /**
     * Format: uuid
     * @description The workspace that the change was made in. Null where it concerns the whole organisation.
     */
    workspace_id: string | null;
    before: AuditFacts;
    after: AuditFacts;
    /** @description The address at the other end of the connection; behind a proxy that is the proxy. Null where there was no connection. */
    client_ip: string | null;
    /** @description The `X-Request-Id` of the request, which may be the caller's own. Null where there was no request. */
    request_id: string | null;
};
/** @description Audit events, newest first, one page of them. */
export type AuditEventList = {
    /** @description The events of this page. */
    data: AuditEvent[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description One process of this gateway node. */
export type StatusProcess = {
    /** @description The id under which the process holds amounts. */
    id: string;
    /** @description Its number on its machine. */
    pid: number;
    /**
     * Format: date-time
     * @description When it started, as an ISO 8601 timestamp.
     */
    started_at: string;
    /** @description How many requests it is serving. */
    requests_in_flight: number;
    /** @description Bytes of request bodies that it holds. */
    body_bytes_in_flight: number;
    /** @description The memory that it has of its machine. */
    memory_bytes: number;
    /** @description By how many milliseconds it was late to turn to its next piece of work, 99 of 100 times at most. */
    event_loop_lag: number;
    /** @description The version of the configuration that it runs; 0 for the presets. */
    configuration_version: number;
    /** @description Why it cannot take the version in use; null where it runs it. */
    configuration_problem: string | null;
};
/** @description What the gateway adds to calls of models, in milliseconds. */
export type StatusOverhead = {
    /** @description How many calls were measured. */
    requests: number;
    /** @description Half of them waited no longer. */
    p50: number;
    /** @description 75 of 100 waited no longer. */
    p75: number;
    /** @description 90 of 100 waited no longer. */
    p90: number;
    /** @description 99 of 100 waited no longer. */
    p99: number;
};
/** @description Inputs of embeddings for which kept vectors were looked up. */
export type StatusVectorCache = {
    /** @description Inputs that had one. */
    hits: number;
    /** @description Inputs that had none. */
    misses: number;
};
/** @description What the processes of this gateway node do. Times are in milliseconds. */
export type Status = {
    /** @description The version of the gateway. */
    version: string;
    /**
     * @description The store's database.
     * @enum {string}
     */
    engine: "sqlite" | "postgres";
    /**
     * Format: date-time
     * @description When the oldest process of this node started, as an ISO 8601 timestamp.
     */
    started_at: string;
    /** @description The processes of this node, oldest first. One that does not answer at once is left out. */
    processes: StatusProcess[];
    /** @description How many more processes use the same store, on other nodes or about to be noticed as dead. */
    processes_elsewhere: number;
    /** @description How many processes of all nodes ran another version of the configuration than the one in use when they last said so, which they do every few seconds. Where it stays above 0, such a process cannot take it: the status of its own node says why. */
    processes_behind: number;
    /** @description How many requests this node is serving, this one included. */
    requests_in_flight: number;
    /** @description What is held for requests of your organisation, on all nodes, in US dollars. */
    held: number;
    /** @description How far back `overhead`, `vector_cache` and `event_loop_lag` reach at most. */
    window_seconds: number;
    /** @description What the gateway adds to calls of models: from their arrival to the beginning of the reply, without the time in which an upstream was asked. Null without any call. */
    overhead: StatusOverhead | null;
    vector_cache: StatusVectorCache;
    /** @description By how much the busiest process was late to turn to its next piece of work, 99 of 100 times at most. */
    event_loop_lag: number;
};
/** @description What this gateway node does. */
export type StatusReply = {
    data: Status;
};
/** @description The configuration of an installation, as one process runs it. */
export type Configuration = {
    /** @description The version that the answering process runs; 0 for the presets, before there is any. */
    version: number;
    /** @description The version that all processes are to run. */
    in_use: number;
    /**
     * @description Where it comes from. `presets` where nothing was configured yet.
     * @enum {string}
     */
    source: "presets" | "file" | "store";
    /** @description Whether a file decides, so that nothing can be changed here. */
    read_only: boolean;
    /** @description Its text. `sealed:7.2` stands for a secret, here the second one of version 7, and keeps it where it is sent again. */
    yaml: string;
    /** @description The version that it was made from. */
    parent: number;
    /** @description Why it was made. */
    note: string | null;
    /** @description Who made it; null for the presets. */
    created_by: string | null;
    /**
     * Format: date-time
     * @description When it was made, as an ISO 8601 timestamp; null for the presets.
     */
    created_at: string | null;
    /**
     * Format: date-time
     * @description When it last came into use, as an ISO 8601 timestamp; null for the presets.
     */
    activated_at: string | null;
    /** @description The places whose values wait for a restart of the process. */
    waiting: string[];
    /** @description Why the answering process cannot take the version in use or the changed file; null where it runs it. */
    problem: string | null;
};
/** @description The configuration. */
export type ConfigurationReply = {
    data: Configuration;
};
/** @description A whole configuration, in place of the one in use. */
export type UpdateConfigurationRequest = {
    /** @description Its text, as `portico.yaml` has it. A mark such as `sealed:7.2` keeps the secret that it stands for, as long as it goes to the same address. */
    yaml: string;
    /** @description The version that was changed, 0 where there was none. */
    parent: number;
    /** @description Why, for people. */
    note?: string | null;
};
/** @description A whole configuration, to see what it would change. */
export type PlanConfigurationRequest = {
    /** @description Its text, as `portico.yaml` has it, with or without marks. */
    yaml: string;
    /** @description A provider of the text, whose credential is tried now as the text has it, as `POST /providers/{slug}/check` does. Not where a file decides, and ten times a minute at most. */
    check?: string;
};
/** @description Names that come and go. */
export type ConfigurationNames = {
    /** @description Those that are new. */
    added: string[];
    /** @description Those that go. */
    removed: string[];
};
/** @description Prices of one token, in US dollars. */
export type ConfigurationPrice = {
    /** @description Of input. */
    prompt: string;
    /** @description Of output. */
    completion: string;
};
/** @description A price that would change. */
export type ConfigurationPriceChange = {
    /** @description The id of the model. */
    model: string;
    /** @description The provider. */
    provider: string;
    before: ConfigurationPrice;
    after: ConfigurationPrice;
};
/** @description A key that could use no model. */
export type ConfigurationKey = {
    /** @description Its numeric id. */
    id: number;
    /** @description Its name. */
    name: string;
    /** @description The models that it may use, as patterns. */
    allowed_models: string[];
};
/** @description What came of the check of a provider's credential. No part of the credential is in it. */
export type ProviderCheck = {
    /** @description The provider. */
    provider: string;
    /**
     * Format: uuid
     * @description The credential of your own that was checked; null for the operator's.
     */
    byok_id: string | null;
    /**
     * @description `accepted`: the provider answered and accepts the credential. `doubtful`: it answered, and the message says what may be wrong. `failed`: it refused, or could not be reached. `unchecked`: there is nothing to check, or nothing that costs nothing.
     * @enum {string}
     */
    outcome: "accepted" | "doubtful" | "failed" | "unchecked";
    /** @description The same in a sentence, for people. */
    message: string;
    /** @description Why it failed, in the words of a generation's attempts, for example `credential` or `timeout`; otherwise null. */
    failure: string | null;
    /** @description The provider's HTTP status where the check failed and the provider answered; otherwise null. */
    status: number | null;
    /** @description Upstream names of configured models that the provider does not list. Empty where it lists none. */
    missing_models: string[];
    /** @description How long the check took, in milliseconds. */
    latency: number;
    /**
     * Format: date-time
     * @description When it was made.
     */
    checked_at: string;
};
/** @description What a configuration would change. */
export type ConfigurationPlan = {
    /** @description The places at which it differs from the present one. */
    changes: string[];
    /** @description The places whose values would wait for a restart of each process. */
    waiting: string[];
    models: ConfigurationNames;
    providers: ConfigurationNames;
    /** @description Providers that need a credential and would have none. */
    without_credential: string[];
    /** @description The models whose price would change at a provider. */
    prices: ConfigurationPriceChange[];
    /** @description The keys of this organisation whose `allowed_models` name no model that would be left. */
    keys: ConfigurationKey[];
    /** @description What came of the check that was asked for; otherwise null. */
    check: ProviderCheck | null;
};
/** @description What a configuration would change. */
export type ConfigurationPlanReply = {
    data: ConfigurationPlan;
};
/** @description A version of the configuration. */
export type ConfigurationVersion = {
    /** @description Its number. */
    version: number;
    /** @description Whether it is in use. */
    active: boolean;
    /** @description The version that it was made from. */
    parent: number;
    /**
     * @description Where it comes from.
     * @enum {string}
     */
    source: "file" | "store";
    /** @description Why it was made. */
    note: string | null;
    /** @description Who made it. */
    created_by: string;
    /**
     * Format: date-time
     * @description When it was made, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When it last came into use, as an ISO 8601 timestamp.
     */
    activated_at: string;
    /** @description The places at which it differs from its parent, such as `providers.openai.api_key`. */
    changes: string[];
};
/** @description One page of versions, newest first. */
export type ConfigurationVersionList = {
    /** @description The versions of this page. */
    data: ConfigurationVersion[];
    /** @description Give it as `cursor` to get the next page; null on the last one. */
    next_cursor: string | null;
    links: PageLinks;
};
/** @description A version of the configuration, with its text. */
export type ConfigurationVersionText = {
    /** @description Its number. */
    version: number;
    /** @description Whether it is in use. */
    active: boolean;
    /** @description The version that it was made from. */
    parent: number;
    /**
     * @description Where it comes from.
     * @enum {string}
     */
    source: "file" | "store";
    /** @description Why it was made. */
    note: string | null;
    /** @description Who made it. */
    created_by: string;
    /**
     * Format: date-time
     * @description When it was made, as an ISO 8601 timestamp.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When it last came into use, as an ISO 8601 timestamp.
     */
    activated_at: string;
    /** @description The places at which it differs from its parent, such as `providers.openai.api_key`. */
    changes: string[];
    /** @description Its text, in which marks stand for secrets. */
    yaml: string;
};
/** @description One version. */
export type ConfigurationVersionReply = {
    data: ConfigurationVersionText;
};
/** @description From which version on another one is activated. */
export type ActivateConfigurationRequest = {
    /** @description The version in use, as it was seen. Left out, it is the present one, whichever that is. */
    parent?: number;
};
/**
 * @description How the session was begun: `key`, with an API key; `oidc`, at an identity provider; `proxy`, by a proxy in front of the gateway that names its users.
 * @enum {string}
 */
export type SessionWay = "key" | "oidc" | "proxy";
/**
 * @description What a session may do: `viewer` reads everything; `billing` reads and changes what is about money; `operator` reads everything and changes all but credits and management keys; `admin` does everything; `holder` does what one ordinary key may do. The table of roles and operations is in the documentation. A session of a management key is an `admin` within the scope of that key.
 * @enum {string}
 */
export type SessionRole = "viewer" | "billing" | "operator" | "admin" | "holder";
/** @description The API key of a session. */
export type SessionKey = {
    /** @description Its numeric id. */
    id: number;
    kind: ApiKeyKind;
    /** @description The name people see. */
    name: string;
    /** @description The key with its middle masked, to recognise it by. */
    label: string;
    scope: KeyScope;
};
/** @description The session of the request: who signed in, and what they may do. For a request with an API key, what a session of that key would be. */
export type CurrentSession = {
    /**
     * Format: uuid
     * @description The session's id, which is not its cookie. Null for a request with a key.
     */
    id: string | null;
    way: SessionWay;
    role: SessionRole;
    /** @description Who signed in: the id of the person at the identity provider, the name that the proxy sent, or `key:<number>`. */
    subject: string;
    /** @description The name that people see, that of the person, or that of the key. */
    name: string;
    /** @description The organisation that it acts in. */
    organization_id: string;
    /**
     * Format: uuid
     * @description The workspace that new things belong to unless the request names another.
     */
    workspace_id: string;
    /** @description The API key that it was begun with; null where there is none. */
    key: SessionKey | null;
    /** @description The ids of the operations that it may call, in alphabetical order. */
    operations: string[];
    /** @description The names under which requests are tagged here, as the operator has configured them. */
    tag_names: string[];
    /**
     * Format: date-time
     * @description When the session began; null for a key.
     */
    created_at: string | null;
    /**
     * Format: date-time
     * @description When it was last used, to the minute; null for a key.
     */
    last_seen_at: string | null;
    /**
     * Format: date-time
     * @description When it ends, however much it is used; null for a key.
     */
    expires_at: string | null;
    /**
     * Format: date-time
     * @description When it ends unless it is used before; null for a key.
     */
    idle_expires_at: string | null;
};
/** @description The session of the request. */
export type CurrentSessionReply = {
    data: CurrentSession;
};
/** @description What a session is begun with. */
export type CreateSessionRequest = {
    /** @description An API key of this gateway, of any kind. */
    key: string;
};
/** @description One way to sign in. */
export type SignInWay = {
    way: SessionWay;
    /** @description What to call it on a sign-in page, for example the name of the identity provider. */
    name: string;
    /** @description The page that begins it, relative to the console's own address (`/console/`). It takes the path to go on to as `return_to`. Null where a session is begun by `POST /session` alone. */
    href: string | null;
    /** @description The page to visit after a session of this way was ended, so that the browser is signed out there too; relative to the console's own address, or a whole address. Null where there is none. */
    sign_out_href: string | null;
    /** @description Whether a sign-in page goes there by itself, because the visitor is known already. */
    is_automatic: boolean;
};
/** @description The ways to sign in to this gateway. */
export type SignInWays = {
    /** @description The ways, those that the operator prefers first. */
    data: SignInWay[];
};
/** @description One session of the console. It never holds the cookie. */
export type Session = {
    /**
     * Format: uuid
     * @description The session's id, which is not its cookie.
     */
    id: string;
    way: SessionWay;
    role: SessionRole;
    /** @description Who signed in: the id of the person at the identity provider, the name that the proxy sent, or `key:<number>`. */
    subject: string;
    /** @description The name that people see, that of the person, or that of the key. */
    name: string;
    /** @description Numeric id of the API key that it was begun with. Null where there is none. */
    key_id: number | null;
    /**
     * Format: date-time
     * @description When the session began.
     */
    created_at: string;
    /**
     * Format: date-time
     * @description When it was last used, to the minute.
     */
    last_seen_at: string;
    /**
     * Format: date-time
     * @description When it ends, however much it is used.
     */
    expires_at: string;
    /**
     * Format: date-time
     * @description When it ends unless it is used before.
     */
    idle_expires_at: string;
    /** @description The address that it was begun from. Null where it is not known. */
    address: string | null;
    /** @description The browser that it was begun with, in the browser's own words. Null where it sent none. */
    user_agent: string | null;
    /** @description Whether it is the session of this request. */
    is_current: boolean;
};
/** @description Sessions, newest first, one page of them. */
export type SessionList = {
    /** @description The sessions of this page. */
    data: Session[];
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description Confirms that sessions have ended. */
export type RevokeSessionsReply = {
    /**
     * @description Always true.
     * @constant
     */
    deleted: true;
    /** @description How many sessions have ended. */
    count: number;
};
/** @description A model of any kind, with what it can take and give and what it costs. */
export type Model = {
    /** @description The identifier to send as `model`. */
    id: string;
    /** @description The lasting name of the model. An `id` may be an alias; this is what it stands for. */
    canonical_slug: string;
    /** @description The name people see. */
    name: string;
    /** @description The same name, under the field that client libraries of Anthropic's format read. */
    display_name: string;
    /**
     * @description Whether the model writes text, makes embeddings or reranks documents.
     * @enum {string}
     */
    kind?: "text" | "embedding" | "rerank";
    /**
     * @description Always `model`, for client libraries of OpenAI's form.
     * @constant
     */
    object: "model";
    /**
     * @description Always `model`, for client libraries of Anthropic's form.
     * @constant
     */
    type: "model";
    /** @description The part of the `id` before the first slash, or the whole `id`; for client libraries of OpenAI's form. */
    owned_by: string;
    /** @description When the model was added, in seconds since 1970. */
    created: number;
    /**
     * Format: date-time
     * @description The same as RFC 3339 has it, for client libraries of Anthropic's form.
     */
    created_at: string;
    /** @description What the model is good at; an empty text where the operator says nothing. */
    description: string;
    /** @description The most tokens that input and output may have together; null when unknown. */
    context_length: number | null;
    /** @description How many numbers one vector of an embedding model has. */
    dimensions?: number;
    architecture: ModelArchitecture;
    pricing: ModelPricing;
    top_provider: TopProvider;
    /** @description Limits of a single request; null when there are none beyond the context length. */
    per_request_limits: PerRequestLimits | null;
    /** @description Names of the request parameters that have an effect with this model, by every name that requests have for them (`max_output_tokens`, `max_tokens`). `structured_outputs` stands for a JSON Schema of the text. */
    supported_parameters: string[];
    /** @description Values that apply when a request leaves a parameter out; null when there are none. */
    default_parameters: Record<string, unknown> | null;
    /** @description Voices of a speech model; null for all others. */
    supported_voices: string[] | null;
    links: ModelLinks;
};
/** @description Models of every kind, one page of them. */
export type ModelList = {
    /**
     * @description Always `list`, for client libraries of OpenAI's form.
     * @constant
     */
    object: "list";
    /** @description The models of this page. */
    data: Model[];
    /** @description The `id` of the first model of this page, for client libraries of Anthropic's form; null for an empty page. */
    first_id: string | null;
    /** @description The `id` of the last model of this page; as `after_id` it asks for the next page. */
    last_id: string | null;
    /** @description Whether there are models behind this page. */
    has_more: boolean;
    links: PageLinks;
    /** @description How many there are over all pages. */
    total_count: number;
};
/** @description Which values of `tool_choice` have an effect. */
export type ToolChoiceSupport = {
    /** @description The model decides. */
    auto: boolean;
    /** @description No call. */
    none: boolean;
    /** @description At least one call. */
    required: boolean;
    /** @description A call of a function that the request names. */
    function: boolean;
};
/**
 * @description Whether the process that answers asks this endpoint: `closed` means yes, `open` that it failed too often and is left alone for a while, `half_open` that one request may try it again.
 * @enum {string}
 */
export type CircuitState = "closed" | "half_open" | "open";
/** @description A provider that serves a model, with its price and what this gateway has measured of it. */
export type ModelEndpoint = {
    /** @description The provider and the model. */
    name: string;
    /** @description The identifier to send as `model`. */
    model_id: string;
    /** @description The name people see. */
    model_name: string;
    /** @description The provider's name in `provider.only`, `provider.order` and `provider.ignore`. */
    provider_name: string;
    /** @description The same name. */
    tag: string;
    /** @description The provider's own name of the model. */
    upstream_model?: string;
    /** @description The most tokens that input and output may have together at this provider. */
    context_length: number;
    /** @description The most output tokens; null when there is no limit beyond the context length. */
    max_completion_tokens: number | null;
    /** @description The most input tokens; null when there is no limit beyond the context length. */
    max_prompt_tokens: number | null;
    /** @description How the provider has shortened the model's numbers; null, because providers do not say. */
    quantization: string | null;
    pricing: ModelPricing;
    /**
     * @description `operator` if the operator's file states the price, `preset` if the price is the one that comes with the gateway. The `source` of the pricing says it in words.
     * @enum {string}
     */
    price_source: "operator" | "preset";
    /**
     * Format: date
     * @description The day of the price list, or of the last change to the operator's file; null where no day is known.
     */
    price_as_of: string | null;
    /** @description The price that comes with the gateway for the same model at the same provider, where the operator's file states another one; otherwise null. */
    list_pricing: ModelPricing | null;
    /** @description Names of the request parameters that have an effect at this provider, by every name that requests have for them (`max_output_tokens`, `max_tokens`). `structured_outputs` stands for a JSON Schema of the text. */
    supported_parameters: string[];
    /** @description Whether input that was sent before is cheaper without asking for a cache. */
    supports_implicit_caching: boolean;
    supports_tool_choice: ToolChoiceSupport;
    /**
     * @description Whether the provider may keep what it is sent, as `provider.data_collection` asks.
     * @enum {string}
     */
    data_collection?: "allow" | "deny";
    /** @description The circuit as a number: 0 is closed, -1 half open, -2 open. */
    status: number;
    circuit: CircuitState;
    /** @description The percentage of attempts with the operator's credential that were answered in the last five to ten minutes, as all processes of this gateway saw it; null if there were none. */
    uptime_last_5m: number | null;
    /** @description The same for the last half hour. */
    uptime_last_30m: number | null;
    /** @description The same for the last day. */
    uptime_last_1d: number | null;
    /** @description Milliseconds to the first content, in the last half hour; null if nothing was measured. */
    latency_last_30m: Percentiles | null;
    /** @description Output tokens a second, in the last half hour; null if nothing was measured. */
    throughput_last_30m: Percentiles | null;
};
/** @description A model and the providers that serve it to this key. */
export type ModelEndpoints = {
    /** @description The identifier to send as `model`. */
    id: string;
    /** @description The name people see. */
    name: string;
    /** @description When the model was added, in seconds since 1970. */
    created: number;
    /** @description What the model is good at; empty when nothing is known. */
    description: string;
    architecture: ModelArchitecture;
    /** @description One for each provider, in the order of the operator's file. */
    endpoints: ModelEndpoint[];
};
/** @description A model's endpoints. */
export type ModelEndpointsReply = {
    data: ModelEndpoints;
};
/** @description One model, with some of its fields beside `data`, where client libraries of OpenAI's and Anthropic's form read them. */
export type ModelReply = {
    data: Model;
    /** @description The identifier to send as `model`. */
    id: string;
    /**
     * @description Always `model`.
     * @constant
     */
    object: "model";
    /**
     * @description Always `model`.
     * @constant
     */
    type: "model";
    /** @description The name people see. */
    display_name: string;
    /** @description The part of the `id` before the first slash, or the whole `id`. */
    owned_by: string;
    /** @description When the model was added, in seconds since 1970. */
    created: number;
    /**
     * Format: date-time
     * @description When the model was added, as RFC 3339 has it.
     */
    created_at: string;
};
/** @description A provider, and what this gateway has measured of it. */
export type Provider = {
    /** @description The provider's name in the operator's file. */
    name: string;
    /** @description The same name, as `provider.only`, `provider.order` and `provider.ignore` take it. */
    slug: string;
    /** @description Null, because the gateway does not know it. */
    privacy_policy_url: string | null;
    /** @description Null, because the gateway does not know it. */
    terms_of_service_url: string | null;
    /** @description Null, because the gateway does not know it. */
    status_page_url: string | null;
    /** @description How many of the listed models it serves. */
    models: number;
    /** @description Whether workspaces may bring credentials of their own for it. */
    byok: boolean;
    /**
     * @description `deny` if it keeps nothing that it is sent, for every listed model.
     * @enum {string}
     */
    data_collection: "allow" | "deny";
    circuit: CircuitState;
    /** @description The percentage of attempts with the operator's credential that were answered in the last five to ten minutes, as all processes of this gateway saw it; null if there were none. */
    uptime_last_5m: number | null;
    /** @description The same for the last half hour. */
    uptime_last_30m: number | null;
    /** @description The same for the last day. */
    uptime_last_1d: number | null;
    /** @description Milliseconds to the first content, in the last half hour; null if nothing was measured. */
    latency_last_30m: Percentiles | null;
    /** @description Output tokens a second, in the last half hour; null if nothing was measured. */
    throughput_last_30m: Percentiles | null;
};
/** @description The providers that this key can use. */
export type ProviderList = {
    data: Provider[];
};
/** @description Why a provider did not serve by a credential. */
export type CredentialFailure = {
    /** @description `rate_limited`, `credential` or `unpaid`. */
    failure: string;
    /** @description The provider's HTTP status; null where it gave none. */
    status: number | null;
    /**
     * Format: date-time
     * @description When it happened.
     */
    at: string;
};
/** @description One of several credentials of the operator for a provider, as the process that answers has met it. */
export type PooledCredential = {
    /** @description The operator's name for it. */
    name: string;
    /** @description Its share of the sessions, against the weights of the others. */
    weight: number;
    /**
     * @description `limited` where the provider limits its rate for some models, `refused` where it refused the credential or its account has no credit left. Until then the others serve in its place.
     * @enum {string}
     */
    state: "ready" | "limited" | "refused";
    /**
     * Format: date-time
     * @description When it is asked again; null where it is ready.
     */
    until: string | null;
    /** @description The provider's own names of the models whose rate is limited. */
    limited_models: string[];
    /** @description The last time that the provider refused or limited it; null where that has not happened. */
    last_failure: CredentialFailure | null;
};
/** @description The credentials that requests to a provider use. */
export type ProviderCredentials = {
    /** @description Whether the gateway can ask the provider at the operator's expense: the operator's file has a credential, or the provider needs none. */
    operator: boolean;
    /** @description Credentials that workspaces of your organisation brought along, oldest first, at most 100. */
    byok: ByokCredential[];
    /** @description The operator's credentials, where there are several (`api_keys`); otherwise empty. */
    pool: PooledCredential[];
};
/** @description A canary did worse than it may. Another version of the configuration tries it again. */
export type CanaryRollBack = {
    /**
     * Format: date-time
     * @description When it was rolled back.
     */
    at: string;
    /**
     * @description Which mark it has passed.
     * @enum {string}
     */
    reason: "failures" | "latency";
    /** @description How many requests it had been sent within the time that counts. */
    requests: number;
    /** @description How many of them failed, and were answered by the usual model. */
    failures: number;
    /** @description How many took too long. */
    slow: number;
};
/** @description A canary that sends requests for another model to this provider, as the process that answers knows it. */
export type ProviderCanary = {
    /** @description The model or alias that requests ask for. */
    model: string;
    /** @description The model that gets a share of them in its place. */
    to: string;
    /** @description Its share of the sessions. */
    percent: number;
    /** @description Why it gets no further requests; null where it does. */
    rolled_back: CanaryRollBack | null;
};
/** @description What was measured of a provider in one stretch of time, with the operator's credential, over all processes. */
export type ProviderSlot = {
    /**
     * Format: date-time
     * @description The start of the stretch.
     */
    from: string;
    /**
     * Format: date-time
     * @description Its end, which belongs to the next one.
     */
    to: string;
    /** @description How many attempts the provider answered. */
    answered: number;
    /** @description How many attempts failed. */
    failed: number;
    /** @description Milliseconds to the first content; null if nothing was measured. */
    latency: Percentiles | null;
    /** @description Output tokens a second; null if nothing was measured. */
    throughput: Percentiles | null;
};
/** @description The circuit of an endpoint opened or closed in one process of the gateway. */
export type CircuitChange = {
    /**
     * Format: date-time
     * @description When it changed.
     */
    at: string;
    /** @description The endpoint, by the provider's own name of the model. */
    upstream_model: string;
    /**
     * @description The state from then on. A trial that fails keeps an open circuit open and is no change.
     * @enum {string}
     */
    circuit: "closed" | "open";
    /** @description Stands for the process. It is another one after each start. */
    process: string;
};
/** @description An attempt that failed. */
export type ProviderFailure = {
    /**
     * Format: date-time
     * @description When its request came in.
     */
    at: string;
    /** @description The request, for `GET /generation`. */
    generation_id: string;
    /** @description The model that the request was for. */
    model: string;
    /** @description The provider's own name of the model. */
    upstream_model: string;
    /** @description The provider's HTTP status; null when the connection failed. */
    status: number | null;
    /** @description Why the attempt did not serve the request, for example `rate_limited`, `overloaded` or `timeout`. */
    failure: string;
    /** @description How long the attempt took, in milliseconds. */
    latency: number;
    /** @description The provider that served the request after all; null if none did. */
    served_by: string | null;
};
/** @description A provider with what led to its present state. */
export type ProviderDetails = {
    provider: Provider;
    /** @description The models that it serves to this key, each with its price and what was measured there. */
    endpoints: ModelEndpoint[];
    credentials: ProviderCredentials;
    /** @description The canaries whose requests this provider gets. */
    canaries: ProviderCanary[];
    /** @description The last day in stretches of five minutes, oldest first, all endpoints together. A stretch in which nothing was asked of the provider is left out. */
    time_line: ProviderSlot[];
    /** @description When circuits opened and closed in the last seven days, newest first, at most 100 changes. Each process of the gateway has circuits of its own. */
    circuit_changes: CircuitChange[];
    /** @description The last attempts that failed, newest first, at most 20, also those whose request another provider served. They are of your organisation's requests, and are looked for among its last 5000 requests with a failed attempt. */
    failures: ProviderFailure[];
};
/** @description One provider in detail. */
export type ProviderDetailsReply = {
    data: ProviderDetails;
};
/** @description Which credential to check. */
export type CheckProviderRequest = {
    /**
     * Format: uuid
     * @description The id of a credential of your own, also one that is switched off; left out, the operator's credential is checked.
     */
    byok_id?: string;
};
/** @description A check of a provider. */
export type ProviderCheckReply = {
    data: ProviderCheck;
};
/** @description A mark for the provider's cache. */
export type MessagesCacheControl = {
    /**
     * @description Always `ephemeral`.
     * @constant
     */
    type: "ephemeral";
    /**
     * @description How long the provider keeps it. Left out, five minutes.
     * @enum {string|null}
     */
    ttl?: "5m" | "1h" | null;
};
/**
 * Text
 * @description A piece of text.
 */
export type MessagesText = {
    /**
     * @description Says that this block is text.
     * @constant
     */
    type: "text";
    /** @description The text. */
    text: string;
    /** @description What the text of an earlier reply cites, as you got it. Handed on where the provider speaks this format and serves with a credential of your own (BYOK). */
    citations?: Record<string, unknown>[] | null;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Base64
 * @description Content that is sent along, in Base64.
 */
export type MessagesBase64Source = {
    /**
     * @description Says that this content is sent along.
     * @constant
     */
    type: "base64";
    /** @description What the content is, such as `image/png` or `application/pdf`. */
    media_type: string;
    /** @description The content in Base64. */
    data: string;
};
/**
 * Address
 * @description Content at an address.
 */
export type MessagesUrlSource = {
    /**
     * @description Says that this content is at an address.
     * @constant
     */
    type: "url";
    /** @description An `https` address. An address that only the operator's credential or network opens is refused. */
    url: string;
};
/**
 * Other
 * @description A source of another kind, such as a file that a provider keeps. The block is handed on unchanged to a provider that speaks this format and serves with a credential of your own (BYOK), and left out at all others.
 */
export type MessagesOtherSource = {
    /** @description Any other kind of source. */
    type: string;
};
/**
 * Image
 * @description An image.
 */
export type MessagesImage = {
    /**
     * @description Says that this block is an image.
     * @constant
     */
    type: "image";
    /** @description Where the image is. */
    source: MessagesBase64Source | MessagesUrlSource | MessagesOtherSource;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Plain text
 * @description Text that is sent along.
 */
export type MessagesTextSource = {
    /**
     * @description Says that this content is text.
     * @constant
     */
    type: "text";
    /** @description Always `text/plain`. */
    media_type?: string | null;
    /** @description The text. */
    data: string;
};
/**
 * Parts
 * @description A document in parts. They are read one after the other, as if each stood in the message itself.
 */
export type MessagesContentSource = {
    /**
     * @description Says that these are parts.
     * @constant
     */
    type: "content";
    /** @description The parts. */
    content: string | (MessagesText | MessagesImage)[];
};
/**
 * Document
 * @description A document: a PDF, or text.
 */
export type MessagesDocument = {
    /**
     * @description Says that this block is a document.
     * @constant
     */
    type: "document";
    /** @description Where the document is. */
    source: MessagesBase64Source | MessagesTextSource | MessagesUrlSource | MessagesContentSource | MessagesOtherSource;
    /** @description The document's name; models often see it. */
    title?: string | null;
    /** @description What the model should know of the document, beside its content. */
    context?: string | null;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Tool use
 * @description A call that the model made in an earlier reply. Send it back unchanged.
 */
export type MessagesToolUse = {
    /**
     * @description Says that this block is a call of a tool.
     * @constant
     */
    type: "tool_use";
    /** @description Unique id of the call; pairs the call with its result. */
    id: string;
    /** @description Name of the tool. */
    name: string;
    /** @description The arguments. */
    input: Record<string, unknown>;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Other
 * @description A block of another type. Search results and references of tools are handed on unchanged to providers that speak this format; any other one only where the provider serves with a credential of your own (BYOK). Where it is left out, `X-Portico-Notice` names it. An image, a document or a search result that no provider of the model can be sent is refused.
 */
export type MessagesOtherBlock = {
    /** @description Any other type. */
    type: string;
};
/** @description A block of what a tool returned. */
export type MessagesResultBlock = MessagesText | MessagesImage | MessagesDocument | MessagesOtherBlock;
/**
 * Tool result
 * @description What your tool returned, for the model to go on with.
 */
export type MessagesToolResult = {
    /**
     * @description Says that this block is the result of a call.
     * @constant
     */
    type: "tool_result";
    /** @description The `id` of the call that this answers. The call stands before it, and each call has one result. */
    tool_use_id: string;
    /** @description The result, as text or as blocks. Left out, the tool returned nothing. */
    content?: string | MessagesResultBlock[] | null;
    /** @description Whether the tool failed; the result then says how. */
    is_error?: boolean | null;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Thinking
 * @description What the model thought in an earlier reply. Send it back unchanged, in its place.
 */
export type MessagesThought = {
    /**
     * @description Says that this block is a thought.
     * @constant
     */
    type: "thinking";
    /** @description The thought, as received. What counts is the signature; this text is not read where there is one. */
    thinking: string;
    /** @description The signature, as received. A signature of another gateway or workspace, of another kind of model, or none, is accepted: the model then goes on without this thought. */
    signature?: string | null;
};
/**
 * Redacted thinking
 * @description A thought of an earlier reply that only the provider can read. Send it back unchanged, in its place.
 */
export type MessagesRedactedThought = {
    /**
     * @description Says that this block is a thought without words.
     * @constant
     */
    type: "redacted_thinking";
    /** @description The thought, as received. */
    data: string;
};
/** @description A block of a message. Tell the kinds apart by `type`. */
export type MessagesBlock = MessagesText | MessagesImage | MessagesDocument | MessagesToolUse | MessagesToolResult | MessagesThought | MessagesRedactedThought | MessagesOtherBlock;
/**
 * Message
 * @description One message of the conversation.
 */
export type MessagesTurn = {
    /**
     * @description Who speaks. `system` gives the model instructions in the middle of a conversation.
     * @enum {string}
     */
    role: "user" | "assistant" | "system";
    /** @description The text, or the blocks of the message. Send the assistant's blocks back as they came, thoughts included, and answer each `tool_use` with a `tool_result` in the next message. */
    content: string | MessagesBlock[];
};
/** @description A block of the system prompt. */
export type MessagesSystemBlock = MessagesText | MessagesOtherBlock;
/**
 * Your own tool
 * @description A tool of yours. You run it and send back its result.
 */
export type MessagesOwnTool = {
    /**
     * @description May be left out.
     * @enum {string|null}
     */
    type?: "custom" | null;
    /** @description Name of the tool. */
    name: string;
    /** @description What the tool does and when to call it. The model decides by this text. */
    description?: string | null;
    /** @description The arguments, as a JSON Schema of type `object`. */
    input_schema: Record<string, unknown>;
    /** @description Whether arguments must follow `input_schema` to the letter. Null leaves it to the provider. */
    strict?: boolean | null;
    /** @description Marks the end of this as worth caching, with everything before it. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/**
 * Other
 * @description A tool of another type. It is handed on unchanged to providers that speak this format. Of tools that you run, the models of all others see `bash_…`, `text_editor_…` and `memory_…`, as functions of the published form; `X-Portico-Notice` names any other tool, such as a web search that runs at a provider. Where the model would have nothing else to call, or `tool_choice` forces it, the request gets 400. One that a provider charges for by its use needs a price for its calls, or a credential of your own for that provider.
 */
export type MessagesServerTool = {
    /** @description Any type but `custom`. */
    type: string;
};
/** @description Something the model may call. */
export type MessagesTool = MessagesOwnTool | MessagesServerTool;
/** @description Whether the model may, must not or must call tools. */
export type MessagesToolChoice = {
    /**
     * @description The mode.
     * @enum {string}
     */
    type: "auto" | "any" | "none";
    /** @description Whether the model may make one call at most. */
    disable_parallel_tool_use?: boolean | null;
} | {
    /**
     * @description Says that one tool is forced.
     * @constant
     */
    type: "tool";
    /** @description Name of the tool. */
    name: string;
    /** @description Whether the model may make one call at most. */
    disable_parallel_tool_use?: boolean | null;
};
/**
 * Enabled
 * @description Thinking with a bound.
 */
export type MessagesThinkingBudget = {
    /**
     * @description Says that this is thinking with a bound.
     * @constant
     */
    type: "enabled";
    /** @description The most tokens to think with. They count among `max_tokens`. */
    budget_tokens: number;
    /** @description `summarized` shows the thoughts, and `omitted` sends their signatures without the words. Left out, they are shown. */
    display?: string | null;
};
/**
 * Adaptive or disabled
 * @description Thinking without a bound of its own.
 */
export type MessagesThinkingMode = {
    /** @description `adaptive` lets the model decide how much it thinks, and `disabled` asks for no thoughts. Another word is handed on to providers that speak this format. */
    type: string;
    /** @description `summarized` shows the thoughts, and `omitted` sends their signatures without the words. Left out, they are shown. */
    display?: string | null;
};
/**
 * JSON
 * @description Text that is JSON and fits a schema.
 */
export type MessagesJsonFormat = {
    /**
     * @description Says that this text is JSON.
     * @constant
     */
    type: "json_schema";
    /** @description The JSON Schema that the text must fit. */
    schema: Record<string, unknown>;
};
/** @description How much effort the model should spend, and the form of its text. */
export type MessagesOutputConfig = {
    /** @description How much the model should do, such as `low`, `medium` or `high`. Handed on to providers that understand it. */
    effort?: string | null;
    /** @description The form of the text. */
    format?: MessagesJsonFormat | null;
};
/** @description What the model is to read, in Anthropic's format. It is what a request for a message and a request to count tokens share. */
export type MessagesConversation = {
    /** @description The model identifier, as listed by `GET /models`. It may be left out where `models` names one. */
    model?: string;
    /** @description Models that may answer in place of `model`, in this order, where none of its providers can. Without `model`, the first of them is the one that is asked for. The key must be able to pay for the dearest of all these models; what is charged is the price of the one that answers, which `model` of the reply names. An unknown model in the list is 404, even where it is never needed. Tokens are counted for the one that is asked for. */
    models?: string[] | null;
    /** @description The conversation so far, oldest first. The last one is mostly of the user. */
    messages: MessagesTurn[];
    /** @description What the model should heed before everything else. Of an array, every block keeps its place. */
    system?: string | MessagesSystemBlock[] | null;
    /** @description The tools that the model may call. Their schemas and descriptions may have about a million characters in all. */
    tools?: MessagesTool[] | null;
    /** @description Whether and what the model must call. Left out, the model decides. */
    tool_choice?: MessagesToolChoice | null;
    /** @description Whether the model thinks before it answers, and whether its thoughts are part of the reply. A model that cannot think answers without; where its provider cannot be asked to, the header `X-Portico-Notice` says so. */
    thinking?: MessagesThinkingBudget | MessagesThinkingMode | null;
    /** @description How much effort the model should spend, and the form of its text. */
    output_config?: MessagesOutputConfig | null;
    /** @description Marks the end of the conversation as worth caching. Handed on to providers that know such marks. */
    cache_control?: MessagesCacheControl | null;
};
/** @description A request for a message, in Anthropic's format. The service keeps nothing between requests, so `messages` carries the whole conversation every time. Fields that are not listed here are handed on unchanged to providers that speak this format, and left out at all others, where `X-Portico-Notice` names them. Those that change a provider's rates need a credential of your own for that provider. */
export type MessagesRequest = MessagesConversation & {
    /** @description The most tokens to generate, thoughts included. A reply that reaches it ends with the stop reason `max_tokens`. It also bounds what the request can cost. */
    max_tokens: number;
    /** @description When true, the reply is a stream of server-sent events instead of one JSON body. Left out, it is false. */
    stream?: boolean | null;
    /** @description Texts at which the model stops. None of them is part of the reply. Handed on to providers that understand it; with others the model goes on, and `X-Portico-Notice` says so. */
    stop_sequences?: string[] | null;
    /** @description How freely the model chooses its words, from 0 (nearly the same each time) to 2 (wild). */
    temperature?: number | null;
    /** @description Choose only among the likeliest words that together reach this probability. An alternative to `temperature`; change one of the two. A negative number counts as left out: LangChain sends -1. */
    top_p?: number | null;
    /** @description Choose only among this many of the likeliest words. Handed on to providers that understand it. A negative number counts as left out: LangChain sends -1. */
    top_k?: number | null;
    /** @description Facts about the request. */
    metadata?: {
        /** @description Your own name for the end user behind this request. It is recorded and has no effect on the result. Providers get a digest of it, another one for each workspace; with your own credential (BYOK) they get the name. */
        user_id?: string | null;
    } | null;
    /** @description How fast the provider should serve, in its own words. It is asked for only at providers for which the operator has a price for that tier; elsewhere the request is served as usual, at the usual price. */
    service_tier?: string | null;
    /** @description Must be null or left out: earlier messages are not kept. A request that has it gets 400 with `error.details.error_code` `thread_unsupported_request`, at which client libraries send the whole conversation. */
    thread?: Record<string, unknown> | null;
    /** @description Your own name for the conversation or the agent's run that this request belongs to. Requests of one session go to the same provider for as long as it serves, so that its prompt cache is found again. It may also be sent as a header. Without one, the beginning of the conversation counts. */
    session_id?: string | null;
    /** @description Which providers may serve this request, and in what order. */
    provider?: ProviderPreferences | null;
};
/** @description What went wrong. */
export type MessagesErrorDetail = {
    /**
     * @description The kind of failure, in Anthropic's words.
     * @enum {string}
     */
    type: "invalid_request_error" | "authentication_error" | "billing_error" | "permission_error" | "not_found_error" | "rate_limit_error" | "timeout_error" | "api_error" | "overloaded_error";
    /** @description The HTTP status that says the same. */
    code: number;
    /** @description What went wrong and, where possible, what to do about it. Written for people; do not match on its wording. */
    message: string;
    /** @description Free-form details, such as the field at fault or the providers that were tried. */
    metadata?: ({
        kind?: ErrorKind;
        /** @description The page about this kind of failure, as a path at the gateway that answered. */
        doc_url?: string;
        /** @description The field of the request that is at fault. */
        field?: string;
        /** @description Of a 400 of a model call, `context_length_exceeded` where the request is longer than the model's context: shorten the conversation. Chat completions have a word for every failure. */
        error_type?: string;
        /** @description Of a 402, what refused, such as `key_limit`, `session_budget`, `end_user_budget`, `tag_budget`, `workspace_budget` or `credits`. */
        limit_source?: string;
        /** @description Why, as a word. Of a 402, such as `used_up`, `too_little_left` or `held_in_flight`. */
        reason?: string;
        /** @description Of a 402, what is left of the limit, in US dollars; not said of the organisation's credits. */
        remaining?: number;
        /** @description Of a 402, what helps, as a sentence for people. */
        remedy_hint?: string;
    } & {
        [key: string]: unknown;
    }) | null;
    /** @description What client libraries of this format act on, such as the `error_code` `thread_unsupported_request`. */
    details?: Record<string, unknown> | null;
};
/** @description The shape of every failure of this format. It is the envelope of all other operations and Anthropic's at once, so that client libraries of both read it. */
export type MessagesErrorEnvelope = {
    /**
     * @description Says that this is a failure.
     * @constant
     */
    type: "error";
    error: MessagesErrorDetail;
    /** @description Identifies this request. Quote it when you report a problem. */
    request_id: string;
    /** @description Free-form facts about the service, such as a request id to quote to the operator. */
    service_metadata?: Record<string, unknown> | null;
    /** @description The user the failed request belonged to, where that is known. */
    user_id?: string | null;
};
/**
 * Text
 * @description A piece of text.
 */
export type MessagesReplyText = {
    /**
     * @description Says that this block is text.
     * @constant
     */
    type: "text";
    /** @description The text. */
    text: string;
    /** @description What the text cites, as Anthropic gave it; only where a provider of this format names its sources. */
    citations?: Record<string, unknown>[];
};
/**
 * Tool use
 * @description A call of one of your tools. Run it, and send its result in your next request.
 */
export type MessagesReplyToolUse = {
    /**
     * @description Says that this block is a call of a tool.
     * @constant
     */
    type: "tool_use";
    /** @description Unique id of the call; pairs the call with its result. */
    id: string;
    /** @description Name of the tool. */
    name: string;
    /** @description The arguments. Empty in the event that begins the block. */
    input: Record<string, unknown>;
};
/**
 * Thinking
 * @description What the model thought. Send it back unchanged in your next request.
 */
export type MessagesReplyThought = {
    /**
     * @description Says that this block is a thought.
     * @constant
     */
    type: "thinking";
    /** @description The thought. Empty where the provider, or `thinking.display`, leaves its words out. */
    thinking: string;
    /** @description Lets the model go on from this thought. It is sealed for your workspace and opaque. Empty where the provider has nothing to go on from, and in the event that begins the block. */
    signature: string;
};
/**
 * Trace of a hosted tool
 * @description What a tool left that ran at Anthropic, as Anthropic gave it, with all its fields: its call (`server_tool_use`, `mcp_tool_use`), its result (`web_search_tool_result`, …), a file that it made, or another model that took over. It comes only where a provider of this format was sent such a tool. Send it back unchanged in your next request. In a stream, the input of a call comes in one delta, and all else with the start of its block.
 */
export type MessagesHostedBlock = {
    /**
     * @description Which part of the tool's work this is.
     * @enum {string}
     */
    type: "server_tool_use" | "mcp_tool_use" | "mcp_tool_listing" | "container_upload" | "web_search_tool_result" | "web_fetch_tool_result" | "code_execution_tool_result" | "bash_code_execution_tool_result" | "text_editor_code_execution_tool_result" | "tool_search_tool_result" | "mcp_tool_result" | "advisor_tool_result" | "fallback";
};
/** @description A block of the reply. */
export type MessagesReplyBlock = MessagesReplyText | MessagesReplyToolUse | MessagesReplyThought | MessagesRedactedThought | MessagesHostedBlock;
/** @description The tokens of one reply, and what it cost. */
export type MessagesUsage = {
    /** @description Tokens of what you sent, without those that were read from or written to a cache. In the event that begins a stream it is an estimate where the provider has not counted yet. */
    input_tokens: number;
    /** @description Tokens that the model generated, thoughts included. */
    output_tokens: number;
    /** @description Tokens of what you sent that were written to the provider's cache. */
    cache_creation_input_tokens: number;
    /** @description Tokens of what you sent that the provider had in its cache. */
    cache_read_input_tokens: number;
    /** @description The tokens that were written to the cache, by how long they are kept. */
    cache_creation?: {
        /** @description Kept for five minutes. */
        ephemeral_5m_input_tokens: number;
        /** @description Kept for an hour. */
        ephemeral_1h_input_tokens: number;
    };
    /** @description More about the output tokens. */
    output_tokens_details?: {
        /** @description Output tokens that went into thoughts. */
        thinking_tokens: number;
    };
    /** @description How often tools were called that run at Anthropic. Left out where none was. */
    server_tool_use?: {
        /** @description Searches of the web. */
        web_search_requests: number;
        /** @description Fetched pages. */
        web_fetch_requests: number;
    };
    /** @description The service tier that served, in the provider's own word; null where it names none. */
    service_tier?: string | null;
    /** @description What the reply cost, in US dollars. Missing in the event that begins a stream. */
    cost?: number;
    cost_details?: CostDetails;
    /** @description Whether a credential of your workspace (BYOK) was used. */
    is_byok?: boolean;
};
/** @description What the model answered. */
export type MessagesReply = {
    /** @description Identifies the reply. `GET /generation` knows it. */
    id: string;
    /**
     * @description Says that this is a message.
     * @constant
     */
    type: "message";
    /**
     * @description Always `assistant`.
     * @constant
     */
    role: "assistant";
    /** @description The model that was used. */
    model: string;
    /** @description The blocks of the reply, in order. */
    content: MessagesReplyBlock[];
    /**
     * @description Why the model stopped: `end_turn` when it had said all, `tool_use` when it waits for results, `max_tokens` when it ran out of them, `stop_sequence` at one of yours where the provider names it, `refusal` where a filter stopped it, and `pause_turn` where Anthropic goes on with its own tools once you send the reply back. Null in the event that begins a stream.
     * @enum {string|null}
     */
    stop_reason: "end_turn" | "max_tokens" | "stop_sequence" | "tool_use" | "refusal" | "pause_turn" | null;
    /** @description The text at which the model stopped, for the stop reason `stop_sequence`; else null. */
    stop_sequence: string | null;
    usage: MessagesUsage;
};
/**
 * message_start
 * @description The reply begins. It says how many tokens were sent.
 */
export type MessageStartEvent = {
    /**
     * @description Says that this is the event message_start.
     * @constant
     */
    type: "message_start";
    message: MessagesReply;
};
/**
 * content_block_start
 * @description A block begins, without its words.
 */
export type ContentBlockStartEvent = {
    /**
     * @description Says that this is the event content_block_start.
     * @constant
     */
    type: "content_block_start";
    /** @description Position of the block in the content, counted from 0. */
    index: number;
    content_block: MessagesReplyBlock;
};
/**
 * Text
 * @description A piece of text.
 */
export type MessagesTextDelta = {
    /**
     * @description Says that this piece is text.
     * @constant
     */
    type: "text_delta";
    /** @description The next fragment. Append it to what came before. */
    text: string;
};
/**
 * Arguments
 * @description A piece of the arguments.
 */
export type MessagesInputDelta = {
    /**
     * @description Says that this piece is of the arguments.
     * @constant
     */
    type: "input_json_delta";
    /** @description The next fragment of JSON. Append it to what came before; the whole is an object. */
    partial_json: string;
};
/**
 * Thinking
 * @description A piece of a thought.
 */
export type MessagesThoughtDelta = {
    /**
     * @description Says that this piece is of a thought.
     * @constant
     */
    type: "thinking_delta";
    /** @description The next fragment. Append it to what came before. */
    thinking: string;
};
/**
 * Signature
 * @description The signature of a thought: once in each, after its words.
 */
export type MessagesSignatureDelta = {
    /**
     * @description Says that this is the signature.
     * @constant
     */
    type: "signature_delta";
    /** @description The whole signature. It replaces the empty one. */
    signature: string;
};
/**
 * Citation
 * @description One thing that a text cites, as Anthropic gave it: after the words, where a provider of this format names its sources.
 */
export type MessagesCitationsDelta = {
    /**
     * @description Says that this is a citation.
     * @constant
     */
    type: "citations_delta";
    /** @description What is cited, and where. */
    citation: Record<string, unknown>;
};
/** @description A piece of a block. */
export type MessagesBlockDelta = MessagesTextDelta | MessagesInputDelta | MessagesThoughtDelta | MessagesSignatureDelta | MessagesCitationsDelta;
/**
 * content_block_delta
 * @description A piece of the block that began last.
 */
export type ContentBlockDeltaEvent = {
    /**
     * @description Says that this is the event content_block_delta.
     * @constant
     */
    type: "content_block_delta";
    /** @description Position of the block in the content, counted from 0. */
    index: number;
    delta: MessagesBlockDelta;
};
/**
 * content_block_stop
 * @description The block is complete.
 */
export type ContentBlockStopEvent = {
    /**
     * @description Says that this is the event content_block_stop.
     * @constant
     */
    type: "content_block_stop";
    /** @description Position of the block in the content, counted from 0. */
    index: number;
};
/**
 * message_delta
 * @description The reply is complete: why it ended, and what it used.
 */
export type MessageDeltaEvent = {
    /**
     * @description Says that this is the event message_delta.
     * @constant
     */
    type: "message_delta";
    /** @description What changes in the message. */
    delta: {
        /**
         * @description Why the model stopped.
         * @enum {string}
         */
        stop_reason: "end_turn" | "max_tokens" | "stop_sequence" | "tool_use" | "refusal" | "pause_turn";
        /** @description The text at which the model stopped, for the stop reason `stop_sequence`; else null. */
        stop_sequence: string | null;
    };
    usage: MessagesUsage;
};
/**
 * message_stop
 * @description The stream is complete.
 */
export type MessageStopEvent = {
    /**
     * @description Says that this is the event message_stop.
     * @constant
     */
    type: "message_stop";
};
/**
 * ping
 * @description Sent in silence, so that the connection is seen to live. Ignore it.
 */
export type MessagesPingEvent = {
    /**
     * @description Says that this is the event ping.
     * @constant
     */
    type: "ping";
};
/**
 * error
 * @description Something went wrong after the stream had begun, when the HTTP status could no longer say so. Nothing follows.
 */
export type MessagesErrorEvent = {
    /**
     * @description Says that this is the event error.
     * @constant
     */
    type: "error";
    error: MessagesErrorDetail;
    /** @description Identifies this request. Quote it when you report a problem. */
    request_id: string;
};
/** @description One event of a stream of `POST /messages`. Each is sent as a line `event: <type>`, a line `data: <json>` and a blank line. Blocks follow one another: a block has stopped before the next one starts. A stream ends with `message_stop` or with `error`. Ignore types that you do not know. */
export type MessageStreamEvent = MessageStartEvent | ContentBlockStartEvent | ContentBlockDeltaEvent | ContentBlockStopEvent | MessageDeltaEvent | MessageStopEvent | MessagesPingEvent | MessagesErrorEvent;
/**
 * Stream
 * @description A whole stream as it is sent. The examples have this form, because a stream is a text of many events.
 */
export type MessageStreamText = string;
/** @description How many tokens a conversation has. */
export type MessagesTokenCount = {
    /** @description The tokens of system prompt, messages, tools and pictures, as the provider counts them, or an estimate. */
    input_tokens: number;
};
