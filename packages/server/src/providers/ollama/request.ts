import type { ContentPart, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import type { Fields } from "../../json/json-shape.ts";
import {
  type Attachment,
  fileAttachment,
  imageAttachment,
  textOfFile,
  unsupported,
} from "../conversation/attachment.ts";
import { argumentsOf } from "../conversation/conversation.ts";
import { isOthers, written } from "../conversation/messages.ts";
import { plainDialect } from "../openai/chat/dialect.ts";
import { toTool } from "../openai/chat/request.ts";
import { plainTextOf } from "../openai/chat/written-thoughts.ts";

/** The body of a chat. https://docs.ollama.com/api/chat */
export function toOllamaRequest(call: RespondCall): Fields {
  const offered = offeredTools(call);
  const note = offered.length > 0 && call.toolChoice !== "auto" ? [mustCall] : [];
  return {
    model: call.model,
    messages: toMessages(call, note),
    stream: call.stream,
    tools: offered.length > 0 ? offered.map((tool) => toTool(tool, plainDialect)) : undefined,
    format: toFormat(call),
    think: toThink(call),
    options: {
      num_predict: call.maxOutputTokens,
      temperature: call.temperature,
      top_p: call.topP,
      top_k: call.topK,
      presence_penalty: call.presencePenalty,
      frequency_penalty: call.frequencyPenalty,
      seed: call.seed,
      stop: call.stop,
    },
  };
}

interface Message {
  readonly role: string;
  tool_calls?: Fields[];
  thinking?: string;
  readonly [field: string]: unknown;
}

const mustCall = "Answer this with a call of one of the given functions, not with text.";

/** There is no tool_choice, so tools that must not be called are not offered. */
function offeredTools({ tools, toolChoice }: RespondCall): RespondCall["tools"] {
  if (toolChoice === "none") return [];

  return typeof toolChoice === "object"
    ? tools.filter((tool) => tool.name === toolChoice.name)
    : tools;
}

function toMessages(call: RespondCall, notes: readonly string[]): readonly Message[] {
  const names = new Map<string, string>();
  const messages: Message[] = [call.instructions ?? "", ...notes]
    .filter((text) => text !== "")
    .map((content) => ({ role: "system", content }));
  let thinking = "";
  const giveThinking = () => {
    const last = messages.at(-1);
    if (thinking !== "" && last?.role === "assistant")
      last.thinking = (last.thinking ?? "") + thinking;

    thinking = "";
  };
  for (const turn of call.conversation.filter((one) => !isOthers(one))) {
    const isModels = turn.type === "call" || (turn.type === "message" && turn.role === "assistant");
    if (!isModels && turn.type !== "thought") giveThinking();
    switch (turn.type) {
      case "call":
        names.set(turn.callId, turn.name);
        addCall(messages, turn);
        break;
      case "result":
        messages.push({
          role: "tool",
          tool_name: names.get(turn.callId),
          ...toContent(turn.output),
        });
        break;
      case "message":
        messages.push({ role: roleOf(turn.role), ...toContent(turn.content) });
        break;
      case "thought":
        thinking += plainTextOf(turn);
        break;
    }
    if (isModels) giveThinking();
  }
  giveThinking();
  return messages;
}

function roleOf(role: Extract<Turn, { type: "message" }>["role"]): string {
  return role === "developer" ? "system" : role;
}

function addCall(messages: Message[], turn: Extract<Turn, { type: "call" }>): void {
  const call = { function: { name: turn.name, arguments: argumentsOf(turn) } };
  let last = messages.at(-1);
  if (last?.role !== "assistant") {
    last = { role: "assistant", content: "" };
    messages.push(last);
  }
  last.tool_calls ??= [];
  last.tool_calls.push(call);
}

function toContent(parts: readonly ContentPart[]): Fields {
  const images: string[] = [];
  const texts = written(parts, (part) => {
    if (part.type === "text") return part.text;

    if (part.type === "image") {
      images.push(inlineData(imageAttachment(part)));
      return "";
    }
    const text = textOfFile(fileAttachment(part));
    if (text === undefined) throw unsupported("files other than text");

    return text;
  });
  return { content: texts.join(""), ...(images.length > 0 ? { images } : {}) };
}

function inlineData(attachment: Attachment): string {
  if (attachment.type === "url")
    throw unsupported("images by their address: send them as data URLs");

  return attachment.base64;
}

function toFormat({ textFormat }: RespondCall): unknown {
  if (textFormat === undefined || textFormat.type === "text") return undefined;

  return textFormat.type === "json_schema" ? textFormat.schema : "json";
}

/** Models without thoughts refuse the parameter. https://docs.ollama.com/capabilities/thinking */
const thinking = /gpt-oss|qwen3|deepseek-(r1|v3\.\d)|magistral|glm-4|kimi|nemotron/i;

function toThink({ model, reasoning }: RespondCall): boolean | string | undefined {
  const effort = reasoning?.effort;
  if (effort === undefined || !thinking.test(model)) return undefined;

  if (/gpt-oss/i.test(model)) return /^(low|medium|high)$/.test(effort) ? effort : "low";

  return !/^(none|minimal)$/.test(effort);
}
