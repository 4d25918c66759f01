import type { FaultName } from "@portico/mock/gateway";
import { createHandler, type Settings } from "./handler.ts";
import type {
  BodyOrMaker,
  Choice,
  ExamplesByStatus,
  Operation,
  PorticoHandler,
  ReplyOptions,
  StreamingOperation,
} from "./operation-types.ts";
import { answerOf, chosen, streamAnswer } from "./replies.ts";
import type { Made } from "./session.ts";
import type { EventOf, OperationId } from "./wire.ts";

export type { Operation, StreamingOperation } from "./operation-types.ts";

/** What a generated module is entered by: the pack decides what the handlers do, the types say what of. */
export function operation<Id extends OperationId, Examples>(made: Made): Operation<Id, Examples>;
export function operation(made: Made): Operation<OperationId, ExamplesByStatus> {
  return Object.assign(() => createHandler(made), verbsOf(made));
}

export function streamingOperation<Id extends OperationId, Examples>(
  made: Made,
): StreamingOperation<Id, Examples>;
export function streamingOperation(made: Made): StreamingOperation<OperationId, ExamplesByStatus> {
  return Object.assign(() => createHandler(made), verbsOf(made), {
    events: (events: BodyOrMaker<OperationId, readonly EventOf<OperationId>[]>) =>
      createHandler(made, { behaviour: streamAnswer(made.pack, events) }),
  });
}

type Chosen = number | `${number}` | Choice<ExamplesByStatus, number>;

function verbsOf(made: Made) {
  const with_ = (settings: Settings): PorticoHandler => createHandler(made, settings);
  return {
    reply(reply: Chosen, body?: unknown, { headers }: ReplyOptions = {}): PorticoHandler {
      const extra = headers === undefined ? {} : { headers };
      if (body !== undefined) return with_({ ...extra, behaviour: answerOf(Number(reply), body) });
      return with_({ ...extra, ...chosen(made.pack, reply) });
    },
    fault: (name: FaultName) => with_({ fault: name }),
  };
}
