const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const weather = {
  name: "get_weather",
  description: "Current weather of a city",
  input_schema: {
    type: "object",
    properties: { city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } },
    required: ["city", "unit"],
  },
};
const time = { name: "get_time", type: "custom", input_schema: { type: "object" } };
const search = { type: "web_search_20250305", name: "web_search" };
const place = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer", maximum: 4 } },
  required: ["city"],
};
const calling = { tools: [weather], messages: [user("Weather in Oslo and Rome, in fahrenheit?")] };
const call = (id: string) => ({ type: "tool_use", id, name: "get_weather", input: {} });
const result = { type: "tool_result", tool_use_id: "c1", content: "3 °C" };
const thinking = { type: "enabled", budget_tokens: 500 };
const image = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
};
const notes = {
  ...{ type: "document", title: "Notes", context: "Of today" },
  source: { type: "text", media_type: "text/plain", data: "The weather is fine." },
};
const cache = { cache_control: { type: "ephemeral" } };

type Questions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Messages to a simulated model, without its name. The gateway's sandbox and the mock give them the same answer. */
export const messageQuestions: Questions = {
  "a greeting": { messages: [user("Hello")] },
  "a text in blocks": {
    messages: [
      user([
        { type: "text", text: "Repeat: foo", ...cache },
        { type: "text", text: " bar ✓" },
      ]),
    ],
  },
  "a text without words": { messages: [user(" \n ")] },
  "a system prompt": { system: "Be brief. Be kind.", messages: [user("Why?")] },
  "a conversation": {
    system: [{ type: "text", text: "Be brief.", ...cache }, { type: "of_tomorrow" }],
    messages: [
      user("Count to 3"),
      assistant([{ type: "text", text: "" }]),
      assistant("One, two, three."),
      { role: "system", content: "Be kind." },
      user("Why?"),
    ],
  },
  attachments: { messages: [user([image, notes, { type: "text", text: "What is this?" }])] },
  "blocks of another kind": {
    messages: [user([{ type: "of_tomorrow" }, { type: "text", text: "Hello" }])],
  },
  "a text that is cut short": { messages: [user("Write 200 words")], max_tokens: 21 },
  "parallel calls": calling,
  "calls that are cut short": { ...calling, max_tokens: 16 },
  "one call": { ...calling, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  "no calls": { ...calling, tool_choice: { type: "none" } },
  "any call": { tools: [weather], messages: [user("hi")], tool_choice: { type: "any" } },
  "a forced call": {
    ...{ tools: [weather, time], messages: [user("hi")] },
    tool_choice: { type: "tool", name: "get_time" },
  },
  "any call, beside a provider's tool": {
    ...{ messages: [user("hi")], tools: [search, weather], tool_choice: { type: "any" } },
  },
  "the result of a call": {
    tools: [weather],
    messages: [user("Weather in Oslo?"), assistant([call("c1")]), user([result])],
  },
  "a result in blocks, with words after it": {
    tools: [weather],
    messages: [
      user("Weather in Oslo?"),
      assistant([{ type: "text", text: "I look." }, call("c1")]),
      user([
        { ...result, content: [{ type: "text", text: "3 °C" }, image] },
        { type: "text", text: "And now?" },
      ]),
    ],
  },
  "a result without content": {
    tools: [weather],
    messages: [
      user("Weather in Oslo?"),
      assistant([call("c1")]),
      user([{ type: "tool_result", tool_use_id: "c1", is_error: true }]),
    ],
  },
  "JSON of a schema": {
    messages: [user("A trip to Ljubljana, for 9 days")],
    output_config: { format: { type: "json_schema", schema: place } },
  },
};

/** The same of a model that thinks. */
export const thinkingMessages: Questions = {
  "a greeting": { thinking, messages: [user("Hello")] },
  "thoughts that are not asked for": { messages: [user("Hello")] },
  "thoughts without their words": {
    ...{ thinking: { type: "adaptive", display: "omitted" }, messages: [user("Hello")] },
  },
  "parallel calls": { ...calling, thinking },
  "a thought that is cut short": { thinking, messages: [user("Hello")], max_tokens: 3 },
  "a silent thought that is cut short": {
    ...{ thinking: { type: "adaptive", display: "omitted" }, messages: [user("Hello")] },
    max_tokens: 3,
  },
  "thoughts that cannot be opened": {
    thinking,
    messages: [
      user("Hi"),
      assistant([
        { type: "thinking", thinking: "Hm", signature: "AAAA" },
        { type: "thinking", thinking: "Hm" },
        { type: "redacted_thinking", data: "AAAA" },
        { type: "text", text: "Hello" },
      ]),
      user("What did you think?"),
    ],
  },
  "a tool turn without its thoughts": {
    messages: [user("Weather in Oslo?"), assistant([call("c1")]), user([result])],
  },
};

/** Requests that keep every schema and contradict themselves. */
export const messageContradictions: Questions = {
  "a tool that is not there": { ...calling, tool_choice: { type: "tool", name: "get_time" } },
  "a result without its call": { messages: [user([result])] },
  "two results of a call": {
    messages: [user("Hi"), assistant([call("c1")]), user([result, result])],
  },
  "an id that is used twice": { messages: [user("Hi"), assistant([call("c1"), call("c1")])] },
  "a thread": { messages: [user("Hi")], thread: { type: "create" } },
};
