import type { Schema } from "@portico/contract/facts";
import type { ToolDefinition, ToolSelection } from "../../model-call/respond-call.ts";
import { defined } from "../reading/defined.ts";
import { leftOutTools } from "../reading/left-out.ts";
import { selectTool } from "../reading/select-tool.ts";

type Request = Schema<"ResponseRequest">;
export type FunctionTool = Schema<"FunctionTool">;

/** The functions among the tools. */
export function functionTools(tools: Request["tools"]): FunctionTool[] {
  return (tools ?? []).filter((tool) => isFunctionTool(tool));
}

/** The names of the others, which no provider is sent. Refuses a request whose answer would be invented without them. */
export function otherTools({ tools, tool_choice: choice }: Request): readonly string[] {
  return leftOutTools(tools ?? [], choice !== "none");
}

function isFunctionTool(tool: NonNullable<Request["tools"]>[number]): tool is FunctionTool {
  return tool.type === "function";
}

export function toToolDefinition({
  name,
  description,
  parameters,
  strict,
}: FunctionTool): ToolDefinition {
  return { name, ...defined({ description, parameters, strict }) };
}

export function readToolSelection(
  choice: Request["tool_choice"],
  tools: readonly FunctionTool[],
): ToolSelection {
  return selectTool(choice, tools, "tool_choice.name");
}
