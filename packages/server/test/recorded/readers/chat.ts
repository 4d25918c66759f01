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
  length: "length",
  content_filter: "content_filter",
};

/** OpenAI's chat completions and Mistral's, whole or in chunks. */
export function readChat(body: string): Reading {
  const isWhole = body.trimStart().startsWith("{");
  const chunks = isWhole ? [jsonOf(body)] : sseData(body);
  const calls = new CallPieces();
  let text = "";
  let reason = "";
  let errorStatus: number | undefined;
  for (const chunk of chunks) {
    const choice = itemsAt(chunk, "choices").find((each) => numberAt(each, "index") === 0);
    // Perplexity sends both; in a stream the message repeats all that has come.
    const message = at(choice, isWhole ? "message" : "delta");
    text += contentText(at(message, "content")) + textAt(message, "refusal");
    for (const [place, call] of itemsAt(message, "tool_calls").entries())
      calls.add(at(call, "index") ?? place, {
        name: textAt(call, "function", "name"),
        id: textAt(call, "id"),
        text: argumentsText(at(call, "function", "arguments")),
      });

    reason ||= textAt(choice, "finish_reason");
    errorStatus ??= errorIn(chunk);
  }
  return {
    text,
    calls: calls.all(),
    usage: chunks.map(usageOf).findLast((usage) => usage !== undefined),
    finish: reason === "" || reason === "error" ? undefined : (finishes[reason] ?? "stop"),
    errorStatus,
  };
}

/** A text, or a list in which thoughts stand beside texts. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;

  return itemsAt(content)
    .filter((part) => at(part, "type") === "text")
    .map((part) => textAt(part, "text"))
    .join("");
}

function argumentsText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : textAt([value], 0);
}

function errorIn(chunk: unknown): number | undefined {
  const error = at(chunk, "error");
  if (typeof error !== "object" || error === null) return undefined;

  return numberAt(error, "status_code") || numberAt(error, "code") || 500;
}

function usageOf(chunk: unknown): Reading["usage"] {
  const usage = at(chunk, "usage") ?? at(chunk, "x_groq", "usage");
  if (at(usage, "prompt_tokens") === undefined) return undefined;

  const input = numberAt(usage, "prompt_tokens");
  const completion = numberAt(usage, "completion_tokens");
  const reasoning =
    numberAt(usage, "completion_tokens_details", "reasoning_tokens") ||
    numberAt(usage, "reasoning_tokens");
  // Some vendors count the thoughts in the total alone, or nowhere but in their own field.
  const apart =
    reasoning > completion || numberAt(usage, "total_tokens") === input + completion + reasoning;
  const cached =
    numberAt(usage, "prompt_tokens_details", "cached_tokens") ||
    numberAt(usage, "prompt_cache_hit_tokens") ||
    numberAt(usage, "num_cached_tokens") ||
    numberAt(usage, "cached_tokens");
  return {
    input,
    output: apart ? completion + reasoning : completion,
    cached,
    written:
      numberAt(usage, "prompt_tokens_details", "cache_write_tokens") ||
      numberAt(usage, "cache_creation_input_tokens"),
    reasoning,
  };
}
