import type { Schema } from "@portico/contract/facts";
import { GatewayError } from "../../failures.ts";
import type { JsonObject, ToolDefinition, ToolSelection } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { type ClientTool, functionForClientTool, isClientTool } from "./client-tools.ts";

type Conversation = Schema<"MessagesConversation">;
type OwnTool = Schema<"MessagesOwnTool">;
type ServerTool = Schema<"MessagesServerTool">;

type Callable = OwnTool | ClientTool;

/** Tools that the caller runs. */
export function callableTools(tools: Conversation["tools"]): Callable[] {
  return (tools ?? []).filter((tool) => isCallable(tool));
}

/** All others, in the words of the vendor that knows them. */
export function serverTools(tools: Conversation["tools"]): (ServerTool & JsonObject)[] {
  return (tools ?? []).flatMap((tool) => (isCallable(tool) ? [] : [{ ...tool }]));
}

function isCallable(tool: OwnTool | ServerTool): tool is Callable {
  return isOwn(tool) || isClientTool(tool);
}

function isOwn(tool: OwnTool | ServerTool): tool is OwnTool {
  return tool.type === undefined || tool.type === null || tool.type === "custom";
}

export function toToolDefinition(tool: Callable): ToolDefinition {
  if (!isOwn(tool)) return functionForClientTool(tool);
  const { name, description, input_schema: parameters, strict, ...others } = tool;
  const { type: _type, cache_control: _mark, ...own }: JsonObject = others;
  return {
    name,
    ...(typeof description === "string" && { description }),
    parameters,
    ...(typeof strict === "boolean" && { strict }),
    ...cacheOf(tool),
    ...(Object.keys(own).length > 0 && { own }),
  };
}

interface ReadToolChoice {
  readonly selection: ToolSelection;
  /** A choice of a tool that runs at a provider, which only that provider can read. */
  readonly passed: JsonObject | null;
}

/** Without tools, `any` is dropped, because no call is possible; a missing tool's name is refused. */
export function readToolSelection(
  choice: Conversation["tool_choice"],
  callable: readonly Callable[],
  others: readonly JsonObject[],
): ReadToolChoice {
  if (choice === null || choice === undefined) return { selection: "auto", passed: null };
  switch (choice.type) {
    case "auto":
    case "none":
      return { selection: choice.type, passed: null };
    case "any":
      if (callable.length > 0) return { selection: "required", passed: null };
      return { selection: "auto", passed: others.length > 0 ? { ...choice } : null };
    case "tool":
      if (callable.some(({ name }) => name === choice.name))
        return { selection: { name: choice.name }, passed: null };
      if (others.some((tool) => tool["name"] === choice.name))
        return { selection: "auto", passed: { ...choice } };
      throw new GatewayError("badRequest", {
        message: `tool_choice.name is ${JSON.stringify(choice.name)}, and tools defines no such tool.`,
        metadata: { field: "tool_choice.name" },
      });
  }
}
