import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEvents, post } from "./read-events.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

const say = "Repeat exactly: good morning";
const request = { model: "sandbox/text", input: say };
const user = { role: "user", content: say };
const call = { type: "function_call", call_id: "c1", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "c1", output: "done" };
const parameters = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {},
};

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway("");
});

afterAll(() => gateway.close());

/** Forms that common clients send beyond the specified interface. Refusing one would break its client. */
const forms: Readonly<Record<string, object>> = {
  "unknown fields": {
    service_tier: "auto",
    include: ["x"],
    client_metadata: { a: 1 },
    prompt_cache_key: "k",
    max_tool_calls: 3,
    background: false,
  },
  "null for every optional field": {
    stream: null,
    max_output_tokens: null,
    temperature: null,
    top_p: null,
    tools: null,
    tool_choice: null,
    instructions: null,
    metadata: null,
    parallel_tool_calls: null,
    reasoning: null,
    text: null,
    user: null,
    store: null,
    truncation: null,
    previous_response_id: null,
    conversation: null,
    prompt: null,
    include: null,
    provider: null,
  },
  "empty values": {
    user: "",
    text: {},
    reasoning: {},
    include: [],
    tools: [],
    metadata: {},
    instructions: "",
    provider: {},
  },
  "what shapes the text": {
    text: { format: { type: "text" }, verbosity: "low" },
    store: true,
    truncation: "auto",
  },
  "items without a type": { input: [user] },
  "parts of the other side in a short message": {
    input: [{ role: "assistant", content: [{ type: "output_text", text: "a" }] }, user],
  },
  "a short assistant message": {
    input: [{ type: "message", role: "assistant", content: "a" }, user],
  },
  "system and developer messages": {
    input: [
      { role: "system", content: "a" },
      { role: "developer", content: [{ type: "input_text", text: "b" }] },
      user,
    ],
  },
  "a user message with id and status": {
    input: [
      {
        type: "message",
        role: "user",
        id: "u",
        status: "completed",
        content: [{ type: "input_text", text: say }],
      },
    ],
  },
  "a call without an id": { input: [user, call, output, user] },
  "an output with id and status": {
    input: [
      user,
      { ...call, id: "fc_1", status: "completed" },
      { ...output, id: "o", status: "completed" },
      user,
    ],
  },
  "a trace of thoughts": {
    input: [user, { type: "reasoning", id: "r", summary: [], encrypted_content: "x" }, user],
  },
  "tools of other types": {
    tools: [
      { type: "web_search" },
      { type: "namespace", name: "n", tools: [] },
      { type: "function", name: "a", parameters },
    ],
  },
  "tools in every form": {
    tool_choice: "none",
    tools: [
      { type: "function", name: "a", strict: true, description: null, parameters },
      { type: "function", name: "b", strict: null },
      { type: "function", name: "c", parameters: null },
    ],
  },
};

const headers: Readonly<Record<string, Record<string, string>>> = {
  "Accept: application/json": { accept: "application/json" },
  "Accept with weights": { accept: "application/json;q=1, text/event-stream;q=0" },
  "an empty cookie": { cookie: "" },
  "the names of an app": {
    "http-referer": "https://example.com",
    "x-title": "T",
    "x-openrouter-title": "T",
    "x-openrouter-categories": "c",
    "x-openrouter-callmodel": "true",
    "x-service-title": "T",
  },
};

describe("a request for a response", () => {
  it.each(Object.entries(forms))("is taken with %s", async (_, form) => {
    const response = await post(gateway, { ...request, ...form });
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.json()).toMatchObject({
      status: "completed",
      output_text: "good morning",
    });
  });

  it.each(Object.entries(headers))("streams with %s", async (_, more) => {
    const response = await post(gateway, { ...request, stream: true }, { headers: more });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(parseEvents(await response.text()).at(-1)).toBe("[DONE]");
  });

  it.each([
    [
      "an item_reference",
      { input: [{ type: "item_reference", id: "msg_1" }] },
      "input[0] is an item_reference",
    ],
    ["a previous_response_id", { previous_response_id: "resp_1" }, "previous_response_id"],
    ["a kept conversation", { conversation: "conv_1" }, "conversation"],
    ["a kept prompt", { prompt: { id: "pmpt_1" } }, "prompt"],
  ])("a request with %s is refused with a clear message", async (_, form, named) => {
    const response = await post(gateway, { ...request, ...form });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(named);
  });
});
