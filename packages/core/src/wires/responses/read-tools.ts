import type { Schema } from "@portico/contract/facts";
import { functionFor } from "../../model-call/freeform.ts";
import type { Freeform, ToolDefinition } from "../../model-call/respond-call.ts";
import { leftOutTools, nameOfTool } from "../reading/left-out.ts";
import { defined } from "../reading/parameters.ts";
import { type ChosenTools, chooseTools } from "../reading/tools.ts";
import { isHosted } from "./hosted-tools.ts";

type Request = Schema<"ResponseRequest">;
type Tool = NonNullable<Request["tools"]>[number];
export type CallableTool = Schema<"FunctionTool"> | Schema<"CustomTool">;

/** The tools that the caller runs. */
export function callableTools(tools: Request["tools"]): CallableTool[] {
  return (tools ?? []).filter((tool) => isCallable(tool));
}

function isCallable(tool: Tool): tool is CallableTool {
  return tool.type === "function" || tool.type === "custom";
}

/** The names of those that no provider is sent. Refuses a request whose answer would be invented without them. */
export function otherTools({ tools: all, tool_choice: choice }: Request): readonly string[] {
  const tools = all ?? [];
  const others = tools.filter((tool) => !isCallable(tool) && !isHosted(tool));
  return leftOutTools({
    leftOut: others.map(nameOfTool),
    hasOthers: others.length < tools.length,
    isCallable: choice !== "none",
  });
}

/** `hasHosted`: beside these the model may call tools that run at the vendor. */
export function readTools(
  tools: readonly CallableTool[],
  choice: Request["tool_choice"],
  hasHosted: boolean,
): ChosenTools {
  const own = tools.map(toToolDefinition);
  if (typeof choice !== "object" || choice?.type !== "allowed_tools")
    return chooseTools(choice, own, "tool_choice.name");
  const names = choice.tools.flatMap(({ name }) => name ?? []);
  if (names.length === 0 && hasHosted) return { tools: [], toolChoice: "auto" };
  return chooseTools({ mode: choice.mode, names, field: "tool_choice.tools" }, own, "");
}

function toToolDefinition(tool: CallableTool): ToolDefinition {
  const { name, description } = tool;
  if (tool.type === "function") {
    const { parameters, strict } = tool;
    return { name, ...defined({ description, parameters, strict }) };
  }
  const { format } = tool;
  const grammar = format?.type === "grammar" ? grammarOf(format) : undefined;
  return functionFor(name, defined({ description, grammar }));
}

function grammarOf({ syntax, definition }: Freeform["grammar"] & object): Freeform["grammar"] {
  return { syntax, definition };
}
