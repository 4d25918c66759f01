import type { Schema } from "@portico/contract/facts";
import type { Reading, ReadRequest } from "../../answer/wire.ts";
import { freeformNames } from "../../model-call/freeform.ts";
import { readModels } from "../reading/read-models.ts";
import { refuseLargeSchemas } from "../reading/tools.ts";
import { readMessages } from "./read-messages.ts";
import { parameterNames, readParameters, wantsThoughts } from "./read-parameters.ts";
import { otherTools, readTools } from "./read-tools.ts";
import { unread } from "./unread.ts";

/** Which tools get their text as it is: a reply repeats nothing else of its request. */
export interface ChatFrame {
  readonly freeform: ReadonlySet<string>;
}

type Request = Schema<"ChatRequest">;

/** Throws a GatewayError (400) for a request that contradicts itself. */
export function readRequest(
  body: Request,
  { readPicture }: Pick<Reading, "readPicture">,
): ReadRequest<ChatFrame> {
  const models = readModels(body);
  const chosen = readTools(body);
  const conversation = readMessages(body.messages, readPicture);
  refuseLargeSchemas(schemasOf(body));
  return {
    ...models,
    ...(body.session_id && { session: body.session_id }),
    call: {
      stream: body.stream === true,
      conversation,
      ...chosen,
      ...(wantsThoughts(body) && { thoughts: { text: true, carriers: true } }),
      ...readParameters(body),
    },
    provider: body.provider,
    parameterNames: parameterNames(body),
    leftOut: [...otherTools(body), ...unread(body)],
    frame: { freeform: freeformNames(chosen.tools) },
  };
}

function schemasOf({ tools, response_format: format }: Request): [string, unknown][] {
  const ofTools = (tools ?? []).map((tool, index): [string, unknown] => [
    tool.type === "function" ? `tools[${index}].function.parameters` : `tools[${index}]`,
    tool,
  ]);
  return [["response_format.json_schema.schema", format], ...ofTools];
}
