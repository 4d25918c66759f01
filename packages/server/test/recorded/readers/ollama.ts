import { at, itemsAt, jsonOf, numberAt, type Reading, textAt } from "./reading.ts";

/** Ollama's own chat: a message a line. */
export function readOllama(body: string): Reading {
  const lines = body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(jsonOf);
  const last = lines.find((line) => at(line, "done") === true);
  return {
    text: lines.map((line) => textAt(line, "message", "content")).join(""),
    calls: lines
      .flatMap((line) => itemsAt(line, "message", "tool_calls"))
      .map((call) => ({
        name: textAt(call, "function", "name"),
        arguments: at(call, "function", "arguments") ?? {},
        id: textAt(call, "id") || undefined,
      })),
    finish:
      last === undefined ? undefined : textAt(last, "done_reason") === "length" ? "length" : "stop",
    usage:
      at(last, "prompt_eval_count") === undefined
        ? undefined
        : {
            input: numberAt(last, "prompt_eval_count"),
            output: numberAt(last, "eval_count"),
            cached: 0,
            written: 0,
            reasoning: 0,
          },
  };
}
