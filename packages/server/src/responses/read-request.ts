import type { Schema } from "@portico/contract";
import type { RespondCall, Turn } from "../providers/provider.ts";
import { callIdsOf, readConversation } from "./read-conversation.ts";
import { parameterNames, readParameters } from "./read-parameters.ts";
import {
  type FunctionTool,
  functionTools,
  readToolSelection,
  toToolDefinition,
} from "./read-tools.ts";
import type { Echo } from "./response-object.ts";

type Request = Schema<"ResponseRequest">;

/** A request in neutral terms: what is asked, of whichever upstream. */
export interface ReadRequest {
  readonly call: Omit<RespondCall, "model" | "credential" | "requestId">;
  readonly echo: Echo;
  /** Call ids of the conversation: the answer must not use them again. */
  readonly usedCallIds: readonly string[];
  /** Names of the optional parameters that it sets. */
  readonly parameterNames: readonly string[];
}

/** Throws a GatewayError (400) where the request cannot be meant as it stands. */
export function readRequest(body: Request): ReadRequest {
  const conversation: Turn[] = readConversation(body.input);
  const tools = functionTools(body.tools);
  const toolChoice = readToolSelection(body.tool_choice, tools);
  return {
    call: {
      stream: body.stream === true,
      conversation,
      tools: tools.map(toToolDefinition),
      toolChoice,
      ...(body.instructions && { instructions: body.instructions }),
      ...readParameters(body),
    },
    echo: echoOf(body, tools),
    usedCallIds: callIdsOf(conversation),
    parameterNames: parameterNames(body),
  };
}

/** What the response repeats of the request; where the request says nothing, what then holds. */
function echoOf(body: Request, tools: readonly FunctionTool[]): Echo {
  return {
    instructions: body.instructions ?? null,
    metadata: body.metadata ?? {},
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    presence_penalty: body.presence_penalty ?? null,
    frequency_penalty: body.frequency_penalty ?? null,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    tools: tools.map(toEchoedTool),
    tool_choice: body.tool_choice ?? "auto",
    max_output_tokens: body.max_output_tokens ?? null,
    reasoning: body.reasoning ?? null,
    text: { format: { type: "text" }, ...body.text },
    user: body.user ?? null,
  };
}

function toEchoedTool({ type, name, description, parameters, strict }: FunctionTool): FunctionTool {
  return {
    type,
    name,
    description: description ?? null,
    parameters: parameters ?? null,
    strict: strict ?? null,
  };
}
