import { type OrderViolation, streamEnd } from "@portico/contract/stream-order";

type Fields = Readonly<Record<string, unknown>>;

/** The events that may follow each event, in interface.md section 6. */
const after: Readonly<Record<string, readonly string[]>> = {
  start: ["response.created"],
  "response.created": ["response.output_item.added", "response.done"],
  "response.output_item.added": [
    "response.content_part.added",
    "response.function_call_arguments.done",
    "response.output_item.done",
  ],
  "response.content_part.added": ["response.content_part.delta", "response.output_item.done"],
  "response.content_part.delta": [
    "response.content_part.delta",
    "response.content_part.added",
    "response.output_item.done",
  ],
  "response.function_call_arguments.done": ["response.output_item.done"],
  "response.output_item.done": ["response.output_item.added", "response.done"],
  "response.done": [streamEnd],
  [streamEnd]: [],
};

/** The first event of a stream that is out of order or contradicts another one; null if there is none. */
export function findSpecifiedOrderViolation(events: readonly unknown[]): OrderViolation | null {
  const seen = new Seen();
  let last = "start";
  for (const [index, event] of events.entries()) {
    const type = event === streamEnd ? streamEnd : String(fieldsOf(event)["type"]);
    const expected = after[last] ?? [];
    if (!expected.includes(type))
      return {
        index,
        reason: `${type} came where ${expected.join(" or ") || "nothing"} was to come`,
      };
    const reason = seen.contradicts(type, fieldsOf(event));
    if (reason !== null) return { index, reason };
    last = type;
  }
  if (last === streamEnd) return null;
  return {
    index: events.length,
    reason: `the stream ended where ${after[last]?.join(" or ")} was to come`,
  };
}

/** The values that the events of one stream must agree on. */
class Seen {
  #responseId: unknown;
  #item: Fields = {};
  #items = 0;
  #text = "";
  #arguments: unknown;

  contradicts(type: string, event: Fields): string | null {
    if (type === "response.created") this.#responseId = fieldsOf(event["response"])["id"];
    if (type === "response.done" && fieldsOf(event["response"])["id"] !== this.#responseId)
      return "the response has another id";
    if ("response_id" in event && event["response_id"] !== this.#responseId)
      return "response_id is that of another response";
    if ("output_index" in event && event["output_index"] !== this.#items)
      return `output_index is ${event["output_index"]}, not ${this.#items}`;
    if (type === "response.output_item.added") this.#begin(event);
    if (type === "response.content_part.delta") this.#text += String(event["delta"]);
    if (type === "response.function_call_arguments.done") this.#arguments = event["arguments"];
    return type === "response.output_item.done" ? this.#finished(fieldsOf(event["item"])) : null;
  }

  #begin(event: Fields): void {
    this.#item = fieldsOf(event["item"]);
    this.#text = "";
    this.#arguments = undefined;
  }

  #finished(item: Fields): string | null {
    this.#items += 1;
    for (const field of ["type", "id", "name"])
      if (item[field] !== this.#item[field]) return `its ${field} is not that of the added item`;
    if (item["type"] === "function_call" && item["arguments"] !== this.#arguments)
      return "its arguments are not those of the call";
    if (item["type"] !== "message") return null;
    const content = Array.isArray(item["content"]) ? item["content"] : [];
    const whole = content.map((part) => fieldsOf(part)["text"]).join("");
    return whole === this.#text ? null : "its text is not the sum of the deltas";
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
