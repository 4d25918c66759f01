import { type Fields, read, readFailure, readStream, send } from "../../messages/ask.ts";
import { contentOf } from "../../messages/content-of.ts";
import { at, itemsAt, numberAt, textAt } from "../../recorded/readers/reading.ts";
import type { AskedTurn, Question } from "../question.ts";
import { costInHeader, isJson, nothingTold, type Told } from "../told.ts";
import type { AskingWire } from "./wire.ts";

export const messages: AskingWire = {
  operation: "messages",
  async ask(gateway, question, stream) {
    const reply = await send(gateway, bodyOf(question, stream));
    if (reply.status !== 200) {
      const failure = plainWords(textAt(await readFailure(reply), "message"));
      return { ...nothingTold, status: reply.status, failure };
    }
    if (stream) return streamed(await readStream(reply));
    const body = await read(reply);
    return {
      ...{ ...toldOf(itemsAt(body, "content")), model: textAt(body, "model") },
      ...endOf(body),
      ...usageOf(body["usage"], costInHeader(reply)),
    };
  },
};

function streamed(events: readonly Fields[]): Told {
  const ofType = (type: string) => events.find((event) => event["type"] === type);
  const told = {
    ...toldOf(contentOf(withoutBrokenCall(events))),
    model: textAt(ofType("message_start"), "message", "model"),
  };
  const failure = plainWords(textAt(ofType("error"), "error", "message"));
  if (failure !== "") return { ...told, failure };
  const last = ofType("message_delta");
  return { ...told, ...endOf(at(last, "delta")), ...usageOf(at(last, "usage"), []) };
}

/** A call that a stream's end broke off is none. */
function withoutBrokenCall(events: readonly Fields[]): readonly Fields[] {
  const starts = events.filter((event) => event["type"] === "content_block_start");
  const last = starts.at(-1);
  const index = last?.["index"];
  const json = events
    .filter((event) => event["index"] === index)
    .map((event) => textAt(event, "delta", "partial_json"))
    .join("");
  const isBroken = at(last, "content_block", "type") === "tool_use" && !isJson(json);
  return isBroken ? events.filter((event) => event["index"] !== index) : events;
}

function bodyOf(question: Question, stream: boolean): Fields {
  const { model, turns, tools = [], thinking, format } = question;
  const system = turns.filter((turn) => "role" in turn && turn.role === "system");
  const effort = thinking?.effort;
  const schema = format && { type: "json_schema", schema: format };
  return {
    ...{ model, stream, max_tokens: question.maxOutputTokens },
    messages: turns.filter((turn) => !system.includes(turn)).flatMap(messagesOf),
    tools: tools.map(({ name, description, parameters = { type: "object" } }) => ({
      ...{ name, description, input_schema: parameters },
    })),
    ...(system.length > 0 && { system: system.flatMap(blocksOf) }),
    output_config: effort || schema ? { effort, format: schema } : undefined,
    tool_choice: choiceOf(question),
    thinking: thinking && thinkingOf(thinking),
    stop_sequences: question.stop,
    temperature: question.temperature,
    top_p: question.topP,
    top_k: question.topK,
  };
}

function blocksOf(turn: AskedTurn): unknown[] {
  return "text" in turn ? [{ type: "text", text: turn.text }] : [];
}

const choices = { auto: "auto", none: "none", required: "any" } as const;

function choiceOf({ toolChoice = "auto", parallelToolCalls }: Question): object {
  const only = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  if (typeof toolChoice === "object") return { type: "tool", ...toolChoice, ...only };
  return { type: choices[toolChoice], ...(toolChoice === "none" ? {} : only) };
}

function thinkingOf({ maxTokens }: NonNullable<Question["thinking"]>): object {
  return maxTokens === undefined
    ? { type: "adaptive" }
    : { type: "enabled", budget_tokens: maxTokens };
}

function messagesOf(turn: AskedTurn): unknown[] {
  if ("role" in turn) return [{ role: turn.role, content: turn.text }];
  const { answer, result } = turn;
  const results = answer.calls.map(({ id }) => ({
    ...{ type: "tool_result", tool_use_id: id, content: result },
  }));
  const said = { role: "assistant", content: answer.echo };
  return results.length > 0 ? [said, { role: "user", content: results }] : [said];
}

function toldOf(blocks: readonly unknown[]): Told {
  const ofType = (type: string) => blocks.filter((block) => at(block, "type") === type);
  const textsIn = (type: string, field: string) =>
    ofType(type)
      .map((block) => textAt(block, field))
      .filter((text) => text !== "");
  return {
    status: 200,
    text: textsIn("text", "text").join(""),
    calls: ofType("tool_use").map((block) => ({
      ...{ name: textAt(block, "name"), id: textAt(block, "id"), arguments: at(block, "input") },
    })),
    thoughts: {
      words: textsIn("thinking", "thinking"),
      seals: blocks.map(sealIn).filter((seal) => seal !== ""),
      callless: blocks.slice(-1).map(sealIn),
    },
    costs: [],
    echo: blocks,
  };
}

function sealIn(block: unknown): string {
  return textAt(block, "signature") || textAt(block, "data");
}

const finishes: Readonly<Record<string, string>> = {
  end_turn: "stop",
  tool_use: "stop",
  stop_sequence: "stop",
  max_tokens: "max_output_tokens",
  refusal: "content_filter",
};

function endOf(said: unknown): Pick<Told, "finish" | "endsInCalls"> {
  const reason = textAt(said, "stop_reason");
  return { finish: finishes[reason] ?? "none", endsInCalls: reason === "tool_use" };
}

function usageOf(
  usage: unknown,
  costs: readonly number[],
): Pick<Told, "usage" | "costs" | "details" | "tier"> {
  const cached = numberAt(usage, "cache_read_input_tokens");
  const written = numberAt(usage, "cache_creation_input_tokens");
  return {
    usage: {
      ...{ input: numberAt(usage, "input_tokens") + cached + written, cached, written },
      output: numberAt(usage, "output_tokens"),
      reasoning: numberAt(usage, "output_tokens_details", "thinking_tokens"),
    },
    costs: [...costs, numberAt(usage, "cost")],
    details: at(usage, "cost_details"),
    tier: at(usage, "service_tier") ?? "default",
  };
}

/** Programs of this wire know a prompt that is too long by these words, which the others do not say. */
function plainWords(failure: string): string {
  return failure.replace(/^prompt is too long: /, "");
}
