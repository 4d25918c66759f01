import { vocabularyFor } from "@portico/contract/stream-order";
import { checkConversation } from "../answers/check-conversation.ts";
import { eventsOf, failingEventsOf } from "../answers/events.ts";
import type { ResponseRequest } from "../answers/read-question.ts";
import { answerResponse } from "../answers/response.ts";
import { framesOf } from "../frames.ts";
import { behaviourOfSpeech, brokeOff } from "./speech.ts";

export const createResponse = behaviourOfSpeech<ResponseRequest>({
  check: checkConversation,
  speak(body, { headers, requestId, isCutInHalf }) {
    const vocabulary = vocabularyFor(headers.get("x-stainless-helper-method"));
    const reply = answerResponse(body, requestId, isCutInHalf);
    return {
      reply,
      events: () => eventsOf(reply, vocabulary),
      failingEvents: () => failingEventsOf(reply, vocabulary, 7, brokeOff),
    };
  },
  framesOf,
});
