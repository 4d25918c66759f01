import { createHash } from "node:crypto";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import type { ChatParameter } from "./dialect.ts";

type Reasoning = NonNullable<RespondCall["reasoning"]>;

/** https://platform.openai.com/docs/guides/reasoning: no sampling where the model reasons, no effort elsewhere. */
export function refusedByOpenAi(model: string): readonly ChatParameter[] {
  if (/(^|\/)(o\d|gpt-5|codex)(?!.*chat)/.test(model))
    return ["temperature", "top_p", "presence_penalty", "frequency_penalty"];

  // Of a deployment's own name nothing is known.
  return /(^|\/)(gpt-[34]|chatgpt)/.test(model) ? ["reasoning", "verbosity"] : [];
}

/** https://docs.x.ai/docs/guides/reasoning */
export function refusedByXai(model: string): readonly ChatParameter[] {
  const refused: ChatParameter[] = /grok-(3-mini|4|code)/.test(model)
    ? ["presence_penalty", "frequency_penalty", "stop"]
    : [];
  return /grok-3-mini|grok-4\.\d/.test(model) ? refused : [...refused, "reasoning"];
}

export function openRouterReasoning({ effort, maxTokens }: Reasoning): Fields {
  const budget = maxTokens === undefined ? {} : { max_tokens: maxTokens };
  // Either may be given, not both.
  return { reasoning: effort === undefined || maxTokens !== undefined ? budget : { effort } };
}

/** https://docs.z.ai/guides/capabilities/thinking-mode: thinking is on or off. */
export function zaiReasoning({ effort }: Reasoning): Fields {
  return effort === undefined
    ? {}
    : { thinking: { type: /^(none|minimal)$/.test(effort) ? "disabled" : "enabled" } };
}

/** Models that think without being asked to. */
const alwaysThinking = /^(qwq|qvq)|thinking|^qwen3-\d/;

/**
 * `max_tokens` does not bound the thoughts there, which are billed as output: both together are what was allowed.
 * https://www.alibabacloud.com/help/en/model-studio/deep-thinking
 */
export function alibabaOutput({ model, maxOutputTokens, reasoning }: RespondCall): Fields {
  const { effort, maxTokens } = reasoning ?? {};
  const isOff = effort === undefined ? maxTokens === 0 : /^(none|minimal)$/.test(effort);
  const thinks = alwaysThinking.test(model) || (reasoning !== undefined && !isOff);
  if (maxOutputTokens === undefined || maxOutputTokens < 2 || !thinks) return {};
  const half = Math.floor(maxOutputTokens / 2);
  const budget = Math.min(maxTokens || half, maxOutputTokens - 1);
  return { max_tokens: maxOutputTokens - budget, thinking_budget: budget };
}

/** https://www.alibabacloud.com/help/en/model-studio/deep-thinking */
export function alibabaReasoning({ effort, maxTokens }: Reasoning): Fields {
  const enabled = effort === undefined ? {} : { enable_thinking: !/^(none|minimal)$/.test(effort) };
  return maxTokens === undefined ? enabled : { ...enabled, thinking_budget: maxTokens };
}

/** Mistral refuses ids of another form: https://docs.mistral.ai/capabilities/function_calling */
export function nineCharacterCallId(id: string): string {
  return /^[A-Za-z0-9]{9}$/.test(id) ? id : digestOf(id).slice(0, 9);
}

/** OpenAI refuses ids of more than 40 characters, which others make. */
export function shortCallId(id: string): string {
  return id.length <= 40 ? id : `call_${digestOf(id).slice(0, 24)}`;
}

/** The same id always becomes the same, so that a call and its result still belong together. */
function digestOf(id: string): string {
  return createHash("sha256")
    .update(id)
    .digest("base64")
    .replace(/[^A-Za-z0-9]/g, "");
}
