import type { RespondCall } from "@portico/core/model-call/respond-call";
import { fieldsOf, listOf, textOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson } from "../embedding/embed-in-batches.ts";
import type { Adapter, PartBatches, ProviderSettings } from "../provider.ts";
import { rerankByJson } from "../rerank/read-ranking.ts";
import { type AnswerDialect, askByJson } from "../wire/ask-by-json.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { checkModels } from "../wire/prove-working.ts";
import { keepsMarks } from "./chat/cache-marks.ts";
import type { ChatDialect, ChatParameter } from "./chat/dialect.ts";
import { plainEmbeddings } from "./chat/embedding-dialects.ts";
import { presetFor } from "./chat/presets.ts";
import { toChatRequest } from "./chat/request.ts";
import { EitherReader } from "./detect-dialect.ts";
import { vectorDialect } from "./embeddings.ts";
import { presetNameAt, presets } from "./facts.ts";
import { plainRerank, rerankEndpoint } from "./rerank.ts";
import { responsesFamily } from "./responses/reasoning-item.ts";
import { responsesAt } from "./responses/responses.ts";

/**
 * Chat completions and embeddings in OpenAI's form, as most vendors and servers speak them, and rerank in Jina's.
 * Options: `preset`; `api` (`responses` for a vendor that speaks these too); `leave_out` (names of parameters never to send), `max_tokens_field`,
 * `reasoning_tags`, `base64_embeddings`, `stream` (false for a server that has none), `extra_body` (merged into
 * every request).
 */
export function createOpenAiCompatible(settings: ProviderSettings, upstream: Upstream): Adapter {
  const { options } = settings;
  const presetName = textOf(options["preset"]);
  const preset = presetFor(presetName, settings.baseUrl);
  const baseUrl = baseUrlOf(settings, presets[presetName ?? ""]?.baseUrl ?? "");
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize: bearer };
  const dialect = withOptions(preset.chat, options);
  const base64 = options["base64_embeddings"];
  const { embeddings: vendors = plainEmbeddings, rerank = plainRerank } = preset;
  // An operator may have named the version already.
  const embeddingsPath = baseUrl.endsWith("/v1") ? "/embeddings" : vendors.path;
  const embeddings = vectorDialect(
    { ...vendors, ...(typeof base64 === "boolean" ? { base64 } : {}) },
    () => embeddingsPath,
  );
  const chat = chatDialect(dialect, options, () => "/chat/completions");
  const responses = responsesAt(endpoint, {
    family: responsesFamily(baseUrl, presetName),
    // What an unknown server has of OpenAI's own, we cannot know.
    vendor: presetName ?? presetNameAt(baseUrl) ?? "unknown",
  });
  const reranking = rerankEndpoint(endpoint, rerank);
  return {
    answersWhole: options["stream"] === false,
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    rerank: (call, signal) => rerankByJson(reranking, "/rerank", rerank.body(call), call, signal),
    respond: (call, signal) =>
      options["api"] === "responses"
        ? responses.respond(plain(call), signal)
        : completeChat(endpoint, chat, call, signal),
    ...(options["api"] === "responses" && { taken: responses.taken }),
    keepsMarks: (_model, places) =>
      options["api"] !== "responses" && keepsMarks(dialect.caching, places),
    list: (signal) => listModels(...listedAt(endpoint, presetName), signal),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}

/** LM Studio says what a model does and takes only in its own list: https://lmstudio.ai/docs/developer/rest/endpoints */
function listedAt(
  endpoint: JsonEndpoint,
  preset: string | undefined,
): [endpoint: JsonEndpoint, path: string] {
  return preset === "lmstudio"
    ? [{ ...endpoint, baseUrl: endpoint.baseUrl.replace(/\/v1$/, "") }, "/api/v0/models"]
    : [endpoint, "/models"];
}

/** Mistral's own kind, which needs no name of a preset. */
export function createMistral(settings: ProviderSettings, upstream: Upstream): Adapter {
  const options = { ...settings.options, preset: "mistral" };
  return createOpenAiCompatible({ ...settings, options }, upstream);
}

/** An unknown server might refuse the parameter. */
function plain({ verbosity: _verbosity, ...call }: RespondCall): RespondCall {
  return call;
}

/** Chat completions of one provider. */
export function chatDialect(
  dialect: ChatDialect,
  options: ProviderSettings["options"],
  pathOf: (model: string) => string,
): AnswerDialect {
  return {
    path: ({ model }) => pathOf(model),
    body: (call) => ({ ...toChatRequest(call, dialect), ...fieldsOf(options["extra_body"]) }),
    reader: ({ thoughts, model }, scrub) =>
      new EitherReader({
        thinkTags: dialect.thinkTags,
        thoughts: thoughts?.carriers === true ? dialect.thoughts(model) : undefined,
        scrub,
      }),
  };
}

/** Asks for a chat completion and gives its parts. */
export function completeChat(
  endpoint: JsonEndpoint,
  chat: AnswerDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const hasStreams = endpoint.settings.options["stream"] !== false;
  return askByJson(endpoint, chat, hasStreams ? call : { ...call, stream: false }, signal);
}

function withOptions(preset: ChatDialect, options: ProviderSettings["options"]): ChatDialect {
  const leaveOut = listOf(options["leave_out"]).filter(isChatParameter);
  const maxTokens = options["max_tokens_field"];
  const thinkTags = options["reasoning_tags"];
  return {
    ...preset,
    leaveOut: new Set([...preset.leaveOut, ...leaveOut]),
    ...(maxTokens === "max_tokens" || maxTokens === "max_completion_tokens" ? { maxTokens } : {}),
    ...(typeof thinkTags === "boolean" ? { thinkTags } : {}),
  };
}

const parameters: readonly string[] = [
  "temperature",
  "top_p",
  "top_k",
  "presence_penalty",
  "frequency_penalty",
  "seed",
  "stop",
  "user",
  "service_tier",
  "parallel_tool_calls",
  "strict",
  "stream_options",
  "response_format",
  "reasoning",
] satisfies ChatParameter[];

function isChatParameter(value: unknown): value is ChatParameter {
  return typeof value === "string" && parameters.includes(value);
}
