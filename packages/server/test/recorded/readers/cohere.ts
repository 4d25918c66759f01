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
  COMPLETE: "stop",
  STOP_SEQUENCE: "stop",
  TOOL_CALL: "stop",
  MAX_TOKENS: "length",
};

export function readCohere(body: string): Reading {
  return body.trimStart().startsWith("{") ? readAnswer(jsonOf(body)) : readEvents(sseData(body));
}

function readAnswer(answer: unknown): Reading {
  return {
    text: itemsAt(answer, "message", "content")
      .map((content) => textAt(content, "text"))
      .join(""),
    calls: itemsAt(answer, "message", "tool_calls").map((call) => ({
      name: textAt(call, "function", "name"),
      arguments: jsonOf(textAt(call, "function", "arguments")),
      id: textAt(call, "id"),
    })),
    usage: usageOf(at(answer, "usage")),
    finish: finishes[textAt(answer, "finish_reason")],
  };
}

function readEvents(events: readonly unknown[]): Reading {
  const calls = new CallPieces();
  let text = "";
  for (const event of events) {
    text += textAt(event, "delta", "message", "content", "text");
    const call = at(event, "delta", "message", "tool_calls");
    if (textAt(event, "type").startsWith("tool-call"))
      calls.add(at(event, "index"), {
        name: textAt(call, "function", "name"),
        id: textAt(call, "id"),
        text: textAt(call, "function", "arguments"),
      });
  }
  const end = at(
    events.find((event) => at(event, "type") === "message-end"),
    "delta",
  );
  return {
    text,
    calls: calls.all(),
    usage: usageOf(at(end, "usage")),
    finish: finishes[textAt(end, "finish_reason")],
  };
}

function usageOf(usage: unknown): Reading["usage"] {
  const tokens = at(usage, "tokens") ?? at(usage, "billed_units");
  if (tokens === undefined) return undefined;

  return {
    input: numberAt(tokens, "input_tokens") + numberAt(tokens, "image_tokens"),
    output: numberAt(tokens, "output_tokens"),
    cached: numberAt(usage, "cached_tokens"),
    written: 0,
    reasoning: numberAt(tokens, "reasoning_tokens"),
  };
}
