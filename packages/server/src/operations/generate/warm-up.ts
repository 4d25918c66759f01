import { nothingCharged } from "@portico/core/answer/wire";
import { responsesWire } from "@portico/core/wires/responses/wire";
import type { EventStrings, Operation } from "../operation.ts";
import { wholeConversation } from "../responses/go-on.ts";
import { askedOf, readingOf } from "./asked.ts";

/**
 * A request over a WebSocket that is to prepare the next one (`generate: false`). It is checked like any other; no provider
 * is asked, and nothing is held or charged. Its response is empty.
 */
export const warmUp: Operation<"createResponse"> = async ({ body }, context) => {
  const request = responsesWire.read(await wholeConversation(body, context), readingOf(context));
  const { models } = await askedOf(request, responsesWire, context);
  const now = Math.floor(Date.now() / 1000);
  const frame = {
    id: context.generationId,
    requestId: context.requestId,
    createdAt: now,
    model: models[0].model.id,
    provider: "",
    asked: request.frame,
  };
  const events = responsesWire.events(frame, (name) => context.header(name));
  events.begin({ inputTokens: 0 });
  events.end({
    items: [],
    reason: "stop",
    stopSequence: undefined,
    endedAt: now,
    ...nothingCharged,
  });
  return { type: "events", events: oneString(events.take()) };
};

function oneString(text: string): EventStrings {
  return {
    hasEnded: true,
    async *[Symbol.asyncIterator]() {
      yield text;
    },
  };
}
