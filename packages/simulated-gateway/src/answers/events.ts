import type { Schema, StreamEvent } from "@portico/contract/facts";
import type { StreamVocabulary } from "@portico/contract/stream-order";
import { toTokens } from "@portico/core/simulated-model";
import { type Finished, type Item, textOf } from "./response.ts";

type Response = Schema<"Response">;
/** Distributes over the union, so that each event keeps its own fields. */
type Unnumbered = StreamEvent extends infer Event
  ? Event extends StreamEvent
    ? Omit<Event, "sequence_number">
    : never
  : never;

/** The stream of a finished response: both vocabularies, in the order of the contract. */
export function eventsOf(response: Finished, vocabulary: StreamVocabulary): StreamEvent[] {
  return numbered([...opening(response), ...body(response), ...ending(response)], vocabulary);
}

/** The same stream, failing once `after` events have been sent, or before the first thing in it is done. */
export function failingEventsOf(
  response: Finished,
  vocabulary: StreamVocabulary,
  after: number,
  message: string,
): StreamEvent[] {
  const growing = body(response);
  const firstDone = growing.findIndex(({ type }) => type.endsWith(".done"));
  const sent = [...opening(response), ...growing.slice(0, firstDone)].slice(0, after);
  // Both events of one piece of text are sent, or neither.
  if (sent.at(-1)?.type === "response.output_text.delta") sent.pop();
  const error = { type: "server_error", code: "server_error", message, param: null };
  const failed: Response = {
    ...begun(response),
    ...partly(response, sent),
    status: "failed",
    error: { code: "server_error", message },
  };
  return numbered(
    [
      ...sent,
      { ...error, type: "error", error },
      { type: "response.failed", response: { ...failed, status: "failed" } },
    ],
    vocabulary,
  );
}

/** What had come of the first item: a text that was cut off stays with the response. */
function partly(
  { output: [first] }: Finished,
  sent: readonly Unnumbered[],
): Partial<Pick<Response, "output" | "output_text">> {
  if (first?.type !== "message") return {};
  const said = sent.map((event) =>
    event.type === "response.output_text.delta" ? event.delta : "",
  );
  const text = said.join("");
  const part: Schema<"OutputText"> = { type: "output_text", text, annotations: [], logprobs: [] };
  return { output: [{ ...first, status: "incomplete", content: [part] }], output_text: text };
}

function numbered(events: readonly Unnumbered[], vocabulary: StreamVocabulary): StreamEvent[] {
  const spoken =
    vocabulary === "both"
      ? events
      : events.filter(
          ({ type }) => type !== "response.content_part.delta" && type !== "response.done",
        );
  return spoken.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function begun({ output_text: _, ...response }: Response): Response {
  return {
    ...response,
    status: "in_progress",
    completed_at: null,
    incomplete_details: null,
    output: [],
    usage: null,
    service_tier: null,
  };
}

function opening(response: Response): Unnumbered[] {
  const started = { ...begun(response), status: "in_progress" as const };
  return [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
  ];
}

function body(response: Finished): Unnumbered[] {
  return response.output.flatMap((item, index) => itemEvents(response.id, item, index));
}

function itemEvents(response_id: string, item: Item, output_index: number): Unnumbered[] {
  switch (item.type) {
    case "message":
      return messageEvents(response_id, item, output_index);
    case "function_call":
      return callEvents(response_id, item, output_index);
    case "reasoning":
      return thoughtEvents(response_id, item, output_index);
  }
}

function messageEvents(
  response_id: string,
  item: Extract<Item, { type: "message" }>,
  output_index: number,
): Unnumbered[] {
  const at = { output_index, content_index: 0 };
  // The specified events name their response; those for client libraries name their item.
  const specified = { response_id, ...at };
  const common = { item_id: item.id, ...at };
  const text = textOf(item);
  return [
    {
      type: "response.output_item.added",
      response_id,
      output_index,
      item: { ...item, status: "in_progress", content: [] },
    },
    {
      type: "response.content_part.added",
      ...specified,
      item_id: item.id,
      part: { type: "output_text", text: "", annotations: [], logprobs: [] },
    },
    ...toTokens(text).flatMap((delta): Unnumbered[] => [
      { type: "response.output_text.delta", ...common, delta, logprobs: [] },
      { type: "response.content_part.delta", ...specified, delta },
    ]),
    { type: "response.output_text.done", ...common, text, logprobs: [] },
    {
      type: "response.content_part.done",
      ...common,
      part: { type: "output_text", text, annotations: [], logprobs: [] },
    },
    { type: "response.output_item.done", response_id, output_index, item },
  ];
}

function callEvents(
  response_id: string,
  item: Extract<Item, { type: "function_call" }>,
  output_index: number,
): Unnumbered[] {
  const at = { item_id: item.id, output_index };
  return [
    {
      type: "response.output_item.added",
      response_id,
      output_index,
      item: { ...item, status: "in_progress", arguments: "" },
    },
    ...toTokens(item.arguments).map(
      (delta): Unnumbered => ({ type: "response.function_call_arguments.delta", ...at, delta }),
    ),
    {
      type: "response.function_call_arguments.done",
      ...at,
      name: item.name,
      arguments: item.arguments,
    },
    { type: "response.output_item.done", response_id, output_index, item },
  ];
}

function thoughtEvents(
  response_id: string,
  item: Extract<Item, { type: "reasoning" }>,
  output_index: number,
): Unnumbered[] {
  const { type, id } = item;
  const added: Schema<"AddedItem"> = { type, id, summary: [], status: "in_progress" };
  return [
    { type: "response.output_item.added", response_id, output_index, item: added },
    ...item.summary.flatMap((part, summary_index) =>
      paragraphEvents({ item_id: item.id, output_index, summary_index }, part),
    ),
    { type: "response.output_item.done", response_id, output_index, item },
  ];
}

function paragraphEvents(
  at: { readonly item_id: string; readonly output_index: number; readonly summary_index: number },
  part: Schema<"ReasoningSummaryText">,
): Unnumbered[] {
  return [
    { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
    ...toTokens(part.text).map(
      (delta): Unnumbered => ({ type: "response.reasoning_summary_text.delta", ...at, delta }),
    ),
    { type: "response.reasoning_summary_text.done", ...at, text: part.text },
    { type: "response.reasoning_summary_part.done", ...at, part },
  ];
}

function ending(response: Finished): Unnumbered[] {
  const { id, object, status, usage } = response;
  return [
    status === "incomplete"
      ? { type: "response.incomplete", response: { ...response, status } }
      : { type: "response.completed", response: { ...response, status: "completed" } },
    {
      type: "response.done",
      response: { id, object, status: status === "incomplete" ? status : "completed", usage },
    },
  ];
}
