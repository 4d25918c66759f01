/** Bodies of `POST /messages` that real clients send must fit, and what could not be served must not. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../src/index.ts";

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(loadDocument(), "contract");

function fits(schema: string, value: unknown): boolean {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`);
  if (validate === undefined) throw new Error(`There is no schema ${schema}.`);
  return validate(value) === true;
}

const messages = [{ role: "user", content: "Hello" }];
const request = { model: "acme/writer", max_tokens: 64, messages };
const said = (role: string, ...content: unknown[]) => ({ messages: [{ role, content }] });
const mark = { type: "ephemeral", ttl: "1h" };
const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
const picture = { type: "base64", media_type: "image/png", data: "AAAA" };

describe("a request for a message", () => {
  test.each([
    ["a system prompt as text", { system: "Be brief." }],
    [
      "a system prompt of marked blocks",
      { system: [{ type: "text", text: "a", cache_control: mark }] },
    ],
    ["thinking with a budget", { thinking: { type: "enabled", budget_tokens: 1024 } }],
    ["adaptive thinking", { thinking: { type: "adaptive", display: "omitted" } }],
    ["thinking switched off", { thinking: { type: "disabled" } }],
    ["thinking of a kind to come", { thinking: { type: "between_tools", words: 3 } }],
    [
      "effort and a format",
      { output_config: { effort: "high", format: { type: "json_schema", schema } } },
    ],
    [
      "unknown fields",
      { context_management: { edits: [] }, speed: "fast", fallbacks: ["a"], container: null },
    ],
    ["a thread, which is refused later", { thread: { type: "create" } }],
    ["a service tier", { service_tier: "auto" }],
    ["an end user", { metadata: { user_id: "u", more: 1 } }],
    ["sampling", { temperature: 1, top_p: 0.5, top_k: 40, stop_sequences: ["\n"] }],
    ["a mark at the top", { cache_control: { type: "ephemeral" } }],
    [
      "null for every optional field",
      {
        ...{ system: null, stream: null, tools: null, tool_choice: null, thinking: null },
        ...{ stop_sequences: null, temperature: null, top_p: null, top_k: null, metadata: null },
        ...{ output_config: null, service_tier: null, cache_control: null, thread: null },
        ...{ models: null, session_id: null, provider: null },
      },
    ],
    [
      "tools of every kind",
      {
        tools: [
          { name: "f", input_schema: schema, eager_input_streaming: true },
          { type: "custom", name: "g", input_schema: schema, cache_control: mark },
          { type: null, name: "h", description: null, input_schema: schema, strict: true },
          { type: "web_search_20260318", name: "web_search", max_uses: 2 },
        ],
      },
    ],
    ["any tool", { tool_choice: { type: "any" } }],
    ["no tool", { tool_choice: { type: "none" } }],
    ["one tool", { tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true } }],
    ["a message of the system", said("system", { type: "text", text: "Now be brief." })],
    ["an image", said("user", { type: "image", source: picture })],
    [
      "an image at an address",
      said("user", { type: "image", source: { type: "url", url: "https://a.b/c" } }),
    ],
    [
      "a file that the provider keeps",
      said("user", { type: "image", source: { type: "file", file_id: "f" } }),
    ],
    [
      "a document",
      said("user", {
        type: "document",
        source: picture,
        title: null,
        citations: { enabled: true },
      }),
    ],
    [
      "a text document",
      said("user", {
        type: "document",
        source: { type: "text", media_type: "text/plain", data: "a" },
      }),
    ],
    [
      "thoughts",
      said(
        "assistant",
        { type: "thinking", thinking: "", signature: "a" },
        { type: "redacted_thinking", data: "b" },
      ),
    ],
    ["a thought without a signature", said("assistant", { type: "thinking", thinking: "Hm." })],
    [
      "a call",
      said("assistant", {
        type: "tool_use",
        id: "c",
        name: "f",
        input: {},
        caller: { type: "direct" },
      }),
    ],
    [
      "results of every kind",
      said(
        "user",
        { type: "tool_result", tool_use_id: "a" },
        { type: "tool_result", tool_use_id: "b", content: "text", is_error: true },
        { type: "tool_result", tool_use_id: "c", content: [{ type: "image", source: picture }] },
        {
          type: "tool_result",
          tool_use_id: "d",
          content: [{ type: "tool_reference", tool_name: "f" }],
        },
      ),
    ],
    [
      "unknown blocks",
      said("assistant", { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
    ],
    ["an empty text", said("user", { type: "text", text: "" })],
    ["no blocks", said("user")],
  ])("may have %s", (_, fields) => {
    expect(fits("MessagesRequest", { ...request, ...fields })).toBe(true);
  });

  test.each([
    ["no messages at all", { messages: undefined }],
    ["no messages", { messages: [] }],
    ["no max_tokens", { max_tokens: undefined }],
    ["no tokens at all", { max_tokens: 0 }],
    ["an unknown role", { messages: [{ role: "robot", content: "Hello" }] }],
    ["a message without content", { messages: [{ role: "user" }] }],
    ["a text block without text", said("user", { type: "text" })],
    ["an image without a source", said("user", { type: "image" })],
    ["a result of no call", said("user", { type: "tool_result", content: "a" })],
    [
      "a call whose input is text",
      said("assistant", { type: "tool_use", id: "a", name: "f", input: "{}" }),
    ],
    [
      "a call inside a result",
      said("user", {
        type: "tool_result",
        tool_use_id: "a",
        content: [{ type: "tool_use", id: "b", name: "f", input: {} }],
      }),
    ],
    ["a tool without a schema", { tools: [{ name: "f" }] }],
    ["a tool without a name", { tools: [{ type: "custom", input_schema: schema }] }],
    ["an unknown tool choice", { tool_choice: { type: "perhaps" } }],
    ["a forced tool without a name", { tool_choice: { type: "tool" } }],
    ["thinking without its budget", { thinking: { type: "enabled" } }],
    ["a temperature above 2", { temperature: 2.01 }],
    ["a mark of another length", { cache_control: { type: "ephemeral", ttl: "2h" } }],
  ])("must not have %s", (_, fields) => {
    expect(fits("MessagesRequest", { ...request, ...fields })).toBe(false);
  });

  test("may be counted without max_tokens", () => {
    expect(fits("MessagesConversation", { ...request, max_tokens: undefined })).toBe(true);
  });
});
