import {
  at,
  CallPieces,
  itemsAt,
  jsonOf,
  numberAt,
  type Reading,
  sseData,
  textAt,
} from "./reading.ts";

const finishes: Readonly<Record<string, Reading["finish"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "stop",
  pause_turn: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};

const statuses: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  api_error: 500,
};

export function readAnthropic(body: string): Reading {
  return body.trimStart().startsWith("{") ? readMessage(jsonOf(body)) : readEvents(sseData(body));
}

function readMessage(message: unknown): Reading {
  const blocks = itemsAt(message, "content");
  return {
    text: blocks
      .filter((block) => at(block, "type") === "text")
      .map((block) => textAt(block, "text"))
      .join(""),
    calls: blocks
      .filter((block) => at(block, "type") === "tool_use")
      .map((block) => ({
        name: textAt(block, "name"),
        arguments: at(block, "input"),
        id: textAt(block, "id"),
      })),
    usage: usageOf(at(message, "usage")),
    finish: finishes[textAt(message, "stop_reason")],
  };
}

/** Events of this dialect, which Bedrock wraps into messages of its own. */
export function readEvents(events: readonly unknown[]): Reading {
  const calls = new CallPieces();
  let text = "";
  let usage: Record<string, unknown> = {};
  let finish: Reading["finish"];
  let errorStatus: number | undefined;
  for (const event of events) {
    const index = at(event, "index");
    if (at(event, "content_block", "type") === "tool_use")
      calls.add(index, {
        name: textAt(event, "content_block", "name"),
        id: textAt(event, "content_block", "id"),
      });

    text += textAt(event, "delta", "text");
    if (calls.has(index)) calls.add(index, { text: textAt(event, "delta", "partial_json") });

    usage = {
      ...usage,
      ...Object(at(event, "message", "usage")),
      ...Object(at(event, "usage")),
    };
    finish = finishes[textAt(event, "delta", "stop_reason")] ?? finish;
    if (at(event, "type") === "error")
      errorStatus = statuses[textAt(event, "error", "type")] ?? 500;
  }
  return {
    text,
    calls: calls.all(),
    usage: usage["input_tokens"] === undefined ? undefined : usageOf(usage),
    finish,
    errorStatus,
  };
}

function usageOf(usage: unknown): Reading["usage"] {
  const cached = numberAt(usage, "cache_read_input_tokens");
  const written = numberAt(usage, "cache_creation_input_tokens");
  return {
    input: numberAt(usage, "input_tokens") + cached + written,
    output: numberAt(usage, "output_tokens"),
    cached,
    written,
    reasoning: numberAt(usage, "output_tokens_details", "thinking_tokens"),
  };
}
