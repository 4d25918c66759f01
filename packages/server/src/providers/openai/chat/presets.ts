import type { EmbeddingsDialect } from "../embeddings.ts";
import { presetNameAt } from "../facts.ts";
import { jinaRerank, type RerankDialect, teiRerank } from "../rerank.ts";
import { type ChatDialect, dialect, leavingOut, plainDialect } from "./dialect.ts";
import {
  jinaEmbeddings,
  mistralEmbeddings,
  nvidiaEmbeddings,
  openRouterEmbeddings,
  perplexityEmbeddings,
  plainEmbeddings,
} from "./embedding-dialects.ts";
import { inContent, inReasoning } from "./thought-form.ts";
import {
  alibabaOutput,
  alibabaReasoning,
  nineCharacterCallId,
  openRouterReasoning,
  refusedByOpenAi,
  refusedByXai,
  shortCallId,
  zaiReasoning,
} from "./vendor-quirks.ts";

/** How one vendor or server speaks OpenAI's dialect. */
export interface ChatPreset {
  readonly chat: ChatDialect;
  /** Absent where it is `plainEmbeddings`. */
  readonly embeddings?: EmbeddingsDialect;
  /** Absent where it is `plainRerank`. */
  readonly rerank?: RerankDialect;
}

const withUser = leavingOut("strict");
/** Base64 is asked for where it is known to come. */
const base64: EmbeddingsDialect = { ...plainEmbeddings, base64: true };

const local = dialect({
  leaveOut: leavingOut("user", "strict"),
  reasoning: () => ({}),
  thinkTags: true,
});

/** https://docs.mistral.ai/api: like OpenAI's, but what it does not know it refuses (422). */
const mistralDialect = dialect({
  leaveOut: leavingOut("top_k", "user", "service_tier", "strict", "stream_options"),
  required: "any",
  seed: "random_seed",
  refusedBy: (model) => (mistralReasons(model) ? [] : ["reasoning"]),
  thoughts: (model) => (mistralReasons(model) ? { type: "chunks", family: "mistral" } : undefined),
  // It knows two efforts: https://docs.mistral.ai/capabilities/reasoning
  reasoning: ({ effort }) =>
    effort === undefined
      ? {}
      : { reasoning_effort: /^(none|minimal)$/.test(effort) ? "none" : "high" },
  callId: nineCharacterCallId,
});

function mistralReasons(model: string): boolean {
  return /magistral|small|medium/.test(model);
}

