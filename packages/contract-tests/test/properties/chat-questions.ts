const user = (content: unknown) => ({ role: "user", content });
const weather = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Current weather of a city",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } },
      required: ["city", "unit"],
    },
  },
};
const time = { type: "function", function: { name: "get_time" } };
const place = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer", maximum: 4 } },
  required: ["city"],
};
const calling = { tools: [weather], messages: [user("Weather in Oslo and Rome, in fahrenheit?")] };
const call = (text: string) => ({
  ...{ id: "c1", type: "function" },
  function: { name: "get_weather", arguments: text },
});
const asks = (...calls: object[]) => ({ role: "assistant", content: null, tool_calls: calls });
const result = { role: "tool", tool_call_id: "c1", content: "3 °C" };
const image = { type: "image_url", image_url: "data:image/png;base64,iVBORw0KGgo=" };
const file = {
  type: "file",
  file: { filename: "a.txt", file_data: "data:text/plain;base64,aGk=" },
};

type Questions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Chats with a simulated model, without its name. The gateway's sandbox and the mock give them the same answer. */
export const chatQuestions: Questions = {
  "a greeting": { messages: [user("Hello")] },
  "a text in parts": {
    messages: [
      user([
        { type: "text", text: "Repeat: foo" },
        { type: "text", text: " bar ✓" },
      ]),
    ],
  },
  "a conversation": {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "developer", content: [{ type: "text", text: "Be kind." }] },
      user("Count to 3"),
      { role: "assistant", content: "" },
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
      user("Why?"),
    ],
  },
  attachments: { messages: [user([{ type: "text", text: "What is this?" }, image, file])] },
  "a text that is cut short": { messages: [user("Write 200 words")], max_tokens: 21 },
  "two limits": {
    messages: [user("Write 200 words")],
    ...{ max_tokens: 9, max_completion_tokens: 30 },
  },
  "parallel calls": calling,
  "one call": { ...calling, parallel_tool_calls: false },
  "calls that are cut short": { ...calling, max_completion_tokens: 16 },
  "no calls": { ...calling, tool_choice: "none" },
  "a demanded call": { tools: [weather], messages: [user("hi")], tool_choice: "required" },
  "a forced call": { tools: [weather, time], messages: [user("hi")], tool_choice: time },
  "a demanded call, beside another tool": {
    ...{ messages: [user("hi")], tools: [{ type: "web_search" }, weather] },
    tool_choice: "required",
  },
  "the result of a call": {
    tools: [weather],
    messages: [user("Weather in Oslo?"), asks(call('{"city":"Oslo"}')), result],
  },
  "a result without content": {
    tools: [weather],
    messages: [user("Weather in Oslo?"), asks(call("")), { role: "tool", tool_call_id: "c1" }],
  },
  "any JSON": { messages: [user("Hi")], response_format: { type: "json_object" } },
  "JSON of a schema": {
    messages: [user("A trip to Ljubljana, for 9 days")],
    response_format: { type: "json_schema", json_schema: { name: "trip", schema: place } },
  },
  "JSON of no schema": {
    messages: [user("Hi")],
    response_format: { type: "json_schema", json_schema: { name: "any" } },
  },
};

/** The same of a model that thinks. */
export const thinkingQuestions: Questions = {
  "a greeting": { messages: [user("Hello")] },
  "one call": { ...calling, parallel_tool_calls: false },
  "a thought that is cut short": { messages: [user("Hello")], max_completion_tokens: 3 },
  "thoughts that are excluded": { messages: [user("Hello")], reasoning: { exclude: true } },
  "a thought that cannot be opened": {
    messages: [
      user("Hi"),
      {
        role: "assistant",
        content: "Hello",
        reasoning_details: [{ type: "reasoning.encrypted", data: "AAAA" }],
      },
      user("What did you think?"),
    ],
  },
};

/** Requests that keep every schema and contradict themselves. */
export const chatContradictions: Questions = {
  "a function that is not there": { ...calling, tool_choice: time },
  "a result without its call": { messages: [result] },
  "two results of a call": { messages: [asks(call("{}")), result, result] },
  "an id that is used twice": { messages: [asks(call("{}"), call("{}"))] },
  "arguments that are no JSON": { messages: [asks(call("{"))] },
  "a file without content": {
    messages: [user("Hi"), user([{ type: "file", file: { filename: "a.pdf" } }])],
  },
  "two efforts that differ": {
    messages: [user("Hi")],
    ...{ reasoning: { effort: "low" }, reasoning_effort: "high" },
  },
  "more than one answer": { messages: [user("Hi")], n: 2 },
  "a form that is not known": { messages: [user("Hi")], response_format: { type: "python" } },
};
