import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { fieldsOf, textOf } from "../../json/json-shape.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { askAnswer } from "../wire/answer-reader.ts";
import { baseUrlOf, bearer, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { checkModels } from "../wire/prove-working.ts";
import { askAgain, askAgainWithoutThoughts, askingForLess } from "../wire/without-thoughts.ts";
import { EitherReader } from "./detect-dialect.ts";
import { embedWith, openAiEmbeddings } from "./embeddings.ts";
import { openAiFacts } from "./facts.ts";
import { responsesFamily } from "./responses/reasoning-item.ts";
import { toResponsesRequest } from "./responses/request.ts";

/**
 * OpenAI's Responses and embeddings, and servers that speak them (`base_url`).
 * Options: `organization`, `project`, `extra_body` (merged into every request for a response).
 */
export function createOpenAi(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind, options } = settings;
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
  const embeddings = {
    ...openAiEmbeddings,
    extra: ({ user }: EmbedCall) => (user === undefined ? {} : { user }),
  };
  return {
    name,
    kind,
    embed: (call, signal) => embedWith(endpoint, "/embeddings", embeddings, call, signal),
    respond: (call, signal) => askResponses(endpoint, "/responses", call, signal, family),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}

/** Asks for a response and gives its parts. `family` names the vendors whose encrypted thoughts it reads. */
export function askResponses(
  endpoint: JsonEndpoint,
  path: string,
  call: RespondCall,
  signal: AbortSignal,
  family = "openai",
): PartBatches {
  const once = (asked: RespondCall) => askResponsesOnce(endpoint, path, asked, signal, family);
  return askAgainWithoutThoughts(call, (asked) =>
    asked.thoughts === undefined
      ? once(asked)
      : askAgain(asked, once, (error) => askingForLess(asked, error)),
  );
}

function askResponsesOnce(
  endpoint: JsonEndpoint,
  path: string,
  call: RespondCall,
  signal: AbortSignal,
  family: string,
): AsyncIterableIterator<readonly Part[]> {
  const { options } = endpoint.settings;
  const carriers = call.thoughts?.carriers === true ? { carriers: family } : {};
  return askAnswer(async () => {
    const body = { ...toResponsesRequest(call, family), ...fieldsOf(options["extra_body"]) };
    const reply = await postJson(endpoint, path, body, call, {
      signal,
      whole: !call.stream,
      headers: { "x-client-request-id": call.requestId },
    });
    const scrub = (text: string) => reply.scrub(text);
    return { reply, reader: new EitherReader({ thinkTags: false, scrub, ...carriers }) };
  });
}
