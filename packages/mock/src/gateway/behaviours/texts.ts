import type { Input, Schema } from "@portico/contract/facts";
import type { ReadRequest } from "@portico/core/answer/wire";
import { keepsNoResponses } from "@portico/core/rules/kept-responses";
import { countTokens, textsOf } from "@portico/core/simulated-model";
import { chatWire } from "@portico/core/wires/chat/wire";
import { leftOutOf, refuseMissed } from "@portico/core/wires/messages/left-out-of";
import { readAsked } from "@portico/core/wires/messages/read-request";
import { messagesWire } from "@portico/core/wires/messages/wire";
import {
  compacted,
  noSummary,
  summaryIn,
  summaryNotice,
  summaryRequest,
} from "@portico/core/wires/responses/compact";
import { estimateNotice, responsesWire } from "@portico/core/wires/responses/wire";
import { questionOf, reading, sealSummary, speechOn } from "../answers/speech.ts";
import type { Behaviour, Named } from "../call.ts";

type ResponseRequest = Named<Input<"createResponse">["body"]>;
type Response = Schema<"Response">;

export const createChatCompletion = speechOn(chatWire);

/** The sandbox has no format of a vendor, so it is sent nothing that only one can read. */
const refuseOthers = ({ call }: ReadRequest<unknown>): void => {
  const { missed } = leftOutOf(call, undefined);
  if (missed.length > 0) throw refuseMissed(missed);
};

export const createResponse = speechOn(responsesWire, refuseOthers);

/** A conversation in short: the simulated model sums it up, and the seal hides nothing. */
export const compactResponse: Behaviour = {
  check: (body) => void responsesWire.read(summaryRequest(body as ResponseRequest), reading),
  question: (body) =>
    questionOf(responsesWire.read(summaryRequest(body as ResponseRequest), reading)),
  async answer(call) {
    const body = call.body as ResponseRequest;
    const said = await createResponse.answer({ ...call, body: summaryRequest(body) });
    const response = "json" in said ? (said.json as Response) : null;
    const summary = response && summaryIn(response);
    if (!(response && summary)) throw noSummary();
    return {
      status: 200,
      json: compacted(body, response, sealSummary(summary)),
      headers: summaryNotice,
    };
  },
};

type Conversation = Named<Input<"countMessageTokens">["body"]>;

export const createMessage = speechOn(messagesWire, refuseOthers);

export const countResponseTokens: Behaviour = {
  check: (body) => void responsesWire.read(body as ResponseRequest, reading),
  answer({ body }) {
    const question = questionOf(responsesWire.read(body as ResponseRequest, reading));
    const input_tokens = countTokens(textsOf(question));
    const json = { object: "response.input_tokens", input_tokens };
    return { status: 200, json, headers: estimateNotice };
  },
};

export const countMessageTokens: Behaviour = {
  check: (body) => void readAsked(body as Conversation, reading),
  answer({ body }) {
    const request = body as Conversation;
    const question = questionOf({ call: readAsked(request, reading), modelId: request.model });
    const json = { input_tokens: countTokens(textsOf(question)) };
    return { status: 200, json, headers: estimateNotice };
  },
};

/** Like a gateway whose operator has not asked for it, the mock keeps none. */
const noneKept: Behaviour = {
  answer() {
    throw keepsNoResponses();
  },
};

export const getResponse = noneKept;
export const deleteResponse = noneKept;
