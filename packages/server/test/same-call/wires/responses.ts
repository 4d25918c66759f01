import { at, itemsAt, jsonOf, numberAt, textAt } from "../../recorded/readers/reading.ts";
import { expectTruthful, parseEvents, post, type WireEvent } from "../../responses/read-events.ts";
import { type AskedTurn, formatName, type Question } from "../question.ts";
import { costInHeader, isJson, nothingTold, type Told, type ToldCall } from "../told.ts";
import type { AskingWire } from "./wire.ts";

export const responses: AskingWire = {
  operation: "responses",
  async ask(gateway, question, stream) {
    const reply = await post(gateway, bodyOf(question, stream));
    if (!stream || reply.status !== 200) {
      const body: unknown = await reply.json();
      const told = reply.status === 200 ? toldOf(body) : refusalOf(reply.status, body);
      return { ...told, costs: [...told.costs, ...costInHeader(reply)] };
    }
    const events = parseEvents(await reply.text());
    const terminal = expectTruthful(events);
    return inPieces(toldOf(at(terminal, "response")), events.filter(isEvent));
  },
};

/** What a reader of the pieces has, which is more where a failure left an item out of the end. */
function inPieces(told: Told, events: readonly WireEvent[]): Told {
  const pieces = new Pieces();
  for (const event of events) pieces.add(event);
  const { text, words, calls } = pieces;
  const callless = calls.length > told.calls.length ? [] : told.thoughts.callless;
  return { ...told, text, calls, thoughts: { ...told.thoughts, words, callless } };
}

class Pieces {
  text = "";
  /** The paragraphs of each thought. */
  readonly #thoughts = new Map<string, string[]>();
  readonly #calls = new Map<string, { readonly item: unknown; text: string }>();

  get words(): readonly string[] {
    return [...this.#thoughts.values()].map((paragraphs) => paragraphs.join("\n\n"));
  }

  /** Those whose arguments have come to their end. */
  get calls(): readonly ToldCall[] {
    return [...this.#calls.values()]
      .filter(({ text }) => isJson(text))
      .map(({ item, text }) => toCall(item, text));
  }

  add(event: WireEvent): void {
    const id = textAt(event, "item_id");
    const delta = textAt(event, "delta");
    const call = this.#calls.get(id);
    switch (event.type) {
      case "response.output_item.added":
        this.#begin(event["item"]);
        break;
      case "response.output_text.delta":
        this.text += delta;
        break;
      case "response.function_call_arguments.delta":
        if (call) call.text += delta;
        break;
      case "response.reasoning_summary_text.delta":
        this.#think(id, numberAt(event, "summary_index"), delta);
    }
  }

  #begin(item: unknown): void {
    if (isCall(item)) this.#calls.set(textAt(item, "id"), { item, text: "" });
  }

  #think(id: string, index: number, delta: string): void {
    const paragraphs = this.#thoughts.get(id) ?? [];
    this.#thoughts.set(id, paragraphs);
    paragraphs[index] = `${paragraphs[index] ?? ""}${delta}`;
  }
}

function isCall(item: unknown): boolean {
  return at(item, "type") === "function_call";
}

function toCall(item: unknown, text: string): ToldCall {
  return { name: textAt(item, "name"), id: textAt(item, "call_id"), arguments: jsonOf(text) };
}

function isEvent(event: WireEvent | "[DONE]"): event is WireEvent {
  return event !== "[DONE]";
}

function bodyOf(question: Question, stream: boolean): object {
  const { model, turns, tools = [], toolChoice, thinking, format } = question;
  const schema = { type: "json_schema", name: formatName, schema: format };
  return {
    ...{ model, stream, max_output_tokens: question.maxOutputTokens },
    input: turns.flatMap(itemsOf),
    tools: tools.map(({ name, description, parameters }) => ({
      ...{ type: "function", name, description, parameters, strict: null },
    })),
    tool_choice: typeof toolChoice === "object" ? { type: "function", ...toolChoice } : toolChoice,
    parallel_tool_calls: question.parallelToolCalls,
    stop: question.stop,
    temperature: question.temperature,
    top_p: question.topP,
    top_k: question.topK,
    text: format && { format: schema },
    include: thinking && ["reasoning.encrypted_content"],
    reasoning: thinking && {
      ...{ effort: thinking.effort, max_tokens: thinking.maxTokens },
      summary: "auto",
    },
  };
}

function itemsOf(turn: AskedTurn): unknown[] {
  if ("role" in turn) return [{ role: turn.role, content: turn.text }];
  const { answer, result } = turn;
  const results = answer.calls.map(({ id }) => ({
    ...{ type: "function_call_output", call_id: id, output: result },
  }));
  return [...answer.echo, ...results];
}

function refusalOf(status: number, body: unknown): Told {
  return { ...nothingTold, status, failure: textAt(body, "error", "message") };
}

function toldOf(response: unknown): Told {
  const output = itemsAt(response, "output");
  const ofType = (type: string) => output.filter((item) => at(item, "type") === type);
  const failure = textAt(response, "error", "message");
  const thoughts = ofType("reasoning");
  return {
    status: 200,
    ...(failure !== "" && { failure }),
    model: textAt(response, "model"),
    text: ofType("message")
      .flatMap((item) => itemsAt(item, "content"))
      .map((part) => textAt(part, "text"))
      .join(""),
    calls: output.filter(isCall).map((item) => toCall(item, textAt(item, "arguments"))),
    thoughts: {
      words: thoughts.map(wordsOf).filter((text) => text !== ""),
      seals: thoughts.map(sealIn).filter((seal) => seal !== ""),
      callless: output.slice(-1).map(sealIn),
    },
    ...(failure === "" && { finish: finishOf(response) }),
    usage: usageOf(at(response, "usage")),
    costs: [numberAt(response, "usage", "cost")],
    details: at(response, "usage", "cost_details"),
    tier: at(response, "service_tier"),
    echo: output,
  };
}

function sealIn(item: unknown): string {
  return textAt(item, "encrypted_content");
}

function wordsOf(item: unknown): string {
  return itemsAt(item, "summary")
    .map((part) => textAt(part, "text"))
    .join("\n\n");
}

function finishOf(response: unknown): string {
  const isCompleted = at(response, "status") === "completed";
  return isCompleted ? "stop" : textAt(response, "incomplete_details", "reason");
}

function usageOf(usage: unknown) {
  return {
    input: numberAt(usage, "input_tokens"),
    output: numberAt(usage, "output_tokens"),
    cached: numberAt(usage, "input_tokens_details", "cached_tokens"),
    reasoning: numberAt(usage, "output_tokens_details", "reasoning_tokens"),
  };
}
