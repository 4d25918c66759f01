import { textOf } from "../../json/json-shape.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson } from "../embedding/embed-in-batches.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { createCount, fieldsNamed } from "../wire/count-tokens.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { checkModels } from "../wire/prove-working.ts";
import { openAiEmbeddings, vectorDialect } from "./embeddings.ts";
import { openAiFacts } from "./facts.ts";
import { responsesFamily } from "./responses/reasoning-item.ts";
import { toResponsesRequest } from "./responses/request.ts";
import { responsesAt } from "./responses/responses.ts";

/** https://platform.openai.com/docs/api-reference/responses/input-tokens */
const counted = [
  "model",
  "input",
  "instructions",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning",
  "text",
];

/**
 * OpenAI's Responses and embeddings, and servers that speak them (`base_url`).
 * Options: `organization`, `project`, `extra_body` (merged into every request for a response).
 */
export function createOpenAi(settings: ProviderSettings, upstream: Upstream): Adapter {
  const { options } = settings;
  const organization = textOf(options["organization"]);
  const project = textOf(options["project"]);
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: baseUrlOf(settings, openAiFacts.baseUrl),
    authorize: (credential) => ({
      ...bearer(credential),
      // They are the operator's; a workspace's own credential has its own.
      ...(organization !== undefined && credential === settings.apiKey
        ? { "openai-organization": organization }
        : {}),
      ...(project !== undefined && credential === settings.apiKey
        ? { "openai-project": project }
        : {}),
    }),
  };
  const family = responsesFamily(endpoint.baseUrl);
  const extra = ({ user }: EmbedCall) => ({ user });
  const embeddings = vectorDialect({ ...openAiEmbeddings, extra }, () => "/embeddings");
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    ...responsesAt(endpoint, { family }),
    count: createCount(
      {
        path: () => "/responses/input_tokens",
        body: (call) => fieldsNamed(toResponsesRequest(call, family, family), counted),
        field: "input_tokens",
      },
      () => endpoint,
    ),
    list: (signal) => listModels(endpoint, "/models", signal),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}
