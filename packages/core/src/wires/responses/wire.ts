import type { Schema } from "@portico/contract/facts";
import { helperMethodHeader, vocabularyFor } from "@portico/contract/stream-order";
import type { Wire } from "../../answer/wire.ts";
import { ResponseEvents } from "./events.ts";
import { readRequest } from "./read-request.ts";
import { endedResponse, type Response, type ResponseFrame } from "./reply.ts";

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
