import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { fieldsOf, listOf, textOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { askAnswer } from "../wire/answer-reader.ts";
import { baseUrlOf, bearer, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { checkModels } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { keepsMarks } from "./chat/cache-marks.ts";
import type { ChatDialect, ChatParameter } from "./chat/dialect.ts";
import { presetFor } from "./chat/presets.ts";
import { toChatRequest } from "./chat/request.ts";
import { EitherReader } from "./detect-dialect.ts";
import { embedWith } from "./embeddings.ts";
import { presets } from "./facts.ts";
import { askResponses } from "./openai.ts";
import { plainRerank, rerankWith } from "./rerank.ts";
import { responsesFamily } from "./responses/reasoning-item.ts";

/**
 * Chat completions and embeddings in OpenAI's form, as most vendors and servers speak them, and rerank in Jina's.
 * Options: `preset`; `api` (`responses` for a vendor that speaks these too); `leave_out` (names of parameters never to send), `max_tokens_field`,
 * `reasoning_tags`, `base64_embeddings`, `stream` (false for a server that has none), `extra_body` (merged into
 * every request).
 */
export function createOpenAiCompatible(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind, options } = settings;
  const presetName = textOf(options["preset"]);
  const preset = presetFor(presetName, settings.baseUrl);
  const baseUrl = baseUrlOf(settings, presets[presetName ?? ""]?.baseUrl ?? "");
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize: bearer };
  const dialect = withOptions(preset.chat, options);
  const base64 = options["base64_embeddings"];
  const embeddings = {
    ...preset.embeddings,
    ...(typeof base64 === "boolean" ? { base64 } : {}),
  };
  const family = responsesFamily(baseUrl, presetName);
  // An operator may have named the version already.
  const embeddingsPath = baseUrl.endsWith("/v1") ? "/embeddings" : embeddings.path;
  return {
    name,
    kind,
    answersWhole: options["stream"] === false,
    embed: (call, signal) => embedWith(endpoint, embeddingsPath, embeddings, call, signal),
    rerank: (call, signal) => rerankWith(endpoint, preset.rerank ?? plainRerank, call, signal),
    respond: (call, signal) =>
      options["api"] === "responses"
        ? askResponses(endpoint, "/responses", plain(call), signal, family)
        : completeChat(endpoint, "/chat/completions", dialect, call, signal),
    keepsMarks: (_model, places) =>
      options["api"] !== "responses" && keepsMarks(dialect.caching, places),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}

/** Mistral's own kind, for which nobody has to name the preset. */
export function createMistral(settings: ProviderSettings, upstream: Upstream): Provider {
  const options = { ...settings.options, preset: "mistral" };
  return createOpenAiCompatible({ ...settings, options }, upstream);
}

/** An unknown server might refuse the parameter. */
function plain({ verbosity: _verbosity, ...call }: RespondCall): RespondCall {
  return call;
}

/** Asks for a chat completion and gives its parts. */
export function completeChat(
  endpoint: JsonEndpoint,
  path: string,
  dialect: ChatDialect,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  return askAgainWithoutThoughts(call, (asked) =>
    completeChatOnce(endpoint, path, dialect, asked, signal),
  );
}

function completeChatOnce(
  endpoint: JsonEndpoint,
  path: string,
  dialect: ChatDialect,
  call: RespondCall,
  signal: AbortSignal,
): AsyncIterableIterator<readonly Part[]> {
  const { options } = endpoint.settings;
  const stream = call.stream && options["stream"] !== false;
  const thoughts = call.thoughts?.carriers === true ? dialect.thoughts(call.model) : undefined;
  return askAnswer(async () => {
    const asked = toChatRequest({ ...call, stream }, dialect);
    const body = { ...asked, ...fieldsOf(options["extra_body"]) };
    const reply = await postJson(endpoint, path, body, call, { signal, whole: !stream });
    const reader = new EitherReader({
      thinkTags: dialect.thinkTags,
      scrub: (text) => reply.scrub(text),
      ...(thoughts === undefined ? {} : { thoughts }),
    });
    return { reply, reader };
  });
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
