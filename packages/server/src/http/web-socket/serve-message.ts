import type { IncomingMessage } from "node:http";
import type { Place } from "../../access/entry.ts";
import { CallerGone, GatewayError } from "../../errors.ts";
import { warmUp } from "../../operations/generate/warm-up.ts";
import type { Context } from "../../operations/operation.ts";
import { passGate } from "../../operations/paid-call/entrance.ts";
import type { Route } from "../contract/located-operation.ts";
import type { Exchange } from "../exchange.ts";
import { toFailure } from "../reply/failure.ts";
import { sendThrough } from "../reply/sse.ts";
import { idsOf, recordOf } from "../request/request-record.ts";
import { type ServeParts, serveOperation } from "../serve-operation.ts";
import type { Conversation } from "./conversation.ts";
import { errorEvent } from "./error-event.ts";
import { MessageEvents, type MessageReply } from "./message-reply.ts";

/** A message of a caller, as the request that it stands for. */
export interface SentMessage {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly bytes: number;
  readonly enter: () => Place;
  readonly reply: MessageReply;
}

/** Serves one message through the stages of every request. Resolves when its reply has ended, in whichever way. */
export async function serveMessage(
  parts: ServeParts,
  conversation: Conversation,
  { route, request, bytes, enter, reply }: SentMessage,
): Promise<void> {
  const message = new Message(parts, conversation, bytes);
  const { operations } = parts;
  await serveOperation(
    {
      ...parts,
      operations: {
        ...operations,
        createResponse: (input, context) =>
          message.isWarmUp ? warmUp(input, context) : operations.createResponse(input, context),
      },
      inFlight: { enter },
    },
    {
      route,
      request,
      response: reply,
      exchange: message,
      originalUrl: request.url ?? "",
      params: {},
      query: {},
    },
  );
  if (!reply.closed) await new Promise((resolve) => reply.once("close", resolve));
}

class Message implements Exchange<MessageReply> {
  isWarmUp = false;
  readonly #parts: Pick<ServeParts, "entrance">;
  readonly #conversation: Conversation;
  readonly #bytes: number;

  constructor(parts: Pick<ServeParts, "entrance">, conversation: Conversation, bytes: number) {
    this.#parts = parts;
    this.#conversation = conversation;
    this.#bytes = bytes;
  }

  readonly toBody = async (sent: unknown, context: Context): Promise<object> => {
    const { type, generate, stream_id: lane, ...body } = fieldsOf(sent);
    if (type !== "response.create")
      throw refused("type", 'must be "response.create", with the fields of the request beside it.');
    if (lane !== undefined && lane !== null)
      throw refused(
        "stream_id",
        "must be left out: a connection serves one response after the other. Open one for each conversation.",
      );
    this.isWarmUp = generate === false;
    // No admission follows that counts it.
    if (this.isWarmUp && !context.rights.isDecided) await passGate(this.#parts.entrance, context);
    return { ...this.#conversation.continued(body, this.#bytes), stream: true };
  };

  send: Exchange<MessageReply>["send"] = (_contract, { response }, reply) => {
    if (reply.type !== "events") throw new TypeError("The reply to a message is a stream.");
    const note = (event: string) => this.#conversation.note(event);
    return sendThrough(
      response,
      reply,
      (events) => new MessageEvents({ response, events, reply }, note),
    );
  };

  fail: Exchange<MessageReply>["fail"] = ({ request, response }, error) => {
    const record = recordOf(request);
    const failure = toFailure(error);
    const isGone = error instanceof CallerGone || response.destroyed;
    record.failure = { kind: isGone ? "callerGone" : failure.kind, error };
    // A reply that has begun can only be cut off, like one over HTTP.
    if (isGone || response.hasBegun) {
      response.destroy();
      return;
    }
    response.statusCode = failure.status;
    response.end(errorEvent(failure, idsOf(record).requestId));
  };
}

function fieldsOf(sent: unknown): Record<string, unknown> {
  if (typeof sent === "object" && sent !== null && !Array.isArray(sent)) return { ...sent };
  throw new GatewayError("badRequest", { message: "A message must be a JSON object." });
}

function refused(field: string, expectation: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} ${expectation}`,
    metadata: { field },
  });
}
