import type { Input } from "@portico/contract/facts";
import { answerEmbeddings } from "../answers/embeddings.ts";
import type { Behaviour } from "../call.ts";

export const createEmbeddings: Behaviour = {
  answer: ({ body, requestId }) => ({
    status: 200,
    json: answerEmbeddings(body as Input<"createEmbeddings">["body"], requestId),
  }),
};
