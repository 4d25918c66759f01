import type { RespondCall } from "@portico/core/model-call/respond-call";
import { fieldsOf, textOf } from "../../json/json-shape.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson } from "../embedding/embed-in-batches.ts";
import type { Adapter, PartBatches, ProviderSettings } from "../provider.ts";
import { type AnswerDialect, askByJson, askOnceByJson } from "../wire/ask-by-json.ts";
import { createCount, fieldsNamed } from "../wire/count-tokens.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { checkModels } from "../wire/prove-working.ts";
import {
  askAgain,
  askAgainWithoutThoughts,
  askingForLess,
  withoutTraces,
} from "../wire/without-thoughts.ts";
import { EitherReader } from "./detect-dialect.ts";
import { openAiEmbeddings, vectorDialect } from "./embeddings.ts";
import { openAiFacts } from "./facts.ts";
import { compactionDialect, LackingModels } from "./responses/compact.ts";
import { passedTo, takenBy } from "./responses/passed.ts";
import { responsesFamily } from "./responses/reasoning-item.ts";
import { toResponsesRequest } from "./responses/request.ts";

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
  const responses = responsesDialect(options, "/responses", family);
  const compaction = compactionDialect(family);
  const lacking = new LackingModels();
  const compact = (call: RespondCall, signal: AbortSignal) => {
    const ask = (asked: RespondCall) =>
      asked.compacts === true
        ? askByJson(endpoint, compaction, asked, signal)
        : askResponses(endpoint, responses, asked, signal);
    return askAgain(call, ask, (error) => lacking.withoutCompaction(call, error));
  };
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    respond: (call, signal) =>
      call.compacts === true && family === "openai" && !lacking.has(call)
        ? compact(call, signal)
        : askResponses(endpoint, responses, call, signal),
    count: createCount(
      {
        path: () => "/responses/input_tokens",
        body: (call) => fieldsNamed(toResponsesRequest(call, family), counted),
        field: "input_tokens",
      },
      () => endpoint,
    ),
    taken: (call) => takenBy(call, family),
    list: (signal) => listModels(endpoint, "/models", signal),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}

/** Responses of one provider. `family` names the vendors whose encrypted thoughts it reads. */
export function responsesDialect(
  options: ProviderSettings["options"],
  path: string,
  family = "openai",
): AnswerDialect {
  return {
    path: () => path,
    body: (call) => ({ ...toResponsesRequest(call, family), ...fieldsOf(options["extra_body"]) }),
    headers: ({ requestId }) => ({ "x-client-request-id": requestId }),
    reader: (call, scrub) =>
      new EitherReader({
        thinkTags: false,
        scrub,
        carriers: call.thoughts?.carriers === true ? family : undefined,
        hosted: passedTo(call, family) !== undefined,
      }),
  };
}

/** Asks for a response and gives its parts. */
export function askResponses(
  endpoint: JsonEndpoint,
  responses: AnswerDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const ask = (asked: RespondCall) => askOnceByJson(endpoint, responses, asked, signal);
  const once = (asked: RespondCall) =>
    asked.passThrough === undefined
      ? ask(asked)
      : askAgain(asked, ask, (error) => withoutTraces(asked, error));
  return askAgainWithoutThoughts(call, (asked) =>
    asked.thoughts === undefined
      ? once(asked)
      : askAgain(asked, once, (error) => askingForLess(asked, error)),
  );
}
