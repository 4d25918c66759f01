import type { Schema } from "@portico/contract/facts";
import type { Wire } from "../../answer/wire.ts";
import { frame as eventFrame, MessageEvents } from "./events.ts";
import { type MessagesRequest, readRequest } from "./read-request.ts";
import { type MessagesFrame, toReply } from "./reply.ts";

/** `POST /messages`. */
export const messagesWire: Wire<MessagesRequest, MessagesFrame, Schema<"MessagesReply">> = {
  operation: "messages",
  inputField: "messages",
  limitField: "max_tokens",
  userFields: ["metadata.user_id"],
  startsWithInputTokens: true,
  keepAlive: eventFrame("ping", ""),
  read: readRequest,
  reply: toReply,
  events: (frame) => new MessageEvents(frame),
};