export const chatPresets: Readonly<Record<string, ChatPreset>> = {
  openai: {
    chat: dialect({
      maxTokens: "max_completion_tokens",
      leaveOut: leavingOut("top_k"),
      refusedBy: refusedByOpenAi,
      thoughts: () => undefined,
      caching: { key: true, retention: true },
      callId: shortCallId,
    }),
    embeddings: base64,
  },
  groq: {
    chat: dialect({
      maxTokens: "max_completion_tokens",
      leaveOut: leavingOut("top_k", "strict", "presence_penalty", "frequency_penalty"),
      refusedBy: (model) => (/gpt-oss|qwen/.test(model) ? [] : ["reasoning"]),
      // https://console.groq.com/docs/api-reference: of no use to other models.
      thoughts: (model) => (/qwen/.test(model) ? inReasoning : undefined),
    }),
  },
  deepseek: {
    chat: dialect({
      leaveOut: leavingOut("top_k", "seed", "user", "parallel_tool_calls", "strict"),
      json: "object",
      // Once it has called, every message needs the field: https://api-docs.deepseek.com/guides/thinking_mode
      thoughts: () => ({ ...inContent, absent: "" }),
    }),
  },
  xai: {
    chat: dialect({
      maxTokens: "max_completion_tokens",
      leaveOut: leavingOut("top_k", "strict"),
      refusedBy: refusedByXai,
      thoughts: () => inContent,
    }),
    embeddings: base64,
  },
  openrouter: {
    chat: dialect({
      leaveOut: leavingOut(),
      reasoning: openRouterReasoning,
      thoughts: () => ({ type: "details", family: "openrouter" }),
      // https://openrouter.ai/docs/guides/best-practices/prompt-caching
      caching: { marks: "timed", tools: true },
    }),
    embeddings: openRouterEmbeddings,
  },
  together: {
    chat: plainDialect,
  },
  cerebras: {
    chat: dialect({
      maxTokens: "max_completion_tokens",
      leaveOut: leavingOut("top_k", "presence_penalty", "frequency_penalty", "strict"),
      refusedBy: (model) => (/gpt-oss/.test(model) ? [] : ["reasoning"]),
      thoughts: () => undefined,
    }),
  },
  perplexity: {
    chat: dialect({
      leaveOut: leavingOut("seed", "stop", "user", "parallel_tool_calls", "strict"),
      json: "schemaOnly",
      refusedBy: (model) => (/reasoning|deep-research/.test(model) ? [] : ["reasoning"]),
      thoughts: () => undefined,
    }),
    embeddings: perplexityEmbeddings,
  },
  zai: {
    chat: dialect({
      leaveOut: leavingOut(
        "top_k",
        "presence_penalty",
        "frequency_penalty",
        "seed",
        "user",
        "parallel_tool_calls",
        "strict",
      ),
      toolChoice: "auto",
      json: "object",
      reasoning: zaiReasoning,
      thoughts: () => inContent,
    }),
  },
  alibaba: {
    chat: dialect({
      reasoning: alibabaReasoning,
      output: alibabaOutput,
      thoughts: () => inContent,
      // https://www.alibabacloud.com/help/en/model-studio/context-cache: kept for five minutes.
      caching: { marks: "untimed" },
    }),
  },
  huggingface: {
    chat: plainDialect,
  },
  fireworks: {
    // https://docs.fireworks.ai/guides/reasoning
    chat: dialect({ leaveOut: withUser, thoughts: () => inContent }),
    embeddings: base64,
  },
  moonshot: {
    chat: dialect({
      // A call without thoughts is refused, and so is an empty thought: https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
      thoughts: () => ({ ...inContent, absent: " " }),
      caching: { key: true },
    }),
  },
  "vercel-gateway": {
    chat: dialect({
      leaveOut: leavingOut(),
      reasoning: openRouterReasoning,
      thoughts: () => ({ type: "details", family: "vercel-gateway" }),
    }),
  },
  nvidia: {
    chat: plainDialect,
    embeddings: nvidiaEmbeddings,
  },
  jina: {
    chat: plainDialect,
    embeddings: jinaEmbeddings,
    rerank: jinaRerank,
  },
  mistral: {
    chat: mistralDialect,
    embeddings: mistralEmbeddings,
  },
  ollama: {
    chat: dialect({
      leaveOut: leavingOut("top_k", "user", "parallel_tool_calls", "strict"),
      toolChoice: "auto",
      thinkTags: true,
      thoughts: () => inReasoning,
    }),
    embeddings: base64,
  },
  vllm: { chat: local, embeddings: base64 },
  lmstudio: { chat: local },
  llamacpp: { chat: local },
  tei: { chat: local, rerank: teiRerank },
};

const generic: ChatPreset = { chat: plainDialect };

/** The preset of that name, else the one whose host the URL names, else what suits most servers. */
export function presetFor(name: string | undefined, baseUrl: string | undefined): ChatPreset {
  return dialectNamed(name) ?? dialectNamed(presetNameAt(baseUrl ?? "")) ?? generic;
}

/** Of some vendors nothing needs to be known but their address. */
function dialectNamed(name: string | undefined): ChatPreset | undefined {
  return Object.hasOwn(chatPresets, name ?? "") ? chatPresets[name ?? ""] : undefined;
}
