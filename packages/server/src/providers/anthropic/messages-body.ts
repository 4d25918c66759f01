import type { JsonObject, RespondCall } from "@portico/core/model-call/respond-call";
import { type Conversation, toConversation } from "../conversation/conversation.ts";
import { limitMarks } from "./cache-marks.ts";
import { claudeOf, samplingFor, stopSequences } from "./claude.ts";
import { anthropicHost, type ClaudeHost } from "./claude-host.ts";
import { BlockWriter } from "./content-blocks.ts";
import { passedTo, passes, withFields } from "./passed.ts";
import { toStrictSchema } from "./strict-schema.ts";
import { effortFor, type Thinking, thinkingFor } from "./thinking.ts";
import { claudeFamily } from "./thought-block.ts";
import { toTools } from "./tools.ts";

/** The dialect demands a maximum; every model can write this many. */
const defaultMaxTokens = 4096;

/** A call as the body of a Messages request for all hosts, with the fields that a host passes through. */
export function toMessagesBody(call: RespondCall, host: ClaudeHost = anthropicHost): JsonObject {
  const passed = passedTo(host, call);
  const conversation = toConversation(call, {
    thoughts: claudeFamily,
    blocks: (part) => passes(host, call, part),
    systemInPlace: passed !== undefined,
  });
  const claude = claudeOf(call.model);
  const maxTokens = call.maxOutputTokens ?? defaultMaxTokens;
  const thinking = thinkingFor(claude, call, conversation, maxTokens);
  const writer = new BlockWriter(call);
  const body = {
    max_tokens: maxTokens,
    system: toSystem(writer, conversation, passed !== undefined),
    messages: toMessages(writer, conversation),
    ...toTools(writer, call, conversation, passed),
    thinking,
    output_config: outputConfig(call, thinking),
    ...samplingFor(claude, call, thinking !== undefined),
    stop_sequences: stopSequences(call),
    metadata: call.user === undefined ? undefined : { user_id: call.user },
  };
  const whole = passed === undefined ? body : withFields(body, passed);
  limitMarks(whole);
  return whole;
}

/** The same for a cloud, which takes betas in the body. */
export function toCloudBody(call: RespondCall, host: ClaudeHost): JsonObject {
  const betas = passedTo(host, call)?.betas ?? [];
  const body = toMessagesBody(call, host);
  return betas.length > 0 ? { ...body, anthropic_beta: betas } : body;
}

/** One text, unless its parts must stay separate: for a mark, a special block, or a caller of the same wire. */
function toSystem(
  writer: BlockWriter,
  { system, systemParts }: Conversation,
  isOwnWire: boolean,
): string | object[] | undefined {
  const isApart = isOwnWire || systemParts.some((part) => part.type === "foreign" || part.cache);
  if (systemParts.length === 0 || !isApart) return system || undefined;

  return writer.content(systemParts);
}

function toMessages(writer: BlockWriter, { messages }: Conversation): readonly object[] {
  return messages.map((message, index) => {
    if (message.role === "assistant") {
      const isLast = index === messages.length - 1;
      return { role: message.role, content: writer.assistant(message, isLast) };
    }
    return { role: message.isSystem ? "system" : "user", content: writer.user(message) };
  });
}

function outputConfig(call: RespondCall, thinking: Thinking | undefined): object | undefined {
  const claude = claudeOf(call.model);
  const effort = thinking?.type === "adaptive" ? effortFor(claude, call) : undefined;
  const format = claude.structuredOutput ? formatOf(call) : undefined;
  return effort || format ? { effort, format } : undefined;
}

function formatOf(call: RespondCall): object | undefined {
  return call.textFormat?.type === "json_schema"
    ? { type: "json_schema", schema: toStrictSchema(call.textFormat.schema) }
    : undefined;
}
