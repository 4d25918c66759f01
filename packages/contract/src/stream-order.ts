/**
 * The order of a stream's events (interface.md section 6 and the events that client libraries read), written once:
 * the server, the mock, the client and the contract tests all check with this automaton. It checks the order and
 * the values that must agree between events; the schema checks each event's own shape.
 *
 * Items follow one another strictly: an item is done before the next one is added. Only a stream that failed, or that
 * ran out of tokens within a call's arguments, may leave its last item without an end.
 */

import { OrderCheck, type OrderViolation, violationIn } from "./first-violation.ts";
import { type Progress, progressAtStart, type State } from "./stream-order-progress.ts";
import { rules } from "./stream-order-rules.ts";

/**
 * `both`: the specified events and those that client libraries read.
 * `libraries`: without `response.content_part.delta` and `response.done`, which the `.stream()` helper refuses.
 */
export type StreamVocabulary = "both" | "libraries";

/** The header whose value `stream` asks for the vocabulary `libraries`. */
export const helperMethodHeader = "x-stainless-helper-method";

/** The end of every stream, in the form in which the automaton takes it. */
export const streamEnd = "[DONE]";

export function vocabularyFor(helperMethod: string | null | undefined): StreamVocabulary {
  return helperMethod === "stream" ? "libraries" : "both";
}

export type { OrderViolation };

/** The first violation of a whole stream, including its `[DONE]` as that string; null if there is none. */
export function findOrderViolation(
  events: Iterable<unknown>,
  vocabulary: StreamVocabulary = "both",
): OrderViolation | null {
  return violationIn(new StreamOrder(vocabulary), events);
}

/** The events that may come in each state. */
const allowed: Readonly<Record<State, readonly string[]>> = {
  start: ["response.created"],
  created: ["response.in_progress"],
  between: ["response.output_item.added", "response.completed", "response.incomplete", "error"],
  message: ["response.content_part.added", "error"],
  part: ["response.output_text.delta", "response.output_text.done", "error"],
  delta: ["response.content_part.delta"],
  textDone: ["response.content_part.done", "error"],
  partDone: ["response.content_part.added", "response.output_item.done", "error"],
  thought: ["response.reasoning_summary_part.added", "response.output_item.done", "error"],
  paragraph: [
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "error",
  ],
  paragraphDone: ["response.reasoning_summary_part.done", "error"],
  call: [
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.incomplete",
    "error",
  ],
  customCall: [
    "response.custom_tool_call_input.delta",
    "response.custom_tool_call_input.done",
    "response.incomplete",
    "error",
  ],
  // A tool that ran at the vendor.
  hosted: ["response.output_item.done", "error"],
  argumentsDone: ["response.output_item.done", "error"],
  broken: ["response.failed"],
  ended: ["response.done"],
  closing: [streamEnd],
  over: [],
};

/** The automaton: it takes a stream's parsed events one by one. */
export class StreamOrder extends OrderCheck {
  readonly #progress: Progress;

  constructor(vocabulary: StreamVocabulary = "both") {
    super();
    this.#progress = progressAtStart(vocabulary === "both");
  }

  protected awaited(): string | null {
    return this.#progress.state === "over" ? null : this.#expected();
  }

  #expected(): string {
    return allowed[this.#progress.state].join(" or ") || "nothing";
  }

  protected take(event: unknown): string | null {
    const fields: Readonly<Record<string, unknown>> =
      typeof event === "object" && event !== null ? { ...event } : { type: event };
    const type = fields["type"];
    if (typeof type !== "string") return "this is no event: it has no type";
    if (!allowed[this.#progress.state].includes(type))
      return `${type} came where ${this.#expected()} was to come`;
    if (type === streamEnd) {
      this.#progress.state = "over";
      return null;
    }
    return this.#disagreement(fields) ?? rules[type]?.(this.#progress, fields) ?? null;
  }

  /** Checks the values that every event must agree with. */
  #disagreement(event: Readonly<Record<string, unknown>>): string | null {
    const expected: Record<string, unknown> = {
      sequence_number: this.index,
      response_id: this.#progress.responseId,
      output_index: this.#progress.done.length,
      item_id: this.#progress.item?.id,
    };
    for (const [field, value] of Object.entries(expected)) {
      const optional = field !== "sequence_number" && !(field in event);
      if (!optional && event[field] !== value)
        return `${field} is ${JSON.stringify(event[field])}, not ${JSON.stringify(value)}`;
    }
    return null;
  }
}
