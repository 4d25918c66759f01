import type { Schema } from "@portico/contract";
import { type Chunk, post, readStream, replyOf } from "../../chat/read-chat.ts";
import { jsonOf, textAt } from "../../recorded/readers/reading.ts";
import { type AskedTurn, formatName, type Question } from "../question.ts";
import { costInHeader, isJson, nothingTold, type Told } from "../told.ts";
import type { AskingWire } from "./wire.ts";

type Message = Schema<"ChatReplyMessage">;

export const chat: AskingWire = {
  operation: "chat",
  async ask(gateway, question, stream) {
    const reply = await post(gateway, bodyOf(question, stream));
    if (reply.status !== 200)
      return { ...nothingTold, ...{ status: reply.status, failure: await messageOf(reply) } };
    if (stream) {
      const { last, message } = readStream(await reply.text());
      return streamed(last, message);
    }
    const body = await replyOf(reply);
    const [choice] = body.choices;
    if (choice === undefined) throw new Error("There is no choice.");
    return {
      ...{ ...toldOf(choice.message), model: body.model, tier: body.service_tier },
      ...endOf(choice.finish_reason),
      ...usageOf(body.usage, costInHeader(reply)),
    };
  },
};

async function messageOf(reply: Response): Promise<string> {
  return textAt(await reply.json(), "error", "message");
}

function streamed(last: Chunk, message: Message): Told {
  const { model, usage, error, service_tier: tier } = last;
  const told = { ...toldOf(message), model };
  const used = usage === undefined ? {} : usageOf(usage, []);
  return error === undefined
    ? { ...told, ...used, tier, ...endOf(last.choices[0]?.finish_reason) }
    : { ...told, ...used, failure: error.message };
}

function bodyOf(question: Question, stream: boolean): object {
  const { model, turns, tools = [], toolChoice, thinking, format } = question;
  return {
    ...{ model, stream, max_completion_tokens: question.maxOutputTokens },
    messages: turns.flatMap(messagesOf),
    tools: tools.map(({ name, description, parameters }) => ({
      ...{ type: "function", function: { name, description, parameters } },
    })),
    reasoning: thinking
      ? { effort: thinking.effort, max_tokens: thinking.maxTokens }
      : { exclude: true },
    tool_choice:
      typeof toolChoice === "object" ? { type: "function", function: toolChoice } : toolChoice,
    parallel_tool_calls: question.parallelToolCalls,
    stop: question.stop,
    temperature: question.temperature,
    top_p: question.topP,
    top_k: question.topK,
    response_format: format && {
      ...{ type: "json_schema", json_schema: { name: formatName, schema: format } },
    },
  };
}

function messagesOf(turn: AskedTurn): unknown[] {
  if ("role" in turn) return [{ role: turn.role, content: turn.text }];
  const { answer, result } = turn;
  const results = answer.calls.map(({ id }) => ({
    ...{ role: "tool", tool_call_id: id, content: result },
  }));
  return [...answer.echo, ...results];
}

/** A call that a stream's end broke off is none. */
function toldOf(message: Message): Told {
  const calls = (message.tool_calls ?? [])
    .filter((call) => call.type === "function")
    .filter((call) => isJson(call.function.arguments));
  const ids = new Set(calls.map(({ id }) => id));
  const details = message.reasoning_details ?? [];
  const { content, tool_calls: _, ...rest } = message;
  return {
    status: 200,
    text: content ?? "",
    calls: calls.map(({ id, function: { name, arguments: text } }) => ({
      ...{ id, name, arguments: jsonOf(text) },
    })),
    thoughts: {
      words: details.map(wordsIn).filter((text) => text !== ""),
      seals: details.map(sealIn).filter((seal) => seal !== ""),
      callless: details.filter((detail) => isCallless(detail, ids)).map(sealIn),
    },
    costs: [],
    echo: [{ ...rest, content, ...(calls.length > 0 && { tool_calls: calls }) }],
  };
}

type Detail = Schema<"ChatReasoningDetail">;

function wordsIn(detail: Detail): string {
  return textAt(detail, detail.type === "reasoning.summary" ? "summary" : "text");
}

function sealIn(detail: Detail): string {
  return textAt(detail, detail.type === "reasoning.encrypted" ? "data" : "signature");
}

function isCallless(detail: Detail, callIds: ReadonlySet<string>): boolean {
  const id = textAt(detail, "id");
  return id !== "" && !callIds.has(id);
}

const finishes: Readonly<Record<string, string>> = {
  stop: "stop",
  tool_calls: "stop",
  length: "max_output_tokens",
  content_filter: "content_filter",
};

function endOf(reason: string | null | undefined): Pick<Told, "finish" | "endsInCalls"> {
  return { finish: finishes[String(reason)] ?? "none", endsInCalls: reason === "tool_calls" };
}

function usageOf(
  usage: Schema<"ChatUsage">,
  costs: readonly number[],
): Pick<Told, "usage" | "costs" | "details"> {
  const { cached_tokens: cached = 0, cache_write_tokens: written = 0 } =
    usage.prompt_tokens_details ?? {};
  return {
    usage: {
      ...{ input: usage.prompt_tokens, output: usage.completion_tokens, cached, written },
      reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    },
    costs: [...costs, usage.cost],
    details: usage.cost_details,
  };
}
