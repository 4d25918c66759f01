import type { Input } from "@portico/contract/facts";
import { fieldsOf, listOf } from "@portico/core/json/shape";
import { refusedAt } from "../failure.ts";
import { CallPairs } from "./call-pairs.ts";
import { checkTools } from "./check-tools.ts";

type Request = Input<"createResponse">["body"];

/** Refuses what no schema can express about a conversation, in the gateway's words. */
export function checkConversation({ input, tools, tool_choice: choice }: Request): void {
  if (typeof input !== "string") checkItems(input);
  checkTools({
    all: tools,
    isCallable: (tool) => fieldsOf(tool)["type"] === "function",
    mode: choice,
    remedy: "Send functions, or leave it out.",
  });
  if (typeof choice === "object" && choice !== null) {
    const isThere = (tools ?? []).some((tool) => "name" in tool && tool.name === choice.name);
    const name = JSON.stringify(choice.name);
    if (!isThere)
      throw refusedAt("tool_choice.name", `is ${name}, and tools defines no such function.`);
  }
}

/** Calls and outputs come in pairs. Each file has its content or its address. */
function checkItems(items: Exclude<Request["input"], string>): void {
  const pairs = new CallPairs({ call: "function_call", id: "a call_id", output: "output" });
  for (const [index, item] of items.entries()) {
    const path = `input[${index}]`;
    const place = { item: path, id: `${path}.call_id`, text: `${path}.arguments` };
    if (item.type === "function_call") pairs.call(item.call_id, item.arguments, place);
    if (item.type === "function_call_output") pairs.output(item.call_id, place);
    if ("content" in item) checkFiles(item.content, `${path}.content`);
    if ("output" in item) checkFiles(item.output, `${path}.output`);
  }
}

function checkFiles(content: unknown, path: string): void {
  for (const [index, part] of listOf(content).entries()) {
    const { type, file_data: data, file_url: url } = fieldsOf(part);
    const at = `${path}[${index}]`;
    if (type === "input_file" && !data && !url)
      throw refusedAt(
        at,
        "needs file_data or file_url: files are not kept, so there is none to refer to.",
      );
  }
}
