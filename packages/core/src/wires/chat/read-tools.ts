import type { Schema } from "@portico/contract/facts";
import { functionFor } from "../../model-call/freeform.ts";
import type { ToolDefinition } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { leftOutTools, nameOfTool } from "../reading/left-out.ts";
import { defined } from "../reading/parameters.ts";
import { type ChosenTools, chooseTools } from "../reading/tools.ts";

type Request = Schema<"ChatRequest">;
type Fields = Readonly<Record<string, unknown>>;

/** The tools that the caller runs and the model may call. */
export function readTools({ tools, tool_choice: choice }: Request): ChosenTools {
  const own = (tools ?? []).flatMap((tool) => toToolDefinition(tool));
  if (typeof choice !== "object" || choice === null) return chooseTools(choice, own, "tool_choice");
  switch (choice.type) {
    case "function":
      return chooseTools(choice.function, own, "tool_choice.function.name");
    case "custom":
      return chooseTools(choice.custom, own, "tool_choice.custom.name");
    case "allowed_tools": {
      const { mode, tools: allowed } = choice.allowed_tools;
      const names = allowed.flatMap(nameIn);
      return chooseTools({ mode, names, field: "tool_choice.allowed_tools.tools" }, own, "");
    }
  }
}

function nameIn(tool: Fields): string[] {
  const { name } = Object(tool["function"] ?? tool["custom"]);
  return typeof name === "string" ? [name] : [];
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
  const tools = body.tools ?? [];
  const others = tools.filter((tool) => !isFunction(tool) && !isCustom(tool));
  return leftOutTools({
    leftOut: [...others.map(nameOfTool), ...searches],
    hasOthers: others.length < tools.length,
    isCallable: body.tool_choice !== "none",
  });
}

function toToolDefinition(tool: Schema<"ChatTool">): ToolDefinition[] {
  if (isFunction(tool)) {
    const { name, description, parameters, strict } = tool.function;
    return [{ name, ...defined({ description, parameters, strict }), ...cacheOf(tool) }];
  }
  if (!isCustom(tool)) return [];
  const { name, description, format } = tool.custom;
  const grammar = format?.type === "grammar" ? format.grammar : undefined;
  return [functionFor(name, defined({ description, grammar }))];
}

function isFunction(tool: Schema<"ChatTool">): tool is Schema<"ChatFunctionTool"> {
  return tool.type === "function";
}

function isCustom(tool: Schema<"ChatTool">): tool is Schema<"ChatCustomTool"> {
  return tool.type === "custom";
}
