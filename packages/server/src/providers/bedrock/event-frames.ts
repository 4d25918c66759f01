import { fieldsOf, jsonIn, textOf } from "../../json/json-shape.ts";
import { parseUpstreamJson } from "../../upstream/read-reply.ts";
import { errorSentence } from "../../upstream/said-error.ts";
import type { EventParser } from "../../upstream/sse.ts";
import { UpstreamError, type UpstreamFailure } from "../../upstream/upstream-error.ts";
import type { EventSource } from "../wire/answer-reader.ts";
import { type Frame, FrameDecoder } from "./frame-decoder.ts";

/** The events of ConverseStream, as `{ <event type>: <payload> }`. */
export const converseEvents: EventSource<Frame> = {
  parser: () => new FrameParser(),
  open(frame) {
    const type = eventTypeOf(frame);
    return { [type]: parse(frame.payload) };
  },
};

/** The events of InvokeModelWithResponseStream: those of the model's own dialect, wrapped. */
export const invokeEvents: EventSource<Frame> = {
  parser: () => new FrameParser(),
  open(frame) {
    eventTypeOf(frame);
    const bytes = textOf(fieldsOf(parse(frame.payload))["bytes"]);
    return bytes === undefined ? undefined : parse(Buffer.from(bytes, "base64"));
  },
};

/** Names of https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_Errors. */
const failures: readonly (readonly [RegExp, UpstreamFailure])[] = [
  [/throttling|toomanyrequests|quotaexceeded/i, "rateLimited"],
  [/validation/i, "rejected"],
  [/accessdenied|expiredtoken|unrecognizedclient|invalidsignature/i, "credential"],
  [/resourcenotfound/i, "modelNotFound"],
];

class FrameParser implements EventParser<Frame> {
  readonly #decoder = new FrameDecoder();

  push(chunk: Uint8Array, frames: Frame[]): void {
    try {
      this.#decoder.push(chunk, frames);
    } catch (cause) {
      throw damaged(cause);
    }
  }

  end(): void {
    if (!this.#decoder.isComplete())
      throw new UpstreamError("cut", "The provider's stream ended early.");
  }
}

function eventTypeOf(frame: Frame): string {
  const { headers } = frame;
  if (headers[":message-type"] === "event") return headers[":event-type"] ?? "";

  const name = headers[":exception-type"] ?? headers[":error-code"] ?? "";
  const failure = failures.find(([pattern]) => pattern.test(name))?.[1] ?? "overloaded";
  const said =
    headers[":error-message"] ?? messageIn(frame) ?? "The provider broke off its answer.";
  throw errorSentence(failure, said);
}

function messageIn(frame: Frame): string | undefined {
  const body = jsonIn(Buffer.from(frame.payload).toString("utf8"));
  return textOf(fieldsOf(body)["message"]);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseUpstreamJson(Buffer.from(bytes).toString("utf8"));
  } catch (cause) {
    throw notJson(cause);
  }
}

function damaged(cause: unknown): UpstreamError {
  const message = "The provider's event stream is damaged.";
  return new UpstreamError("malformed", message, { cause });
}

function notJson(cause: unknown): UpstreamError {
  const message = "The provider sent an event that is not JSON.";
  return new UpstreamError("malformed", message, { cause });
}
