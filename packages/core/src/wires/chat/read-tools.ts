import type { Schema } from "@portico/contract/facts";
import type { ToolDefinition, ToolSelection } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { defined } from "../reading/defined.ts";
import { leftOutTools } from "../reading/left-out.ts";
import { selectTool } from "../reading/select-tool.ts";

type Request = Schema<"ChatRequest">;
type Fields = Readonly<Record<string, unknown>>;

/** The functions among the tools. */
export function readTools(tools: Request["tools"]): ToolDefinition[] {
  return (tools ?? []).filter(isFunctionTool).map((tool) => {
    const { name, description, parameters, strict } = tool.function;
    return { name, ...defined({ description, parameters, strict }), ...cacheOf(tool) };
  });
}

/** The names of the others and of searches, which no provider is sent. Refuses a request whose answer would be invented without them. */
export function otherTools(body: Request): readonly string[] {
  const { web_search_options: search, plugins }: Fields = body;
  const searches = [
    ...(search === null || search === undefined ? [] : ["web_search_options"]),
    ...(Array.isArray(plugins) && plugins.some((plugin) => Object(plugin).id === "web")
      ? ["plugins (web)"]
      : []),
  ];
  return leftOutTools(body.tools ?? [], body.tool_choice !== "none", searches);
}

function isFunctionTool(tool: Schema<"ChatTool">): tool is Schema<"ChatFunctionTool"> {
  return tool.type === "function";
}

export function readToolSelection(
  choice: Request["tool_choice"],
  tools: readonly ToolDefinition[],
): ToolSelection {
  const chosen = typeof choice === "object" ? choice?.function : choice;
  return selectTool(chosen, tools, "tool_choice.function.name");
}
