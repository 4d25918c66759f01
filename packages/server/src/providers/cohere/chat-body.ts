import type { RespondCall, SaidPart, ToolDefinition } from "@portico/core/model-call/respond-call";
import {
  fileAttachment,
  imageAttachment,
  textOfFile,
  unsupported,
} from "../conversation/attachment.ts";
import { plainText, toConversation } from "../conversation/conversation.ts";
import {
  type AssistantMessage,
  callsIn,
  carriedBy,
  contentIn,
  type UserMessage,
  written,
} from "../conversation/messages.ts";

/** A call as the body of https://docs.cohere.com/reference/chat. */
export function toChatBody(call: RespondCall): object {
  const { system, messages } = toConversation(call, { thoughts: cohereFamily });
  const tools = toTools(call);
  return {
    model: call.model,
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      ...messages.flatMap((message) =>
        message.role === "user"
          ? userMessages(message)
          : [assistantMessage(message, thinks(call.model))],
      ),
    ],
    stream: call.stream,
    tools,
    tool_choice: tools && toToolChoice(call),
    response_format: tools === undefined ? responseFormat(call) : undefined,
    max_tokens: call.maxOutputTokens,
    temperature: clamped(call.temperature, 0, 1),
    p: clamped(call.topP, 0.01, 0.99),
    k: clamped(call.topK, 0, 500),
    presence_penalty: clamped(call.presencePenalty, 0, 1),
    frequency_penalty: clamped(call.frequencyPenalty, 0, 1),
    seed: call.seed,
    stop_sequences: call.stop?.length ? call.stop.slice(0, 5) : undefined,
    thinking: toThinking(call),
  };
}

function userMessages(message: UserMessage): object[] {
  const results = message.results.map((result) => ({
    role: "tool",
    tool_call_id: result.callId,
    content: plainText(result.output),
  }));
  if (message.content.length === 0) return results;

  const isText = message.content.every((part) => part.type === "text");
  const content = isText
    ? plainText(message.content)
    : written(message.content, (part) => toContent(part));
  return [...results, { role: "user", content }];
}

function toContent(part: SaidPart): object {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      imageAttachment(part);
      return { type: "image_url", image_url: { url: part.url, detail: part.detail } };
    case "file": {
      const text = textOfFile(fileAttachment(part));
      if (text === undefined) throw unsupported("files that are not text");

      return { type: "text", text };
    }
  }
}

/** Plans and thoughts go back as they came: https://docs.cohere.com/docs/tool-use-overview and …/docs/reasoning. */
function assistantMessage(message: AssistantMessage, thinks: boolean): object {
  const calls = callsIn(message).map((call) => ({
    id: call.callId,
    type: "function",
    function: { name: call.name, arguments: call.arguments.trim() || "{}" },
  }));
  const text = plainText(contentIn(message));
  const thinking = thinks ? thoughtsOf(message, "thinking") : "";
  const texts = text === "" ? [] : [{ type: "text", text }];
  return {
    role: "assistant",
    content: thinking === "" ? text || undefined : [{ type: "thinking", thinking }, ...texts],
    tool_plan: (calls.length > 0 && thoughtsOf(message, "tool_plan")) || undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
}

/** The model's thought at this place of its message. */
function thoughtsOf({ entries }: AssistantMessage, place: "tool_plan" | "thinking"): string {
  return entries
    .filter((entry) => entry.type === "thought")
    .filter((thought) => carriedBy(thought, cohereFamily, "thought") === place)
    .map(({ text }) => text)
    .join("");
}

/** The dialect cannot force one function by name, but it can be offered that one alone. */
function toTools(call: RespondCall): object[] | undefined {
  const { toolChoice } = call;
  const offered =
    typeof toolChoice === "string"
      ? call.tools
      : call.tools.filter((tool) => tool.name === toolChoice.name);
  return offered.length > 0 ? offered.map(toTool) : undefined;
}

function toTool(tool: ToolDefinition): object {
  return {
    type: "function",
    function: {
      name: tool.name,
      description: tool.description || undefined,
      parameters: tool.parameters ?? { type: "object", properties: {} },
    },
  };
}

function toToolChoice({ toolChoice }: RespondCall): string | undefined {
  if (toolChoice === "auto") return undefined;

  return toolChoice === "none" ? "NONE" : "REQUIRED";
}

/** Refused beside tools. */
function responseFormat({ textFormat }: RespondCall): object | undefined {
  switch (textFormat?.type) {
    case "json_schema":
      return { type: "json_object", json_schema: textFormat.schema };
    case "json_object":
      return { type: "json_object" };
    default:
      return undefined;
  }
}

/** The family of Cohere's carriers. */
export const cohereFamily = "cohere";

/** Only the models named so can think; the others refuse the field. */
function thinks(model: string): boolean {
  return model.includes("reasoning");
}

function toThinking(call: RespondCall): object | undefined {
  const { effort, maxTokens } = call.reasoning ?? {};
  if (!thinks(call.model) || (effort ?? maxTokens) === undefined) return undefined;

  return effort === "none"
    ? { type: "disabled" }
    : { type: "enabled", token_budget: maxTokens || undefined };
}

function clamped(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(most, Math.max(least, value));
}
