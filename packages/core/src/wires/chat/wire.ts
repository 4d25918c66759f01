import type { Schema } from "@portico/contract/facts";
import type { Wire } from "../../answer/wire.ts";
import { ChatEvents } from "./events.ts";
import { type ChatFrame, readRequest } from "./read-request.ts";
import { type Reply, toReply } from "./reply.ts";

/** `POST /chat/completions`. */
export const chatWire: Wire<Schema<"ChatRequest">, ChatFrame, Reply> = {
  operation: "chat",
  inputField: "messages",
  limitField: "max_completion_tokens",
  userFields: ["user", "safety_identifier"],
  startsWithInputTokens: false,
  read: readRequest,
  reply: toReply,
  events: (frame) => new ChatEvents(frame),
};
