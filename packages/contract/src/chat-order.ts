/**
 * The order of a chat stream's chunks, written once: the server, the mock, the client and the contract tests all check with
 * this automaton. It checks the order and the values that must agree between chunks; the schema checks each chunk's shape.
 *
 * One chunk opens the stream with the role; each further one carries text, a piece of a thought or a piece of one call; the
 * last one has the finish reason and the usage. A failure takes the place of the last chunk, and is said once more, alone.
 */
import { type ChatProgress, chatProgressAtStart, takePiece } from "./chat-order-pieces.ts";
import { OrderCheck, type OrderViolation, violationIn } from "./first-violation.ts";
import { streamEnd } from "./stream-order.ts";
import { type Fields, fieldsOf } from "./stream-order-progress.ts";

type State = "start" | "open" | "broken" | "closing" | "over";

const awaited: Readonly<Record<State, string>> = {
  start: "the chunk with the role",
  open: "a chunk",
  broken: "the failure alone",
  closing: streamEnd,
  over: "nothing",
};

/** The fields that every chunk has in common. */
const common = ["id", "object", "created", "model", "provider"] as const;

/** The first violation of a whole chat stream, including its `[DONE]` as that string; null if there is none. */
export function findChatOrderViolation(events: Iterable<unknown>): OrderViolation | null {
  return violationIn(new ChatOrder(), events);
}

/** The automaton: it takes a chat stream's parsed chunks one by one. */
export class ChatOrder extends OrderCheck {
  readonly #progress: ChatProgress = chatProgressAtStart();
  #state: State = "start";
  #first: Fields = {};
  #error: Fields = {};

  protected awaited(): string | null {
    return this.#state === "over" ? null : awaited[this.#state];
  }

  protected take(event: unknown): string | null {
    if (event === streamEnd) return this.#takeEnd();
    if (typeof event !== "object" || event === null) return "this is no chunk";
    const chunk: Fields = { ...event };
    if (!("choices" in chunk)) return this.#takeFailure(chunk);
    if (this.#state === "start") return this.#open(chunk);
    if (this.#state !== "open") return `a chunk came where ${awaited[this.#state]} was to come`;
    for (const field of common)
      if (chunk[field] !== this.#first[field]) return `its ${field} is not that of the first chunk`;
    return this.#takeChunk(chunk);
  }

  #takeEnd(): string | null {
    if (this.#state !== "closing")
      return `${streamEnd} came where ${awaited[this.#state]} was to come`;
    this.#state = "over";
    return null;
  }

  #takeFailure(failure: Fields): string | null {
    if (this.#state !== "broken")
      return `a failure alone came where ${awaited[this.#state]} was to come`;
    this.#state = "closing";
    const error = fieldsOf(failure["error"]);
    for (const field of ["code", "message"])
      if (error[field] !== this.#error[field])
        return `its ${field} is not that of the chunk that failed`;
    return null;
  }

  #open(chunk: Fields): string | null {
    this.#state = "open";
    this.#first = chunk;
    const choice = onlyChoice(chunk);
    if (choice === null) return "a chunk has exactly one choice";
    const delta = fieldsOf(choice["delta"]);
    if (delta["role"] !== "assistant") return "the first chunk has no role";
    if (delta["content"] !== "") return "the content of the first chunk is not empty";
    if (Object.keys(delta).length !== 2) return "the first chunk has more than role and content";
    if (choice["finish_reason"] !== null) return "the first chunk has a finish reason";
    return withoutEnding(chunk);
  }

  #takeChunk(chunk: Fields): string | null {
    const choice = onlyChoice(chunk);
    if (choice === null) return "a chunk has exactly one choice";
    const delta = fieldsOf(choice["delta"]);
    if ("role" in delta) return "only the first chunk has a role";
    const reason = choice["finish_reason"];
    if (reason === "error") return this.#fail(chunk, delta);
    if (reason === null) return withoutEnding(chunk) ?? takePiece(this.#progress, delta);
    return this.#finish(chunk, delta, reason);
  }

  #fail(chunk: Fields, delta: Fields): string | null {
    this.#state = "broken";
    this.#error = fieldsOf(chunk["error"]);
    if (typeof this.#error["message"] !== "string") return "the failure does not say what is wrong";
    return isEmptyDelta(delta) ? null : "the chunk of a failure has a piece of the answer";
  }

  #finish(chunk: Fields, delta: Fields, reason: unknown): string | null {
    this.#state = "closing";
    if (!isEmptyDelta(delta)) return "the last chunk has a piece of the answer";
    if ("error" in chunk) return "an answer that ended has an error";
    if (typeof chunk["usage"] !== "object" || chunk["usage"] === null)
      return "the last chunk has no usage";
    const hasCalls = this.#progress.calls > 0;
    if (reason === "stop" && hasCalls) return "the finish reason is stop, and there are calls";
    if (reason === "tool_calls" && !hasCalls)
      return "the finish reason is tool_calls, and there are none";
    return reason === "length" || reason === "content_filter"
      ? null
      : this.#progress.unfinishedCall();
  }
}

function onlyChoice(chunk: Fields): Fields | null {
  const { choices } = chunk;
  if (!Array.isArray(choices) || choices.length !== 1) return null;
  const choice = fieldsOf(choices[0]);
  return choice["index"] === 0 ? choice : null;
}

/** Usage, service tier and errors belong to the last chunk. */
function withoutEnding(chunk: Fields): string | null {
  const early = ["usage", "service_tier", "error"].find((field) => field in chunk);
  return early === undefined ? null : `${early} came before the last chunk`;
}

function isEmptyDelta(delta: Fields): boolean {
  return Object.entries(delta).every(([name, value]) => name === "content" && value === "");
}
