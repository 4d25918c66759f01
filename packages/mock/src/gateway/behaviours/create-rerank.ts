import type { Input } from "@portico/contract/facts";
import { answerRerank } from "../answers/rerank.ts";
import type { Behaviour } from "../call.ts";

export const createRerank: Behaviour = {
  answer: ({ body, requestId }) => ({
    status: 200,
    json: answerRerank(body as Input<"createRerank">["body"], requestId),
  }),
};
