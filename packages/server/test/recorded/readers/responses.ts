import { at, itemsAt, jsonOf, numberAt, type Reading, sseData, textAt } from "./reading.ts";

/** OpenAI's Responses, whole or in events. */
export function readResponses(body: string): Reading {
  return body.trimStart().startsWith("{") ? readResponse(jsonOf(body)) : readEvents(sseData(body));
}

function readResponse(response: unknown): Reading {
  const output = itemsAt(response, "output");
  return {
    text: output.flatMap((item) => itemsAt(item, "content").map(spoken)).join(""),
    calls: output.filter(isCall).map(callOf),
    ...endOf(response),
  };
}

/** The events themselves, not the response that the last of them repeats. */
function readEvents(events: readonly unknown[]): Reading {
  const text = events
    .filter((event) => /^response\.(output_text|refusal)\.delta$/.test(textAt(event, "type")))
    .map((event) => textAt(event, "delta"))
    .join("");
  const calls = events
    .filter((event) => at(event, "type") === "response.output_item.done")
    .map((event) => at(event, "item"))
    .filter(isCall)
    .map(callOf);
  const last = events.findLast((event) =>
    /^response\.(completed|incomplete|failed)$/.test(textAt(event, "type")),
  );
  const failed = events.some((event) => at(event, "type") === "error");
  const end = endOf(at(last, "response"));
  return { text, calls, ...end, errorStatus: failed ? 500 : end.errorStatus };
}

function spoken(part: unknown): string {
  const type = textAt(part, "type");
  return type === "output_text" || type === "refusal"
    ? textAt(part, "text") + textAt(part, "refusal")
    : "";
}

function isCall(item: unknown): boolean {
  return at(item, "type") === "function_call";
}

function callOf(item: unknown): Reading["calls"][number] {
  return {
    name: textAt(item, "name"),
    arguments: jsonOf(textAt(item, "arguments")),
    id: textAt(item, "call_id"),
  };
}

function endOf(response: unknown): Pick<Reading, "usage" | "finish" | "errorStatus"> {
  const status = textAt(response, "status");
  const usage = at(response, "usage");
  const reason = textAt(response, "incomplete_details", "reason");
  return {
    usage:
      at(usage, "input_tokens") === undefined
        ? undefined
        : {
            input: numberAt(usage, "input_tokens"),
            output: numberAt(usage, "output_tokens"),
            cached: numberAt(usage, "input_tokens_details", "cached_tokens"),
            written: numberAt(usage, "input_tokens_details", "cache_write_tokens"),
            reasoning: numberAt(usage, "output_tokens_details", "reasoning_tokens"),
          },
    finish: finishOf(status, reason),
    errorStatus: status === "failed" ? 500 : undefined,
  };
}

function finishOf(status: string, reason: string): Reading["finish"] {
  if (status === "completed") return "stop";

  if (status !== "incomplete") return undefined;

  return reason === "content_filter" ? "content_filter" : "length";
}
