import type { Schema } from "@portico/contract/facts";
import { type KnownFields, saidIn, unreadFields } from "../reading/left-out.ts";

type Request = Schema<"ChatRequest">;

const known: KnownFields = {
  names: new Set([
    "model",
    "messages",
    "models",
    "provider",
    "session_id",
    "metadata",
    "user",
    "safety_identifier",
    "stream",
    "stream_options",
    "usage",
    "n",
    "modalities",
    "response_format",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_p",
    "top_k",
    "min_p",
    "top_a",
    "presence_penalty",
    "frequency_penalty",
    "repetition_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "seed",
    "stop",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "functions",
    "reasoning",
    "reasoning_effort",
    "include_reasoning",
    "verbosity",
    "service_tier",
    "prompt_cache_key",
    "prompt_cache_retention",
    "web_search_options",
  ]),
  whatHoldsAnyway: {},
};

/** The names of what a request says and no provider is sent, its tools and searches apart. */
export function unread(body: Request): string[] {
  const names = [...unreadFields(body, known), ...(body.tools ?? []).flatMap(ofTool)];
  const isNamed = body.messages.some((message) => "name" in message && message.name);
  return isNamed ? [...names, "messages.name"] : names;
}

/** The fields of a tool that are not read. */
function ofTool(tool: NonNullable<Request["tools"]>[number]): string[] {
  if (tool.type !== "function" && tool.type !== "custom") return [];
  const { type, cache_control: _mark, [type]: own, ...others } = Object(tool);
  const {
    name: _name,
    description: _text,
    parameters: _form,
    strict: _strict,
    format: _format,
    ...ofTool
  } = own;
  return [...saidIn("tools", others), ...saidIn(`tools.${type}`, ofTool)];
}
