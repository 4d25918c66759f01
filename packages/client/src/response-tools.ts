import type { CallOptions } from "./call.ts";
import type { FunctionCall, InputItem, ModelResponse, ResponseRequest } from "./contract.ts";
import { functionCallsOf } from "./response-stream.ts";
import { definitionsOf, type LoopOptions, runLoop, type Tools, unforced } from "./tool-loop.ts";

interface Request
  extends Omit<ResponseRequest, "stream" | "previous_response_id" | "conversation" | "prompt"> {}

/**
 * The argument of `responses.runTools`: a request whose tools are your functions.
 *
 * @example
 * const tools = { now: { parameters: { type: "object" }, run: () => new Date().toISOString() } };
 * const request: ToolLoopRequest = { model: "sandbox/text", input: "How late is it?", tools };
 * const { response } = await portico.responses.runTools(request);
 */
export interface ToolLoopRequest extends Omit<Request, "tools"> {
  /** Left out, the sealed thoughts of the model are asked for and sent back; `null` does without. */
  readonly include?: NonNullable<ResponseRequest["include"]> | null;
  /** The functions that the model may call, by their names. */
  readonly tools: Tools<FunctionCall>;
}

/**
 * How `responses.runTools` runs.
 *
 * @example
 * const options: ToolLoopOptions = { maxRounds: 5, signal: AbortSignal.timeout(60_000) };
 * const tools = { now: { parameters: { type: "object" }, run: () => new Date().toISOString() } };
 * await portico.responses.runTools({ model: "sandbox/text", input: "How late is it?", tools }, options);
 */
export interface ToolLoopOptions extends LoopOptions<ModelResponse> {}

/**
 * What `responses.runTools` gives.
 *
 * @example
 * const said = ({ response, conversation }: ToolLoopReply) => [outputText(response), conversation.length];
 */
export interface ToolLoopReply {
  /** The last response, which has no calls. */
  readonly response: ModelResponse;
  /** The whole conversation, to which you append the next user message. */
  readonly conversation: InputItem[];
}

/** So that a model which thinks goes on with its thoughts after each call. */
const keepsThoughts: NonNullable<ResponseRequest["include"]> = ["reasoning.encrypted_content"];

/** The tool loop over `/responses`. */
export async function runTools(
  respond: (request: Request, call: CallOptions) => Promise<ModelResponse>,
  { tools, input, include = keepsThoughts, tool_choice: choice, ...request }: ToolLoopRequest,
  options: ToolLoopOptions,
): Promise<ToolLoopReply> {
  const conversation: InputItem[] =
    typeof input === "string"
      ? [{ type: "message", role: "user", content: [{ type: "input_text", text: input }] }]
      : [...input];
  const definitions = definitionsOf(tools).map((tool) => ({ type: "function" as const, ...tool }));
  const response = await runLoop(
    {
      ask: (items, chosen, call) =>
        respond({ ...request, ...chosen, include, input: items, tools: definitions }, call),
      itemsOf: ({ output }: ModelResponse): InputItem[] => output,
      callsOf: (response) => functionCallsOf(response).map((call) => ({ ...call, call })),
      itemsOfResults: (results): InputItem[] =>
        results.map(({ call, output }) => ({
          type: "function_call_output",
          call_id: call.call_id,
          output,
        })),
      afterwards: unforced,
    },
    tools,
    conversation,
    choice,
    options,
  );
  return { response, conversation };
}
