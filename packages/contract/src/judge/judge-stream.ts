import { findChatOrderViolation } from "../chat-order.ts";
import { isStreamEventType, type OperationId } from "../index.ts";
import { readMessageEvents } from "../message-frames.ts";
import { findMessagesOrderViolation } from "../messages-order.ts";
import {
  findOrderViolation,
  helperMethodHeader,
  type OrderViolation,
  streamEnd,
  vocabularyFor,
} from "../stream-order.ts";
import { type ReadEvents, readEvents } from "./read-events.ts";
import type { ContractSchemas } from "./schemas.ts";
import { undocumentedFields } from "./undocumented.ts";

/** The streams of one operation. */
interface StreamForm {
  /** The schema of its events, by name. */
  readonly schema: string;
  read(text: string): ReadEvents;
  /** The name of an event in messages to the tester; null for no event of the stream. */
  nameOf(event: unknown): string | null;
  violationIn(events: readonly unknown[], headers: Headers): OrderViolation | null;
}

const typeOf = (event: unknown): unknown => Reflect.get(Object(event), "type");

const responseStream: StreamForm = {
  schema: "StreamEvent",
  read: readEvents,
  nameOf(event) {
    const type = typeOf(event);
    return typeof type === "string" && isStreamEventType(type) ? type : null;
  },
  violationIn: (events, headers) =>
    findOrderViolation(events, vocabularyFor(headers.get(helperMethodHeader))),
};

const chatStream: StreamForm = {
  schema: "ChatStreamEvent",
  read: readEvents,
  nameOf: (event) => ("choices" in Object(event) ? "a chunk" : "a failure"),
  violationIn: findChatOrderViolation,
};

/** The schema refuses events of unknown types. */
const messageStream: StreamForm = {
  schema: "MessageStreamEvent",
  read: readMessageEvents,
  nameOf: (event) => String(typeOf(event)),
  violationIn: findMessagesOrderViolation,
};

const forms: { readonly [Id in OperationId]?: StreamForm } = {
  createChatCompletion: chatStream,
  createMessage: messageStream,
};

/** The events of a stream, in the form of its operation. */
export function readStream(operation: OperationId, text: string): ReadEvents {
  return (forms[operation] ?? responseStream).read(text);
}

interface JudgedStream {
  readonly text: string;
  readonly requestHeaders: Headers;
  /** False where the connection broke off. */
  readonly isWhole?: boolean;
}

/** The faults of a stream, one sentence each: in its lines, in its events and in their order. */
export function judgeStream(
  schemas: ContractSchemas,
  operation: OperationId,
  { text, requestHeaders, isWhole = true }: JudgedStream,
): string[] {
  const form = forms[operation] ?? responseStream;
  // Of a stream that broke off, the last event may be half an event.
  const { events, problems } = form.read(
    isWhole ? text : text.slice(0, text.lastIndexOf("\n\n") + 2),
  );
  const found = form.violationIn(events, requestHeaders);
  const violation = isWhole || found?.index !== events.length ? found : null;
  return [
    ...problems,
    ...events.flatMap((event, index) =>
      event === streamEnd ? [] : judgeEvent(schemas, form, event, index),
    ),
    ...(violation ? [`Event ${violation.index}: ${violation.reason}.`] : []),
  ];
}

function judgeEvent(
  schemas: ContractSchemas,
  { schema: name, nameOf }: StreamForm,
  event: unknown,
  index: number,
): string[] {
  const called = nameOf(event);
  if (called === null)
    return [`Event ${index} is of no type that the contract knows: ${String(typeOf(event))}.`];

  const pointer = `/components/schemas/${name}`;
  return [
    ...schemas.problems(pointer, event),
    ...undocumentedFields(schemas, { $ref: `#${pointer}` }, event).map(
      (path) => `${path} is not in the contract.`,
    ),
  ].map((problem) => `Event ${index}, ${called}: ${problem}`);
}
