import { crc32 } from "node:zlib";

/** How one kind's upstream says the same few things. Written for the tests, by each dialect's documentation. */
export interface WireSample {
  readonly kind: string;
  readonly model: string;
  /** A credential of the form that the kind expects. */
  readonly credential: string;
  readonly contentType: string;
  /** A stream that says "Hel", "lo ✓" and ends, an event a piece; 7 tokens in, 5 out. */
  readonly text: readonly Uint8Array[];
  /** The same as one body. */
  readonly whole: unknown;
  /** A stream that calls get_weather with {"city":"Paris"}. */
  readonly call: readonly Uint8Array[];
}

export interface EmbeddingSample {
  readonly kind: string;
  readonly model: string;
  readonly credential: string;
  /** The reply that holds these vectors, written as JSON arrays. */
  reply(vectors: readonly string[]): string;
}

const sse = (...events: readonly unknown[]): readonly Buffer[] =>
  events.map((event) =>
    Buffer.from(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`),
  );

const named = (...events: readonly { readonly type: string }[]): readonly Buffer[] =>
  events.map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));

const chatUsage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
const chunk = (delta: unknown, finish: string | null = null) => ({
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: finish }],
});

const chat = {
  contentType: "text/event-stream",
  text: sse(
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo ✓" }),
    chunk({}, "stop"),
    { object: "chat.completion.chunk", choices: [], usage: chatUsage },
    "[DONE]",
  ),
  whole: {
    object: "chat.completion",
    choices: [
      { index: 0, message: { role: "assistant", content: "Hello ✓" }, finish_reason: "stop" },
    ],
    usage: chatUsage,
  },
  call: sse(
    chunk({
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "get_weather", arguments: "" } },
      ],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] }),
    chunk({}, "tool_calls"),
    "[DONE]",
  ),
};

const message = {
  type: "message",
  id: "m1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello ✓", annotations: [] }],
};
const functionCall = {
  type: "function_call",
  id: "f1",
  call_id: "c1",
  name: "get_weather",
  arguments: '{"city":"Paris"}',
};
const response = (output: readonly unknown[]) => ({
  id: "r1",
  object: "response",
  status: "completed",
  output,
  usage: { input_tokens: 7, output_tokens: 5, total_tokens: 12 },
});

const responses = {
  contentType: "text/event-stream",
  text: named(
    { type: "response.created", ...{ response: { id: "r1", status: "in_progress" } } },
    {
      type: "response.output_item.added",
      ...{ output_index: 0, item: { ...message, content: [] } },
    },
    { type: "response.output_text.delta", ...{ output_index: 0, content_index: 0, delta: "Hel" } },
    { type: "response.output_text.delta", ...{ output_index: 0, content_index: 0, delta: "lo ✓" } },
    { type: "response.output_item.done", ...{ output_index: 0, item: message } },
    { type: "response.completed", ...{ response: response([message]) } },
  ),
  whole: response([message]),
  call: named(
    {
      type: "response.output_item.added",
      ...{ output_index: 0, item: { ...functionCall, arguments: "" } },
    },
    { type: "response.function_call_arguments.delta", ...{ output_index: 0, delta: '{"city":' } },
    { type: "response.function_call_arguments.delta", ...{ output_index: 0, delta: '"Paris"}' } },
    { type: "response.output_item.done", ...{ output_index: 0, item: functionCall } },
    { type: "response.completed", ...{ response: response([functionCall]) } },
  ),
};

const anthropic = {
  contentType: "text/event-stream",
  text: named(
    {
      type: "message_start",
      ...{
        message: {
          id: "m1",
          role: "assistant",
          content: [],
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      },
    },
    { type: "content_block_start", ...{ index: 0, content_block: { type: "text", text: "" } } },
    { type: "content_block_delta", ...{ index: 0, delta: { type: "text_delta", text: "Hel" } } },
    { type: "content_block_delta", ...{ index: 0, delta: { type: "text_delta", text: "lo ✓" } } },
    { type: "content_block_stop", ...{ index: 0 } },
    {
      type: "message_delta",
      ...{ delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    },
    { type: "message_stop" },
  ),
  whole: {
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: "Hello ✓" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 7, output_tokens: 5 },
  },
  call: named(
    {
      type: "message_start",
      ...{
        message: {
          id: "m1",
          role: "assistant",
          content: [],
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      },
    },
    {
      type: "content_block_start",
      ...{
        index: 0,
        content_block: { type: "tool_use", id: "c1", name: "get_weather", input: {} },
      },
    },
    {
      type: "content_block_delta",
      ...{ index: 0, delta: { type: "input_json_delta", partial_json: '{"city":' } },
    },
    {
      type: "content_block_delta",
      ...{ index: 0, delta: { type: "input_json_delta", partial_json: '"Paris"}' } },
    },
    { type: "content_block_stop", ...{ index: 0 } },
    {
      type: "message_delta",
      ...{ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } },
    },
    { type: "message_stop" },
  ),
};

const candidate = (parts: readonly unknown[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
});

const gemini = {
  contentType: "text/event-stream",
  text: sse(candidate([{ text: "Hel" }]), candidate([{ text: "lo ✓" }]), candidate([], "STOP")),
  whole: candidate([{ text: "Hello ✓" }], "STOP"),
  call: sse(
    candidate([{ functionCall: { name: "get_weather", args: { city: "Paris" } } }]),
    candidate([], "STOP"),
  ),
};

const cohereUsage = {
  tokens: { input_tokens: 7, output_tokens: 5 },
  billed_units: { input_tokens: 7, output_tokens: 5 },
};
const cohere = {
  contentType: "text/event-stream",
  text: named(
    { type: "message-start", ...{ id: "m1", delta: { message: { role: "assistant" } } } },
    {
      type: "content-start",
      ...{ index: 0, delta: { message: { content: { type: "text", text: "" } } } },
    },
    { type: "content-delta", ...{ index: 0, delta: { message: { content: { text: "Hel" } } } } },
    { type: "content-delta", ...{ index: 0, delta: { message: { content: { text: "lo ✓" } } } } },
    { type: "content-end", ...{ index: 0 } },
    { type: "message-end", ...{ delta: { finish_reason: "COMPLETE", usage: cohereUsage } } },
  ),
  whole: {
    id: "m1",
    message: { role: "assistant", content: [{ type: "text", text: "Hello ✓" }] },
    finish_reason: "COMPLETE",
    usage: cohereUsage,
  },
  call: named(
    {
      type: "tool-call-start",
      ...{
        index: 0,
        delta: {
          message: {
            tool_calls: {
              id: "c1",
              type: "function",
              function: { name: "get_weather", arguments: "" },
            },
          },
        },
      },
    },
    {
      type: "tool-call-delta",
      ...{
        index: 0,
        delta: { message: { tool_calls: { function: { arguments: '{"city":"Paris"}' } } } },
      },
    },
    { type: "tool-call-end", ...{ index: 0 } },
    { type: "message-end", ...{ delta: { finish_reason: "TOOL_CALL", usage: cohereUsage } } },
  ),
};

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
const ollamaEnd = { done: true, done_reason: "stop", prompt_eval_count: 7, eval_count: 5 };
const ollama = {
  contentType: "application/x-ndjson",
  text: [
    line({ message: { role: "assistant", content: "Hel" }, done: false }),
    line({ message: { role: "assistant", content: "lo ✓" }, done: false }),
    line({ message: { role: "assistant", content: "" }, ...ollamaEnd }),
  ],
  whole: { message: { role: "assistant", content: "Hello ✓" }, ...ollamaEnd },
  call: [
    line({
      message: {
        role: "assistant",
        content: "",
        tool_calls: [{ function: { name: "get_weather", arguments: { city: "Paris" } } }],
      },
      done: false,
    }),
    line({ message: { role: "assistant", content: "" }, ...ollamaEnd }),
  ],
};

/** https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html */
function frame(type: string, payload: unknown): Buffer {
  const header = (name: string, value: string) => {
    const text = Buffer.from(value);
    const size = Buffer.from([7, text.length >> 8, text.length & 255]);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), size, text]);
  };
  const headers = Buffer.concat([
    header(":event-type", type),
    header(":content-type", "application/json"),
    header(":message-type", "event"),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const checked = Buffer.concat([prelude, headers, body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(checked));
  return Buffer.concat([checked, sum]);
}

const converseUsage = { inputTokens: 7, outputTokens: 5, totalTokens: 12 };
const bedrock = {
  contentType: "application/vnd.amazon.eventstream",
  text: [
    frame("messageStart", { role: "assistant" }),
    frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hel" } }),
    frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "lo ✓" } }),
    frame("contentBlockStop", { contentBlockIndex: 0 }),
    frame("messageStop", { stopReason: "end_turn" }),
    frame("metadata", { usage: converseUsage, metrics: { latencyMs: 1 } }),
  ],
  whole: {
    output: { message: { role: "assistant", content: [{ text: "Hello ✓" }] } },
    stopReason: "end_turn",
    usage: converseUsage,
  },
  call: [
    frame("messageStart", { role: "assistant" }),
    frame("contentBlockStart", {
      contentBlockIndex: 0,
      start: { toolUse: { toolUseId: "c1", name: "get_weather" } },
    }),
    frame("contentBlockDelta", {
      contentBlockIndex: 0,
      delta: { toolUse: { input: '{"city":"Paris"}' } },
    }),
    frame("contentBlockStop", { contentBlockIndex: 0 }),
    frame("messageStop", { stopReason: "tool_use" }),
    frame("metadata", { usage: converseUsage, metrics: { latencyMs: 1 } }),
  ],
};

const plain = { model: "model", credential: "canary-credential" };

export const wireSamples: readonly WireSample[] = [
  { kind: "anthropic", ...plain, ...anthropic },
  { kind: "azure", ...plain, ...chat },
  { kind: "bedrock", ...plain, ...bedrock },
  { kind: "cohere", ...plain, ...cohere },
  { kind: "gemini", ...plain, ...gemini },
  { kind: "mistral", ...plain, ...chat },
  { kind: "ollama", ...plain, ...ollama },
  { kind: "openai", ...plain, ...responses },
  { kind: "openai-compatible", ...plain, ...chat },
  { kind: "vertex", ...plain, ...gemini, credential: "ya29.canary-credential" },
];

const openAiReply = (vectors: readonly string[]) =>
  `{"object":"list","data":[${vectors
    .map((vector, index) => `{"object":"embedding","index":${index},"embedding":${vector}}`)
    .join()}],"usage":{"prompt_tokens":7,"total_tokens":7}}`;

export const embeddingSamples: readonly EmbeddingSample[] = [
  ...["azure", "mistral", "openai", "openai-compatible", "voyage"].map((kind) => ({
    kind,
    ...plain,
    reply: openAiReply,
  })),
  {
    kind: "cohere",
    ...plain,
    reply: (vectors) =>
      `{"embeddings":{"float":[${vectors.join()}]},"meta":{"billed_units":{"input_tokens":7}}}`,
  },
  {
    kind: "gemini",
    ...plain,
    reply: (vectors) =>
      `{"embeddings":[${vectors.map((vector) => `{"values":${vector}}`).join()}],"usageMetadata":{"promptTokenCount":7}}`,
  },
  {
    kind: "ollama",
    ...plain,
    reply: (vectors) => `{"embeddings":[${vectors.join()}],"prompt_eval_count":7}`,
  },
  {
    kind: "bedrock",
    ...plain,
    model: "cohere.embed-v4",
    reply: (vectors) => `{"embeddings":{"float":[${vectors.join()}]}}`,
  },
  {
    kind: "vertex",
    ...plain,
    credential: "ya29.canary-credential",
    model: "text-embedding-005",
    reply: (vectors) =>
      `{"predictions":[${vectors
        .map((vector) => `{"embeddings":{"values":${vector},"statistics":{"token_count":3.5}}}`)
        .join()}]}`,
  },
];
