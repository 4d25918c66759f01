/** What client libraries send unasked is accepted: found by watching them, listed here one form at a time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Asking, post, replyOf } from "./read-chat.ts";

const user = { role: "user", content: "Repeat exactly: good morning" };
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const asked = { role: "assistant", content: null, tool_calls: [call] };
const tool = { type: "function", function: { name: "f", parameters: { type: "object" } } };
const answered = (content: unknown) => ({
  role: "tool",
  tool_call_id: "call_1",
  name: "f",
  content,
});

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway("");
});

afterAll(() => gateway.close());

const accepted = async (fields: object, asking: Asking = {}) =>
  replyOf(await post(gateway, { model: "sandbox/text", messages: [user], ...fields }, asking));

const nullable = [
  ...["stream", "stream_options", "usage", "max_tokens", "max_completion_tokens", "temperature"],
  ...["top_p", "top_k", "min_p", "top_a", "presence_penalty", "frequency_penalty", "seed", "stop"],
  ...["repetition_penalty", "logit_bias", "logprobs", "top_logprobs", "n", "tools", "tool_choice"],
  ...["functions", "function_call", "parallel_tool_calls", "response_format", "reasoning", "user"],
  ...["reasoning_effort", "include_reasoning", "service_tier", "session_id", "prompt_cache_key"],
  ...["prompt_cache_retention", "metadata", "provider", "models", "route", "plugins", "transforms"],
  ...["modalities", "audio", "prediction", "store", "web_search_options", "verbosity", "trace"],
];

describe("a chat request is accepted", () => {
  it("with null for every optional field, together and one by one", async () => {
    await accepted(Object.fromEntries(nullable.map((name) => [name, null])));
    for (const name of nullable) await accepted({ [name]: null });
  });

  it.each<[string, unknown[]]>([
    ...["", null, "Hi", [{ type: "text", text: "Hi" }], []].flatMap(
      (content): [string, unknown[]][] => [
        [
          `an assistant that says ${JSON.stringify(content)}`,
          [{ role: "assistant", content }, user],
        ],
        [`a result of ${JSON.stringify(content)}`, [asked, answered(content), user]],
      ],
    ),
    [
      "an assistant without content",
      [{ role: "assistant", tool_calls: [call] }, answered("1"), user],
    ],
    ["a result without content", [asked, { role: "tool", tool_call_id: "call_1" }, user]],
    [
      "an assistant with the fields that libraries add",
      [
        {
          ...{ ...asked, refusal: null, audio: null, annotations: null, parsed: null, name: "bot" },
          ...{ index: 0, function_call: null, tool_calls: [{ ...call, index: 0 }] },
          ...{ reasoning: null, reasoning_details: null, provider_specific_fields: null },
        },
        ...[answered("1"), user],
      ],
    ],
    [
      "an assistant with parsed output",
      [{ role: "assistant", content: "{}", parsed: { a: 1 } }, user],
    ],
    [
      "thoughts of another gateway",
      [
        {
          ...{ role: "assistant", content: "Hm.", reasoning: "I think." },
          reasoning_details: [
            {
              type: "reasoning.text",
              text: "I think.",
              signature: "ErUB",
              format: "anthropic-claude-v1",
              index: 0,
            },
            {
              type: "reasoning.encrypted",
              data: "gAAA",
              id: "rs_1",
              format: "openai-responses-v1",
            },
            { type: "reasoning.server_tool_call", arguments: "{}", result: "", tool_name: "t" },
          ],
        },
        user,
      ],
    ],
    [
      "thoughts as plain text",
      [{ role: "assistant", content: "Hm.", reasoning_content: "I think." }, user],
    ],
    ["a user's name", [{ ...user, name: "ann" }]],
    [
      "an image by its address alone",
      [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: "https://example.com/a.png" },
            { type: "text", text: "?" },
          ],
        },
      ],
    ],
    [
      "instructions in parts, marked for a cache",
      [
        {
          role: "system",
          content: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
        },
        user,
      ],
    ],
  ])("with %s", async (_, messages) => {
    const reply = await accepted({ messages, tools: [tool], tool_choice: "none" });
    expect(reply.choices[0]?.finish_reason).toBe("stop");
  });

  it.each<[string, object]>([
    [
      "a strict schema with $schema",
      {
        response_format: {
          type: "json_schema",
          json_schema: {
            name: "n",
            strict: true,
            schema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object" },
          },
        },
      },
    ],
    [
      "strict tools",
      { tools: [{ type: "function", function: { ...tool.function, strict: true } }] },
    ],
    [
      "tools of other types",
      { tools: [{ type: "web_search" }, { type: "custom", custom: { name: "c" } }, tool] },
    ],
    ["options of usage", { stream_options: { include_usage: true }, usage: { include: true } }],
    [
      "OpenRouter's own fields",
      {
        plugins: [],
        transforms: [],
        route: "fallback",
        trace: { id: "t" },
        debug: {},
        session_id: "s",
      },
    ],
    [
      "OpenAI's own fields",
      {
        safety_identifier: "s",
        prompt_cache_key: "k",
        store: false,
        verbosity: "low",
        modalities: ["text"],
        metadata: { a: "b" },
        user: "u",
        service_tier: "auto",
      },
    ],
    ["thoughts wished for", { reasoning_effort: "medium", include_reasoning: true }],
    [
      "providers as editors wish them",
      { provider: { data_collection: "disallow", zdr: true, order: ["sandbox"] } },
    ],
    ["stop texts", { stop: ["a", "b", "c", "d"] }],
    ["logprobs", { logprobs: true, top_logprobs: 5, logit_bias: { "50256": -100 } }],
  ])("with %s", async (_, fields) => {
    await accepted(fields);
  });

  it("with the headers that clients send", async () => {
    await accepted(
      {},
      {
        headers: {
          ...{
            "x-session-id": "s",
            "x-session-affinity": "a",
            "http-referer": "https://example.com",
          },
          ...{ "x-title": "T", "x-openrouter-title": "T", "x-stainless-lang": "js" },
        },
      },
    );
  });
});
