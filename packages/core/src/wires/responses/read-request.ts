import type { Schema } from "@portico/contract/facts";
import type { Reading, ReadRequest, SentTurn } from "../../answer/wire.ts";
import { freeformNames } from "../../model-call/freeform.ts";
import { readModels } from "../reading/read-models.ts";
import { refuseLargeSchemas } from "../reading/tools.ts";
import { echoOf } from "./echo.ts";
import { hostedTools, passThroughOf } from "./hosted-tools.ts";
import { refuseWithoutKept } from "./kept.ts";
import { readConversation } from "./read-conversation.ts";
import { parameterNames, readCache, readParameters, readThoughts } from "./read-parameters.ts";
import { callableTools, otherTools, readTools } from "./read-tools.ts";
import type { ResponseFrame } from "./reply.ts";
import { unread } from "./unread.ts";

type Request = Schema<"ResponseRequest">;

/** Throws a GatewayError (400) for a request that contradicts itself. */
export function readRequest(
  body: Request,
  { readPicture, keepsResponses = false }: Pick<Reading, "readPicture" | "keepsResponses">,
): ReadRequest<ResponseFrame> {
  if (body.previous_response_id && !keepsResponses)
    refuseWithoutKept("previous_response_id", "names an earlier response");
  const models = readModels(body);
  const conversation: SentTurn[] = readConversation(body.input, readPicture);
  const tools = callableTools(body.tools);
  const hosted = hostedTools(body);
  const chosen = readTools(tools, body.tool_choice, hosted.length > 0);
  const isForced = chosen.tools.length === 0 && forcesAny(body.tool_choice);
  const passThrough = passThroughOf(body, hosted, isForced);
  const thoughts = readThoughts(body);
  refuseLargeSchemas(schemasOf(body));
  return {
    ...models,
    ...(body.session_id && { session: body.session_id }),
    call: {
      stream: body.stream === true,
      conversation,
      ...chosen,
      ...(body.instructions && { instructions: body.instructions }),
      ...(thoughts !== undefined && { thoughts }),
      ...readCache(body),
      ...readParameters(body),
      ...(passThrough !== undefined && { passThrough }),
    },
    provider: body.provider,
    parameterNames: parameterNames(body),
    leftOut: [...otherTools(body), ...unread(body, passThrough)],
    frame: {
      echo: { ...echoOf(body, tools), store: keepsResponses && body.store !== false },
      showsSummaries: thoughts?.text === true,
      freeform: freeformNames(chosen.tools),
    },
  };
}

function forcesAny(choice: Request["tool_choice"]): boolean {
  const mode =
    typeof choice === "object" && choice !== null && "mode" in choice ? choice.mode : choice;
  return mode === "required";
}

function schemasOf({ tools, text }: Request): [string, unknown][] {
  const ofTools = (tools ?? []).map((tool, index): [string, unknown] => [
    "parameters" in tool ? `tools[${index}].parameters` : `tools[${index}]`,
    tool,
  ]);
  return [["text.format.schema", text], ...ofTools];
}
