import { checkTurns, refuseInvented } from "../answers/check-turns.ts";
import { failingMessageEventsOf, messageEventsOf } from "../answers/message-events.ts";
import type { MessageConversation, MessageRequest } from "../answers/message-question.ts";
import { answerMessage, countMessage } from "../answers/message-reply.ts";
import type { Behaviour } from "../call.ts";
import { namedFramesOf } from "../frames.ts";
import { behaviourOfSpeech, brokeOff } from "./speech.ts";

export const createMessage = behaviourOfSpeech<MessageRequest>({
  check(body) {
    checkTurns(body);
    refuseInvented(body);
  },
  speak(body, { requestId, isCutInHalf }) {
    const reply = answerMessage(body, requestId, isCutInHalf);
    return {
      reply,
      events: () => messageEventsOf(reply),
      failingEvents: () => failingMessageEventsOf(reply, 4, brokeOff, requestId),
    };
  },
  framesOf: namedFramesOf,
});

export const countMessageTokens: Behaviour = {
  check: (body) => checkTurns(body as MessageConversation),
  answer: ({ body }) => ({ status: 200, json: countMessage(body as MessageConversation) }),
};
