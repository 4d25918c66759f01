import type { Schema } from "@portico/contract/facts";
import { helperMethodHeader, vocabularyFor } from "@portico/contract/stream-order";
import type { Wire } from "../../answer/wire.ts";
import { ResponseEvents } from "./events.ts";
import { readRequest } from "./read-request.ts";
import { endedResponse, type Response, type ResponseFrame } from "./reply.ts";

/** What a count of input tokens says of itself, where it is not a provider's. */
export const estimateNotice = {
  "x-portico-notice": "input_tokens is the gateway's own estimate: no provider was asked",
} as const;

export function noCountNotice(provider: string) {
  const notice = `input_tokens is the gateway's own estimate: ${provider} was asked and gave none`;
  return { "x-portico-notice": notice };
}

/** `POST /responses`. */
export const responsesWire: Wire<Schema<"ResponseRequest">, ResponseFrame, Response> = {
  operation: "responses",
  inputField: "input",
  limitField: "max_output_tokens",
  userFields: ["user", "safety_identifier"],
  startsWithInputTokens: false,
  read: readRequest,
  reply: endedResponse,
  events: (frame, header) => new ResponseEvents(frame, vocabularyFor(header(helperMethodHeader))),
};
