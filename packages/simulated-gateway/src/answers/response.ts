import type { Schema, StreamEventOf } from "@portico/contract/facts";
import { createRandom, newId, type Random, seedOf } from "../random.ts";
import { costOf } from "./cost.ts";
import { functionsOf, type ResponseRequest, readQuestion } from "./read-question.ts";
import { type Said, type Simulated, simulate } from "./simulate.ts";
import { type AskedThoughts, askedThoughts, reasoningOf } from "./thoughts.ts";

type Response = Schema<"Response">;
/** A finished item. */
export type Item = StreamEventOf<"response.output_item.done">["item"];

/** A finished response, so its usage is known. */
export type Finished = Omit<Response, "output"> & {
  usage: NonNullable<Response["usage"]>;
  output: Item[];
};

/**
 * What the simulated model answers, as a response: the same request gets the same answer, streamed or not, each time
 * with new ids. `isCutInHalf`: as if the tokens had run out after half of it.
 */
export function answerResponse(
  request: ResponseRequest,
  requestId: string,
  isCutInHalf: boolean,
): Finished {
  const ids = createRandom(seedOf(requestId));
  const answer = simulate(readQuestion(request), isCutInHalf);
  const asked = askedThoughts(request);
  const output = answer.said.flatMap((said) => itemsOf(said, answer.isCutShort, asked, ids));
  const createdAtSeconds = Math.floor(Date.now() / 1000);
  return {
    id: newId("resp_", ids),
    object: "response",
    created_at: createdAtSeconds,
    completed_at: answer.isCutShort ? null : createdAtSeconds + 1,
    status: answer.isCutShort ? "incomplete" : "completed",
    model: request.model,
    output,
    output_text: output.map(spoken).join(""),
    usage: usageOf(answer),
    error: null,
    incomplete_details: answer.isCutShort ? { reason: "max_output_tokens" } : null,
    // The mock has no prices for other tiers, so none is ever requested.
    service_tier: "default",
    store: false,
    previous_response_id: null,
    truncation: "disabled",
    ...echoOf(request),
  };
}

function itemsOf(said: Said, isCutShort: boolean, asked: AskedThoughts, ids: Random): Item[] {
  if (said.type === "thought") return reasoningOf(said, asked, newId("rs_", ids));
  if (said.type === "text") return [messageOf(said.text, isCutShort, ids)];
  const call: Item = {
    type: "function_call",
    id: newId("fc_", ids),
    call_id: newId("call_", ids),
    name: said.name,
    arguments: said.arguments,
    status: "completed",
  };
  return [call];
}

export function textOf(item: Extract<Item, { type: "message" }>): string {
  return item.content.map(({ text }) => text).join("");
}

function spoken(item: Item): string {
  return item.type === "message" ? textOf(item) : "";
}

function echoOf(request: ResponseRequest) {
  return {
    instructions: request.instructions ?? null,
    metadata: request.metadata ?? {},
    temperature: request.temperature ?? null,
    top_p: request.top_p ?? null,
    presence_penalty: request.presence_penalty ?? null,
    frequency_penalty: request.frequency_penalty ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    tools: functionsOf(request).map((tool) => ({
      description: null,
      parameters: null,
      strict: null,
      ...tool,
    })),
    tool_choice: request.tool_choice ?? ("auto" as const),
    reasoning: request.reasoning ?? null,
    text: { format: { type: "text" }, ...request.text },
    user: request.user ?? null,
  };
}

function messageOf(text: string, isCutShort: boolean, ids: Random): Item {
  return {
    type: "message",
    id: newId("msg_", ids),
    role: "assistant",
    status: isCutShort ? "incomplete" : "completed",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
}

function usageOf({ inputTokens, outputTokens, reasoningTokens }: Simulated): Finished["usage"] {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    ...costOf(inputTokens, outputTokens),
  };
}
