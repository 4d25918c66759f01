import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { ModelResponse, ResponseRequest } from "./contract.ts";
import { opened, streamed } from "./open-stream.ts";
import type { PendingCall } from "./pending-call.ts";
import { outputText, ResponseStream } from "./response-stream.ts";
import {
  runTools,
  type ToolLoopOptions,
  type ToolLoopReply,
  type ToolLoopRequest,
} from "./response-tools.ts";
import { formOf, type Parsed, type ParseOptions, parseText } from "./structured.ts";

/**
 * The argument of `responses.create` and `responses.stream`: the contract's request without the field that the client sets,
 * and without the fields that may only be null.
 *
 * @example
 * const request: ResponsesRequest = { model: "sandbox/text", input: "Hello", max_output_tokens: 200 };
 * const response = await portico.responses.create(request);
 */
export interface ResponsesRequest
  extends Omit<ResponseRequest, "stream" | "previous_response_id" | "conversation" | "prompt"> {}

/**
 * Responses of models: `portico.responses`.
 *
 * @example
 * const answer = async (responses: Responses, input: string) =>
 *   outputText(await responses.create({ model: "sandbox/text", input }));
 * console.log(await answer(portico.responses, "Hello"));
 */
export interface Responses {
  /** The whole response in one piece. */
  create(request: ResponsesRequest, call?: CallOptions): PendingCall<ModelResponse>;
  /** The response as it is generated. */
  stream(request: ResponsesRequest, call?: CallOptions): PendingCall<ResponseStream>;
  /** A value of the form that a schema says, checked: throws a `ParseError` where the model wrote something else. */
  parse<Output>(
    request: ResponsesRequest,
    options: ParseOptions<Output>,
  ): Promise<Parsed<Output, ModelResponse>>;
  /** Lets the model call your functions until it answers. */
  runTools(request: ToolLoopRequest, options?: ToolLoopOptions): Promise<ToolLoopReply>;
}

/**
 * `portico.responses` alone.
 *
 * @example
 * const { id } = await createResponses(connect()).create({ model: "sandbox/text", input: "Hello" });
 */
export function createResponses({ raw: { POST }, init, idleTimeoutMs }: Connection): Responses {
  const create: Responses["create"] = (body, call) =>
    pending(POST("/responses", { body: { ...body, stream: false }, ...init(call) }));
  return {
    create,
    stream: (request, call) => {
      const body = { ...request, stream: true };
      return opened(
        POST("/responses", { body, ...streamed(init(call)) }),
        (facts) => new ResponseStream(facts, request.model ?? ""),
        idleTimeoutMs,
      );
    },
    parse: async (request, options) => {
      const format = { type: "json_schema", ...formOf(options) } as const;
      const reply = await create({ ...request, text: { ...request.text, format } }, options);
      return { value: await parseText(options.schema, outputText(reply)), reply };
    },
    runTools: (request, loop = {}) => runTools(create, request, loop),
  };
}
