/** Bodies that real clients send must fit, and what the interface forbids must not: found by sending them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../src/index.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(loadDocument(), "contract");

function fits(schema: string, value: unknown): boolean {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`);
  if (validate === undefined) throw new Error(`There is no schema ${schema}.`);
  return validate(value) === true;
}

const conversation = (...input: unknown[]) => ({ model: "acme/writer", input });
const spoken = [{ type: "output_text", text: "Bonjour !" }];
const asked = [{ type: "input_text", text: "Hello" }];
const roles = ["user", "assistant", "system", "developer"];

describe("4.5.1 an assistant message with a content array", () => {
  const message = { type: "message", role: "assistant", content: spoken };

  test("fits with id and status", () => {
    expect(
      fits("ResponseRequest", conversation({ ...message, id: "a", status: "completed" })),
    ).toBe(true);
  });

  test.each([
    ["neither id nor status", {}],
    ["no status", { id: "a" }],
    ["no id", { status: "completed" }],
    ["a null id", { id: null, status: "completed" }],
    ["an unknown status", { id: "a", status: "finished" }],
    ["no id, no status and no parts", { content: [] }],
  ])("does not fit with %s", (_, fields) => {
    expect(fits("ResponseRequest", conversation({ ...message, ...fields }))).toBe(false);
  });
});

describe("the shorter forms of messages", () => {
  test.each(roles)("fit for the role %s", (role) => {
    expect(fits("ResponseRequest", conversation({ role, content: "Hello" }))).toBe(true);
    expect(fits("ResponseRequest", conversation({ type: "message", role, content: "Hello" }))).toBe(
      true,
    );
    expect(fits("ResponseRequest", conversation({ role, content: asked }))).toBe(true);
  });

  test("fit for an assistant's parts without type", () => {
    expect(fits("ResponseRequest", conversation({ role: "assistant", content: spoken }))).toBe(
      true,
    );
  });

  test.each(["system", "developer"])("fit for typed parts of the role %s", (role) => {
    const message = { type: "message", role, content: asked, id: "m" };
    expect(fits("ResponseRequest", conversation(message))).toBe(true);
  });

  test("do not fit for an unknown role", () => {
    expect(fits("ResponseRequest", conversation({ role: "robot", content: "Hello" }))).toBe(false);
  });
});

describe("a response request", () => {
  const request = { model: "acme/writer", input: "Hello" };

  test.each([
    ["unknown fields", { client_metadata: { a: 1 }, prompt_cache_key: "k", service_tier: "auto" }],
    ["empty values", { include: [], text: {}, reasoning: {}, user: "", tools: [], metadata: {} }],
    [
      "null for every optional field",
      {
        stream: null,
        max_output_tokens: null,
        temperature: null,
        top_p: null,
        tools: null,
        tool_choice: null,
        instructions: null,
        metadata: null,
        parallel_tool_calls: null,
        include: null,
        truncation: null,
        previous_response_id: null,
        store: null,
        user: null,
        text: null,
        reasoning: null,
        provider: null,
      },
    ],
    ["tools of other types", { tools: [{ type: "web_search" }, { type: "namespace", name: "n" }] }],
    [
      "a strict, a lax and a bare function",
      {
        tools: [true, false, null].map((strict) => ({
          type: "function",
          name: "f",
          strict,
          description: null,
        })),
      },
    ],
    ["tool_choice required", { tool_choice: "required" }],
    [
      "a function call without id",
      {
        input: [{ type: "function_call", call_id: "c", name: "f", arguments: "{}" }],
      },
    ],
    [
      "a function call output with id and status",
      {
        input: [
          { type: "function_call_output", call_id: "c", output: "", id: "o", status: "completed" },
        ],
      },
    ],
    [
      "a user message with id",
      { input: [{ type: "message", role: "user", content: asked, id: "u" }] },
    ],
  ])("may have %s", (_, fields) => {
    expect(fits("ResponseRequest", { ...request, ...fields })).toBe(true);
  });

  test.each([
    ["a temperature above 2", { temperature: 2.01 }],
    ["a temperature below 0", { temperature: -0.01 }],
    ["a top_p above 1", { top_p: 1.01 }],
    ["a fraction of a token", { max_output_tokens: 1.5 }],
    ["an unknown tool choice", { tool_choice: "any" }],
    ["a function without a name", { tools: [{ type: "function" }] }],
    ["a reference to nothing", { input: [{ type: "item_reference" }] }],
    ["no input", { input: undefined }],
  ])("must not have %s", (_, fields) => {
    expect(fits("ResponseRequest", { ...request, ...fields })).toBe(false);
  });
});

describe("an embeddings request", () => {
  const request = { model: "acme/embed", input: "Hello" };
  const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };

  test.each([
    ["no encoding_format", {}],
    ["encoding_format base64", { encoding_format: "base64" }],
    ["null for every optional field", { encoding_format: null, provider: null, user: null }],
    ["2048 texts", { input: Array(2048).fill("x") }],
    ["an image alone", { input: [{ content: [image] }] }],
    ["unknown fields", { input_type: "query", provider: { quantizations: ["fp8"] } }],
  ])("may have %s", (_, fields) => {
    expect(fits("EmbeddingsRequest", { ...request, ...fields })).toBe(true);
  });

  test.each([
    ["no texts", { input: [] }],
    ["an empty string", { input: "" }],
    ["an empty string among others", { input: ["x", ""] }],
    ["2049 texts", { input: Array(2049).fill("x") }],
    ["texts and objects mixed", { input: ["x", { content: [image] }] }],
    ["an object without parts", { input: [{ content: [] }] }],
    ["an unknown encoding_format", { encoding_format: "int8" }],
    ["an unknown data policy", { provider: { data_collection: "sometimes" } }],
    ["no model", { model: undefined }],
  ])("must not have %s", (_, fields) => {
    expect(fits("EmbeddingsRequest", { ...request, ...fields })).toBe(false);
  });
});

describe("a stream event", () => {
  test("that does not exist does not fit", () => {
    expect(fits("StreamEvent", { type: "response.cancelled", sequence_number: 0 })).toBe(false);
  });

  test("announces no finished response", () => {
    const finished = { id: "r", object: "response", status: "completed" };
    const event = { type: "response.created", sequence_number: 0, response: finished };
    expect(fits("StreamEvent", event)).toBe(false);
  });
});
