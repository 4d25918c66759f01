import type { Schema } from "@portico/contract/facts";
import type { Reading, ReadRequest } from "../../answer/wire.ts";
import { GatewayError } from "../../failures.ts";
import { saysSomething } from "../reading/left-out.ts";
import { readModels } from "../reading/read-models.ts";
import { refuseLargeSchemas } from "../reading/tools.ts";
import { passThroughOf } from "./pass-through.ts";
import { readConversation } from "./read-conversation.ts";
import { parameterNames, readParameters, readThinking } from "./read-parameters.ts";
import { callableTools, readToolSelection, serverTools, toToolDefinition } from "./read-tools.ts";
import type { MessagesFrame } from "./reply.ts";

export type MessagesRequest = Schema<"MessagesRequest">;
/** What is counted, and what a request for a message has too. */
export type MessagesConversation = Schema<"MessagesConversation">;

/** Throws a GatewayError (400) for a request that contradicts itself. */
export function readRequest(body: MessagesRequest, reading: Reading): ReadRequest<MessagesFrame> {
  const models = readModels(body);
  refuseThread(body.thread);
  const asked = readAsked(body, reading);
  return {
    ...models,
    ...(body.session_id && { session: body.session_id }),
    call: { stream: body.stream === true, ...asked, ...readParameters(body) },
    provider: body.provider,
    parameterNames: parameterNames(body),
    leftOut: unread(body),
    frame: { showsThoughts: asked.thoughts?.text === true },
  };
}

/** What the model is to read: of both operations. */
export function readAsked(body: MessagesConversation, reading: Reading) {
  const tools = callableTools(body.tools);
  const providers = serverTools(body.tools);
  const toolChoice = readToolSelection(body.tool_choice, tools, providers);
  const thinking = readThinking(body);
  const format = body.output_config?.format;
  const passThrough = passThroughOf(body, toolChoice.passed, providers, reading);
  refuseLargeSchemas([
    ["output_config.format.schema", format?.schema],
    ...(body.tools ?? []).map((tool, index) => [`tools[${index}]`, tool] as const),
  ]);
  return {
    conversation: readConversation(body, reading.readPicture),
    tools: tools.map(toToolDefinition),
    toolChoice: toolChoice.selection,
    ...(typeof body.system === "string" && body.system !== "" && { instructions: body.system }),
    ...(body.tool_choice?.disable_parallel_tool_use === true && { parallelToolCalls: false }),
    ...(format && {
      textFormat: { type: "json_schema", name: "reply", schema: format.schema } as const,
    }),
    ...thinking,
    passThrough,
  };
}

/** Answered so that client libraries send the whole conversation instead of what is new in it. */
function refuseThread(thread: MessagesRequest["thread"]): void {
  if (thread === null || thread === undefined) return;
  throw new GatewayError("badRequest", {
    message:
      "thread must be null or left out: the service is stateless and keeps no earlier messages. Send the whole conversation in messages.",
    metadata: { field: "thread" },
    details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
  });
}

type Request = Schema<"MessagesRequest">;

/** The names of what a request says and no provider is sent. What only some are sent is in `passThrough`. */
function unread({ metadata, messages }: Request): string[] {
  const { user_id: _, ...labels } = metadata ?? {};
  const names = Object.keys(labels).map((name) => `metadata.${name}`);
  for (const [index, { content }] of messages.entries()) {
    if (typeof content === "string") continue;
    for (const [at, block] of content.entries())
      if (block.type === "document" && hasCitations(block))
        names.push(`messages[${index}].content[${at}].citations`);
  }
  return names;
}

function hasCitations(block: object): boolean {
  const { citations }: { readonly citations?: unknown } = block;
  return saysSomething(Object(citations).enabled);
}
