import { ResponseFold } from "@portico/contract/streams/responses";
import type { FunctionCall, ModelResponse, StreamEvent } from "./contract.ts";
import { streamFactsOf } from "./open-stream.ts";
import { ReplyStream, type StreamFacts } from "./reply-stream.ts";

/**
 * A response as it is generated. Iterate it for its events, which narrow by `type`; or await
 * `finalResponse()`, `text()` or `functionCalls()`, before, while or after you iterate.
 * Leaving the loop early closes the connection and ends the generation.
 *
 * Ends normally only if the service said that the response is complete (or `incomplete`, for example when
 * tokens ran out: check `status`). A failure, or a stream that just stops, throws a StreamError.
 *
 * Reads the events that client libraries know (`response.output_text.delta`, `response.completed`) and those
 * of the specified interface (`response.content_part.delta`, `response.done`), and each text once if a service
 * sends both.
 *
 * @example
 * const stream: ResponseStream = await portico.responses.stream({ model: "sandbox/text", input: "Hello" });
 * for await (const piece of stream.textDeltas()) console.log(piece);
 * const { status, usage } = await stream.finalResponse();
 * console.log(status, usage?.total_tokens);
 */
export class ResponseStream extends ReplyStream<StreamEvent, ModelResponse> {
  /** Reads, in your page, what `toResponse()` sent from your own server. Throws an `ApiError` for an error status. */
  static async fromResponse(answer: Response | Promise<Response>): Promise<ResponseStream> {
    return new ResponseStream(await streamFactsOf(answer), "");
  }

  /** `model` is the requested one, for services that do not repeat it. */
  constructor(facts: StreamFacts, model: string) {
    super(facts, new ResponseFold(model));
  }

  /** The whole response, once it is finished. */
  finalResponse(): Promise<ModelResponse> {
    return this.whole();
  }

  /** The whole text, once it is finished. */
  async text(): Promise<string> {
    return outputText(await this.whole());
  }

  /** The calls that the model made, each with its whole arguments, once all are complete. */
  async functionCalls(): Promise<FunctionCall[]> {
    return functionCallsOf(await this.whole());
  }
}

/**
 * The text of all messages of a response.
 *
 * @example
 * const response = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * console.log(outputText(response));
 */
export function outputText(response: ModelResponse): string {
  return response.output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .map((part) => part.text)
    .join("");
}

/**
 * The calls of functions in a response; empty where the model answered in words.
 *
 * @example
 * const response = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * for (const { name, arguments: json } of functionCallsOf(response)) console.log(name, JSON.parse(json));
 */
export function functionCallsOf(response: ModelResponse): FunctionCall[] {
  return response.output.filter((item) => item.type === "function_call");
}
