const user = (content: unknown) => ({ type: "message", role: "user", content });
const weather = {
  type: "function",
  name: "get_weather",
  description: "Current weather of a city",
  parameters: {
    type: "object",
    properties: { city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } },
    required: ["city", "unit"],
  },
};
const person = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer", maximum: 40 },
    tags: { type: "array", items: { $ref: "#/$defs/tag" }, minItems: 2 },
  },
  $defs: { tag: { enum: ["good", "bad"] } },
};
const unreadable = { type: "object", properties: { a: { $ref: "#/%" } }, required: ["a"] };
const calling = { tools: [weather], input: "Weather in Oslo and Rome, in fahrenheit?" };
const thinking = { model: "sandbox/think" };
const recall = "What numbers have you thought of?";
const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "get_weather" };
const image = { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=" };

/** Questions to a simulated model, without its name. The gateway's sandbox and the mock give them the same answer. */
export const questions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a greeting": { input: "Hello" },
  "a text to repeat": { input: "Repeat: foo  bar ✓" },
  "a text without words": { input: " \n " },
  "a question with instructions": { input: "Why?", instructions: "Be brief. Be kind." },
  "a long text that is cut short": { input: "Write 200 words", max_output_tokens: 21 },
  "a conversation": {
    input: [user("Count to 3"), { type: "message", role: "assistant", content: "" }, user("Why?")],
  },
  "an attachment": { input: [user([{ type: "input_text", text: "What is this?" }, image])] },
  "tools that the message speaks of": calling,
  "tools of which one call is allowed": { ...calling, parallel_tool_calls: false },
  "tools whose calls are cut short": { ...calling, max_output_tokens: 16 },
  "tools that may not be called": { ...calling, tool_choice: "none" },
  "a tool that must be called": { tools: [weather], input: "hi", tool_choice: "required" },
  "a named tool": {
    tools: [weather, { type: "function", name: "get_time" }],
    input: "hi",
    tool_choice: { type: "function", name: "get_time" },
  },
  "a call that is demanded where there are no tools": { input: "hi", tool_choice: "required" },
  "the result of a call": {
    tools: [weather],
    input: [
      user("Weather in Oslo?"),
      { ...call, arguments: '{"city":"Oslo"}' },
      { type: "function_call_output", call_id: "c1", output: "3 °C" },
    ],
  },
  "a question to a model that thinks, unasked for thoughts": { ...thinking, ...calling },
  "a question that asks for sealed thoughts": {
    ...{ ...thinking, ...calling },
    include: ["reasoning.encrypted_content"],
  },
  "a question that asks for thoughts in words": {
    ...{ ...thinking, input: "Count to 3" },
    reasoning: { summary: "auto" },
  },
  "a thought that is cut short": {
    ...{ ...thinking, input: "Hi", max_output_tokens: 4 },
    reasoning: { summary: "detailed" },
  },
  "a question about thoughts that did not come back": {
    ...thinking,
    input: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "?" }, user(recall)],
  },
  "a request for any JSON": { input: "Hi", text: { format: { type: "json_object" } } },
  "a request for JSON of a schema": {
    input: "A person named Ann, aged 42",
    text: { format: { type: "json_schema", name: "person", schema: person } },
  },
  "a schema that cannot be read": {
    input: "Hi",
    text: { format: { type: "json_schema", name: "broken", schema: unreadable } },
  },
  "a tool whose schema cannot be read": {
    input: "Hi",
    tools: [{ type: "function", name: "broken", parameters: unreadable }],
    tool_choice: "required",
  },
};

const whole = { ...call, arguments: "{}" };
const output = { type: "function_call_output", call_id: "c1", output: "sunny" };
const noFile = { type: "input_file", filename: "a.pdf" };

/** Requests that keep every schema and contradict themselves. */
export const contradictions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a tool that is not there": {
    input: "Hi",
    tools: [weather],
    tool_choice: { type: "function", name: "get_time" },
  },
  "an output without its call": { input: [output] },
  "two outputs of a call": { input: [whole, output, output] },
  "a call_id used twice": { input: [whole, whole] },
  "arguments that are no JSON": { input: [{ ...call, arguments: "{" }] },
  "a file without content": { input: [user("Hi"), user([noFile])] },
  "an output with a file without content": { input: [whole, { ...output, output: [noFile] }] },
};

const cat = { type: "text", text: "a cat" };
const picture = { type: "image_url", image_url: { url: image.image_url } };

/** Inputs of embeddings, with how their vectors are wanted. */
export const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a text": { input: "Hello, world" },
  "several texts as base64": { input: ["one", "two three", "¿…?"], encoding_format: "base64" },
  "a text in few dimensions": { input: "Hello", dimensions: 8 },
  "a text with a picture": { input: [{ content: [cat, picture] }, "a cat"] },
};

const documents = ["The bridge of Oslo", { text: "Feeding a sourdough starter" }, "…", "a starter"];
const starter = { query: "How do I feed a sourdough starter?", documents };

/** Requests to rerank, without the model. */
export const rankings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "texts and objects": starter,
  "the best two": { ...starter, top_n: 2 },
  "more than there are": { ...starter, top_n: 20 },
  "no documents back": { ...starter, return_documents: false },
  "a query without words": { ...starter, query: "?!" },
  "many documents": { query: "7", documents: Array.from({ length: 250 }, (_, at) => `${at % 10}`) },
};
