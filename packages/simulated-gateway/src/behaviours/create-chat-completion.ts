import { chunksOf, failingChunksOf } from "../answers/chat-chunks.ts";
import type { ChatRequest } from "../answers/chat-question.ts";
import { answerChat } from "../answers/chat-reply.ts";
import { checkMessages } from "../answers/check-messages.ts";
import { framesOf } from "../frames.ts";
import { behaviourOfSpeech, brokeOff } from "./speech.ts";

export const createChatCompletion = behaviourOfSpeech<ChatRequest>({
  check: checkMessages,
  speak(body, { requestId, isCutInHalf }) {
    const reply = answerChat(body, requestId, isCutInHalf);
    return {
      reply,
      events: () => chunksOf(reply),
      failingEvents: () => failingChunksOf(reply, 4, brokeOff),
    };
  },
  framesOf,
});
