import type { Schema } from "@portico/contract/facts";
import { fieldsOf } from "@portico/core/json/shape";
import { refusedAt } from "../failure.ts";
import { CallPairs } from "./call-pairs.ts";
import { type ChatRequest, chatFunctionsOf } from "./chat-question.ts";
import { checkTools } from "./check-tools.ts";

/** Refuses what no schema can express about a request for a chat completion, in the gateway's words. */
export function checkMessages(request: ChatRequest): void {
  checkToolChoice(request);
  const pairs = new CallPairs({ call: "tool call", id: "an id", output: "result" });
  for (const [index, message] of request.messages.entries())
    checkMessage(message, `messages[${index}]`, pairs);
  checkEffort(request);
}

function checkToolChoice(request: ChatRequest): void {
  const choice = request.tool_choice;
  const { web_search_options: search } = fieldsOf(request);
  checkTools({
    all: request.tools,
    isCallable: (tool) => fieldsOf(tool)["type"] === "function",
    searches: search === null || search === undefined ? [] : ["web_search_options"],
    mode: choice,
    remedy: "Send functions, or leave it out.",
  });
  if (typeof choice !== "object" || choice === null) return;
  const { name } = choice.function;
  if (chatFunctionsOf(request).some((tool) => tool.name === name)) return;
  throw refusedAt(
    "tool_choice.function.name",
    `is ${JSON.stringify(name)}, and tools defines no such function.`,
  );
}

function checkMessage(message: Schema<"ChatMessage">, path: string, pairs: CallPairs): void {
  if (message.role === "assistant")
    for (const [index, call] of (message.tool_calls ?? []).entries()) {
      const at = `${path}.tool_calls[${index}]`;
      const place = { item: at, id: `${at}.id`, text: `${at}.function.arguments` };
      pairs.call(call.id, call.function.arguments, place);
    }
  else if (message.role === "tool")
    pairs.output(message.tool_call_id, { item: path, id: `${path}.tool_call_id` });
  checkFiles(message, `${path}.content`);
}

function checkFiles({ content }: Schema<"ChatMessage">, path: string): void {
  if (typeof content === "string") return;
  for (const [index, part] of (content ?? []).entries())
    if (part.type === "file" && !part.file.file_data)
      throw refusedAt(
        `${path}[${index}].file.file_data`,
        "is required: files are not kept, so there is none to refer to.",
      );
}

function checkEffort({ reasoning, reasoning_effort: short }: ChatRequest): void {
  const effort = reasoning?.effort;
  if (!effort || !short || effort === short) return;
  throw refusedAt(
    "reasoning_effort",
    `is ${JSON.stringify(short)}, and reasoning.effort is ${JSON.stringify(effort)}: send one of them, or the same in both.`,
  );
}
