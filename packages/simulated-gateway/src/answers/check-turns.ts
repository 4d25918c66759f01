import type { Schema } from "@portico/contract/facts";
import type { Reading } from "@portico/core/answer/wire";
import { leftOutOf, refuseMissed } from "@portico/core/wires/messages/left-out-of";
import { readAsked } from "@portico/core/wires/messages/read-request";
import { refusedAt } from "../failure.ts";
import { CallPairs } from "./call-pairs.ts";
import { isBlock, type MessageConversation } from "./message-question.ts";

/** Refuses what no schema can express about a request for a message, in the gateway's words. */
export function checkTurns(request: MessageConversation): void {
  checkThread(request);
  checkToolChoice(request);
  const pairs = new CallPairs({ call: "tool_use", id: "an id", output: "tool_result" });
  for (const [index, { content }] of request.messages.entries())
    if (typeof content !== "string")
      for (const [at, block] of content.entries())
        checkBlock(block, `messages[${index}].content[${at}]`, pairs);
}

/** Answered so that client libraries send the whole conversation instead of what is new in it. */
function checkThread(request: MessageConversation & { readonly thread?: unknown }): void {
  if (request.thread === null || request.thread === undefined) return;
  throw refusedAt(
    "thread",
    "must be null or left out: the service is stateless and keeps no earlier messages. Send the whole conversation in messages.",
    { error_code: "thread_unsupported_request", unsupported: ["thread"] },
  );
}

const reading: Reading = { headersOf: () => ({}), readPicture: (url) => ({ url }) };

/** The sandbox is sent nothing in the format of a vendor. Counting tokens needs no answer. */
export function refuseInvented(request: MessageConversation): void {
  const { missed } = leftOutOf(readAsked(request, reading), undefined);
  if (missed.length > 0) throw refuseMissed(missed);
}

function checkToolChoice({ tool_choice: choice, tools }: MessageConversation): void {
  if (choice?.type !== "tool") return;
  if ((tools ?? []).some((tool) => "name" in tool && tool.name === choice.name)) return;
  const name = JSON.stringify(choice.name);
  throw refusedAt("tool_choice.name", `is ${name}, and tools defines no such tool.`);
}

function checkBlock(block: Schema<"MessagesBlock">, item: string, pairs: CallPairs): void {
  if (isBlock(block, "tool_use"))
    pairs.call(block.id, JSON.stringify(block.input), {
      item,
      id: `${item}.id`,
      text: `${item}.input`,
    });
  if (isBlock(block, "tool_result"))
    pairs.output(block.tool_use_id, { item, id: `${item}.tool_use_id` });
}
