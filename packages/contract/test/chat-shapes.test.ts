/** Chat requests that real clients send must fit, and what is refused must not: found by sending them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { explain, resolveIn, told } from "../src/explain.ts";
import { loadDocument } from "../src/index.ts";

const document = loadDocument();
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(document, "contract");
const validate = ajv.getSchema("contract#/components/schemas/ChatRequest");

type Fields = Record<string, unknown>;
const user = { role: "user", content: "Hello" };
const fits = (fields: Fields) => validate?.({ model: "m", messages: [user], ...fields }) === true;
const chatRequest = document.components.schemas["ChatRequest"] ?? {};
const refusal = (fields: Fields): string => {
  const body = { model: "m", messages: [user], ...fields };
  const problem = explain(chatRequest, body, resolveIn(document));
  return problem === null ? "" : told(problem).message;
};
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const assistant = (fields: Fields) => ({ messages: [user, { role: "assistant", ...fields }] });
const result = (fields: Fields) => ({
  messages: [user, { role: "tool", tool_call_id: "call_1", ...fields }],
});
const nothing: unknown = null;
const optional = Object.keys(chatRequest.properties ?? {}).filter(
  (name) => name !== "model" && name !== "messages",
);

describe("a chat request", () => {
  test.each<[string, Fields]>([
    ["null for every optional field", Object.fromEntries(optional.map((name) => [name, nothing]))],
    ...["", null, "Hi", [{ type: "text", text: "Hi" }]].flatMap((content): [string, Fields][] => [
      [`an assistant's content ${JSON.stringify(content)}`, assistant({ content })],
      [`a result ${JSON.stringify(content)}`, result({ content })],
    ]),
    ["an assistant without content", assistant({ tool_calls: [call] })],
    ["a result without content", result({})],
    ["a result with a name", result({ content: "1", name: "f" })],
    [
      "an assistant's message as it came",
      assistant({
        ...{ content: null, refusal: null, audio: null, annotations: null, parsed: null, index: 0 },
        ...{ tool_calls: [{ ...call, index: 0 }], reasoning: null, function_call: null },
      }),
    ],
    ["an assistant's refusal", assistant({ content: [{ type: "refusal", refusal: "No." }] })],
    ["a call without type", assistant({ tool_calls: [{ ...call, type: undefined }] })],
    [
      "details of an unknown type, with nulls",
      assistant({
        reasoning_details: [
          { type: "reasoning.server_tool_call", arguments: "{}", result: "", tool_name: "t" },
          { type: "reasoning.text", text: null, signature: null, id: null, format: null },
        ],
      }),
    ],
    ["reasoning_content", assistant({ reasoning_content: "Hm." })],
    [
      "an image by its address alone",
      {
        messages: [{ role: "user", content: [{ type: "image_url", image_url: "https://a.b/c" }] }],
      },
    ],
    [
      "marks for a cache",
      {
        messages: [
          {
            role: "system",
            content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }],
          },
        ],
        tools: [
          {
            type: "function",
            function: { name: "f" },
            cache_control: { type: "ephemeral", ttl: "1h" },
          },
        ],
      },
    ],
    [
      "a schema with $schema",
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "n", strict: true, schema: { $schema: "http://json-schema.org" } },
        },
      },
    ],
    [
      "fields that clients send unasked",
      {
        ...{
          plugins: [],
          transforms: [],
          route: "fallback",
          trace: {},
          debug: {},
          modalities: ["text"],
        },
        ...{
          prediction: { type: "content", content: "x" },
          safety_identifier: "s",
          verbosity: "low",
        },
        ...{ usage: { include: true }, stream_options: { include_usage: true }, store: false },
        ...{
          include_reasoning: true,
          prompt_cache_key: "k",
          session_id: "s",
          service_tier: "auto",
        },
        provider: { zdr: true, data_collection: "disallow" },
      },
    ],
    [
      "a tool of another type",
      { tools: [{ type: "web_search" }, { type: "custom", custom: { name: "c" } }] },
    ],
    ["an empty list of stop texts", { stop: [] }],
    ["no functions", { functions: [] }],
  ])("may have %s", (_, fields) => {
    expect(fits(fields), refusal(fields)).toBe(true);
  });

  test.each<[string, Fields, string]>([
    ["no messages", { messages: [] }, "messages must not be empty."],
    ["an unknown role", { messages: [{ role: "robot", content: "" }] }, "messages[0].role must be"],
    ["a user without content", { messages: [{ role: "user" }] }, "messages[0].content is required"],
    [
      "an unknown part",
      { messages: [{ role: "user", content: [{ type: "x" }] }] },
      "content[0].type",
    ],
    ["two answers", { n: 2 }, "n must be 1 or left out: a request has one answer."],
    [
      "a grammar",
      { response_format: { type: "grammar", grammar: "" } },
      "response_format.type must",
    ],
    [
      "a schema without a name",
      { response_format: { type: "json_schema", json_schema: {} } },
      "name",
    ],
    ["functions", { functions: [{ name: "f" }] }, "functions must be empty or left out"],
    ["five stop texts", { stop: ["a", "b", "c", "d", "e"] }, "stop must have at most 4 items"],
    ["a temperature above 2", { temperature: 2.1 }, "temperature must be at most 2"],
    ["a top_logprobs above 20", { top_logprobs: 21 }, "top_logprobs must be at most 20"],
    ["a long session", { session_id: "s".repeat(257) }, "session_id must have at most 256"],
    [
      "a long name",
      { tools: [{ type: "function", function: { name: "f".repeat(65) } }] },
      "at most 64",
    ],
    [
      "a flat tool choice",
      { tool_choice: { type: "function", name: "f" } },
      "tool_choice.function",
    ],
    [
      "a call without id",
      assistant({ tool_calls: [{ function: call.function }] }),
      "tool_calls[0].id",
    ],
  ])("must not have %s", (_, fields, message) => {
    expect(fits(fields)).toBe(false);
    expect(refusal(fields)).toContain(message);
  });
});
