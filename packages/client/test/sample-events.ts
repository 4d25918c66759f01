import type { ModelResponse, Reasoning, StreamEvent } from "../src/contract.ts";

export function sampleResponse(change: Partial<ModelResponse> = {}): ModelResponse {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    completed_at: null,
    model: "sandbox/text",
    status: "in_progress",
    output: [],
    usage: null,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: null,
    temperature: null,
    top_p: null,
    presence_penalty: null,
    frequency_penalty: null,
    parallel_tool_calls: true,
    tools: [],
    tool_choice: "auto",
    ...change,
  };
}

const usage = {
  input_tokens: 1,
  output_tokens: 2,
  total_tokens: 3,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

export function message(text: string): ModelResponse["output"][number] {
  return {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
}

export function functionCall(
  index: number,
  name: string,
  args: unknown,
): Extract<ModelResponse["output"][number], { type: "function_call" }> {
  return {
    type: "function_call",
    id: `fc_${index}`,
    call_id: `call_${index}`,
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  };
}

/** A thought with its words and its seal. */
export function reasoning(index: number, texts: readonly string[] = []): Reasoning {
  return {
    type: "reasoning",
    id: `rs_${index}`,
    summary: texts.map((text) => ({ type: "summary_text", text })),
    encrypted_content: `sealed-${index}`,
    status: "completed",
  };
}

export function finished(output: ModelResponse["output"]): ModelResponse {
  return sampleResponse({ status: "completed", completed_at: 2, output, usage });
}

/** The events of a response of one message, in order. */
export function textEvents(pieces: readonly string[]): StreamEvent[] {
  const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const item = message(pieces.join(""));
  const response = finished([item]);
  const events: Record<string, unknown>[] = [
    { type: "response.created", response: sampleResponse() },
    ...pieces.flatMap((delta) => [
      { type: "response.output_text.delta", ...at, delta, logprobs: [] },
      {
        type: "response.content_part.delta",
        response_id: "resp_1",
        output_index: 0,
        content_index: 0,
        delta,
      },
    ]),
    { type: "response.output_item.done", response_id: "resp_1", output_index: 0, item },
    { type: "response.completed", response },
    { type: "response.done", response },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }) as StreamEvent);
}

/** The same in the events, fields and order of the specified interface alone. */
export function exactTextEvents(pieces: readonly string[]): unknown[] {
  const at = { response_id: "resp_1", output_index: 0 };
  const text = pieces.join("");
  const item = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  return [
    {
      type: "response.created",
      response: { id: "resp_1", object: "response", status: "in_progress" },
    },
    {
      type: "response.output_item.added",
      ...at,
      item: { ...item, status: "in_progress", content: [] },
    },
    {
      type: "response.content_part.added",
      ...at,
      content_index: 0,
      part: { type: "output_text", text: "" },
    },
    ...pieces.map((delta) => ({
      type: "response.content_part.delta",
      ...at,
      content_index: 0,
      delta,
    })),
    { type: "response.output_item.done", ...at, item },
    exactDone,
  ];
}

export const exactDone = {
  type: "response.done",
  response: {
    id: "resp_1",
    object: "response",
    status: "completed",
    usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
  },
};
