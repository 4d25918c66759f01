import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { fakeUpstream, json } from "../../../test/wire/fake-upstream.ts";
import { wireSamples } from "../../../test/wire/samples.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { createProvider } from "../index.ts";
import type { ProviderSettings } from "../provider.ts";

const text = (value: string) => [{ type: "text" as const, text: value }];
const call: RespondCall = {
  model: "gpt-4.1",
  requestId: "request-1",
  stream: false,
  conversation: [{ type: "message", role: "user", content: text("Hello") }],
  tools: [],
  toolChoice: "auto",
};
const embedding: EmbedCall = {
  model: "small",
  requestId: "request-1",
  encoding: "float",
  truncate: false,
  inputs: [{ type: "text", text: "a" }],
};

/** What is asked of the upstream: of text, else of embeddings. */
async function asked(
  kind: string,
  given: RespondCall | EmbedCall,
  options: ProviderSettings["options"] = {},
  suffix = "",
) {
  const whole = wireSamples.find((sample) => sample.kind === kind)?.whole;
  await using server = await fakeUpstream(
    json(
      200,
      "inputs" in given ? { data: [{ embedding: [1], index: 0 }], embeddings: [[1]] } : whole,
    ),
  );
  const upstream = createUpstream();
  const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000, totalMs: 5_000 };
  const provider = createProvider(
    {
      name: "example",
      kind,
      baseUrl: `${server.url}${suffix}`,
      apiKey: "key-1",
      timeouts,
      options,
    },
    upstream,
  );
  const signal = new AbortController().signal;
  if ("inputs" in given) await provider.embed?.(given, signal);
  else
    for await (const _ of provider.respond?.(given, signal) ?? []) {
      // Only the request matters.
    }

  await upstream.close();
  const [request] = server.asked;
  return {
    path: request?.path,
    headers: request?.headers ?? {},
    body: JSON.parse(request?.body ?? ""),
  };
}

describe("a request for a response of OpenAI", () => {
  it("carries the conversation as items, and is stored nowhere", async () => {
    const { path, headers, body } = await asked(
      "openai",
      {
        ...call,
        instructions: "Be brief.",
        conversation: [
          { type: "message", role: "developer", content: text("Use tools.") },
          {
            type: "message",
            role: "user",
            content: [
              ...text("Look:"),
              { type: "image", url: "https://example.com/a.png" },
              { type: "file", filename: "a.pdf", data: "JVBERi0=" },
              { type: "file", url: "https://example.com/b.pdf" },
            ],
          },
          { type: "message", role: "assistant", content: text("I see.") },
          { type: "call", callId: "a", name: "f", arguments: "" },
          { type: "result", callId: "a", output: text("1") },
        ],
      },
      { organization: "org-1", project: "project-1" },
    );
    expect(path).toBe("/responses");
    expect(headers).toMatchObject({
      authorization: "Bearer key-1",
      "openai-organization": "org-1",
      "openai-project": "project-1",
      "x-client-request-id": "request-1",
    });
    expect(body).toEqual({
      model: "gpt-4.1",
      instructions: "Be brief.",
      store: false,
      input: [
        { role: "developer", content: "Use tools." },
        {
          role: "user",
          content: [
            { type: "input_text", text: "Look:" },
            { type: "input_image", image_url: "https://example.com/a.png", detail: "auto" },
            {
              type: "input_file",
              filename: "a.pdf",
              file_data: "data:application/pdf;base64,JVBERi0=",
            },
            { type: "input_file", file_url: "https://example.com/b.pdf" },
          ],
        },
        { role: "assistant", content: "I see." },
        { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: "a", output: "1" },
      ],
    });
  });

  it("translates what has an equivalent and leaves out the rest", async () => {
    const { body } = await asked("openai", {
      ...call,
      tools: [{ name: "f", strict: true }, { name: "g" }],
      toolChoice: { name: "g" },
      parallelToolCalls: false,
      maxOutputTokens: 64,
      temperature: 0.5,
      topK: 40,
      seed: 7,
      stop: ["END"],
      presencePenalty: 1,
      reasoning: { effort: "low" },
      textFormat: { type: "json_schema", name: "answer", schema: { type: "object" } },
      user: "user-1",
    });
    const parameters = { type: "object", properties: {} };
    expect(body).toEqual({
      model: "gpt-4.1",
      store: false,
      input: [{ role: "user", content: "Hello" }],
      tools: [
        { type: "function", name: "f", strict: true, parameters },
        { type: "function", name: "g", strict: false, parameters },
      ],
      tool_choice: { type: "function", name: "g" },
      parallel_tool_calls: false,
      max_output_tokens: 64,
      temperature: 0.5,
      text: { format: { type: "json_schema", name: "answer", schema: { type: "object" } } },
      user: "user-1",
    });
  });

  it("asks a reasoning model for effort, not for sampling", async () => {
    const { body } = await asked("openai", {
      ...call,
      model: "gpt-5-nano",
      temperature: 0.5,
      topP: 0.5,
      reasoning: { effort: "low" },
    });
    expect(body).toMatchObject({ reasoning: { effort: "low" } });
    expect(body).not.toHaveProperty("temperature");
    expect(body).not.toHaveProperty("top_p");
  });

  it.each([
    ["openai", "gpt-5-nano", { text: { verbosity: "low" } }],
    ["openai", "gpt-4.1", {}],
    ["azure", "gpt-5-nano", { verbosity: "low" }],
    ["azure", "gpt-4.1", {}],
    ["openai-compatible", "gpt-5-nano", {}],
  ])("of %s asks %s for few words where it can", async (kind, model, fields) => {
    const { body } = await asked(kind, { ...call, model, verbosity: "low" });
    expect({ text: body.text, verbosity: body.verbosity }).toEqual(fields);
  });

  it("does not carry the operator's organisation along with a workspace's own credential", async () => {
    const own = { ...call, credential: "key-2" };
    const { headers } = await asked("openai", own, { organization: "org-1" });
    expect(headers["authorization"]).toBe("Bearer key-2");
    expect(headers).not.toHaveProperty("openai-organization");
  });

  it("may carry further headers of the operator", async () => {
    const { body } = await asked("openai", call, { extra_body: { prompt_cache_retention: "24h" } });
    expect(body).toHaveProperty("prompt_cache_retention", "24h");
  });
});

describe("a request to Azure", () => {
  it.each([
    ["", {}, "/openai/v1/chat/completions"],
    ["/openai/v1/", {}, "/openai/v1/chat/completions"],
    ["", { api: "responses" }, "/openai/v1/responses"],
    [
      "",
      { api_version: "2024-10-21" },
      "/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21",
    ],
    [
      "/models",
      { api_version: "2024-05-01-preview" },
      "/models/chat/completions?api-version=2024-05-01-preview",
    ],
  ])("below %j with %j goes to %s", async (suffix, options, expected) => {
    const { path, headers } = await asked("azure", call, options, suffix);
    expect(path).toBe(expected);
    expect(headers["api-key"]).toBe("key-1");
  });

  it("carries a token of Entra ID as one", async () => {
    const own = { ...call, credential: "eyJhbGciOi.eyJhdWQi.c2ln" };
    const { headers } = await asked("azure", own);
    expect(headers["authorization"]).toBe("Bearer eyJhbGciOi.eyJhdWQi.c2ln");
    expect(headers).not.toHaveProperty("api-key");
  });

  it("asks for usage only where the version knows it", async () => {
    const streaming = { ...call, stream: true };
    expect((await asked("azure", streaming)).body).toHaveProperty("stream_options");
    const old = await asked("azure", streaming, { api_version: "2023-07-01-preview" });
    expect(old.body).not.toHaveProperty("stream_options");
  });
});

describe("a request to Ollama", () => {
  it("is in its own dialect", async () => {
    const { path, body } = await asked("ollama", {
      ...call,
      model: "qwen3",
      instructions: "Be brief.",
      conversation: [
        {
          type: "message",
          role: "user",
          content: [...text("Look:"), { type: "image", url: "data:image/png;base64,iVBORw0KGgo=" }],
        },
        { type: "call", callId: "a", name: "f", arguments: '{"x":1}' },
        { type: "result", callId: "a", output: text("1") },
      ],
      tools: [{ name: "f" }],
      maxOutputTokens: 5,
      topK: 40,
      reasoning: { effort: "none" },
      textFormat: { type: "json_object" },
    });
    expect(path).toBe("/api/chat");
    expect(body).toMatchObject({
      model: "qwen3",
      stream: false,
      think: false,
      format: "json",
      options: { num_predict: 5, top_k: 40 },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Look:", images: ["iVBORw0KGgo="] },
        {
          role: "assistant",
          content: "",
          tool_calls: [{ function: { name: "f", arguments: { x: 1 } } }],
        },
        { role: "tool", tool_name: "f", content: "1" },
      ],
      tools: [{ type: "function", function: { name: "f" } }],
    });
  });

  it("offers no tool that shall not be called", async () => {
    const tools = [{ name: "f" }, { name: "g" }];
    expect((await asked("ollama", { ...call, tools, toolChoice: "none" })).body).not.toHaveProperty(
      "tools",
    );
    const { body } = await asked("ollama", { ...call, tools, toolChoice: { name: "g" } });
    expect(body.tools).toMatchObject([{ function: { name: "g" } }]);
  });
});

describe("a request for embeddings", () => {
  it.each([
    ["openai", {}, "base64"],
    ["azure", {}, "base64"],
    ["mistral", {}, "float"],
    ["openai-compatible", {}, "float"],
    ["openai-compatible", { preset: "vllm" }, "base64"],
    ["openai-compatible", { base64_embeddings: true }, "base64"],
  ])(
    "of %s with %j asks for %s where base64 was asked for, else for float",
    async (kind, options, encoding) => {
      const call = { ...embedding, dimensions: 1 };
      const { body } = await asked(kind, { ...call, encoding: "base64" }, options);
      expect(body).toMatchObject({ model: "small", input: ["a"], encoding_format: encoding });
      const numbers = await asked(kind, { ...call, encoding: "float" }, options);
      expect(numbers.body).toMatchObject({ encoding_format: "float" });
      expect(body[kind === "mistral" ? "output_dimension" : "dimensions"]).toBe(1);
    },
  );

  it("of Ollama is in its own dialect", async () => {
    const { path, body } = await asked("ollama", embedding);
    expect([path, body]).toEqual(["/api/embed", { model: "small", input: ["a"], truncate: false }]);
  });

  it("carries images where the vendor takes them", async () => {
    const image = { type: "image" as const, url: "https://example.com/a.png" };
    const inputs = [
      { type: "multimodal" as const, content: [{ type: "text" as const, text: "a" }, image] },
    ];
    const { body } = await asked(
      "openai-compatible",
      { ...embedding, inputs },
      { preset: "openrouter" },
    );
    expect(body.input).toEqual([
      {
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: { url: image.url } },
        ],
      },
    ]);
    await expect(asked("openai", { ...embedding, inputs })).rejects.toMatchObject({
      failure: "rejected",
    });
    const alone = [{ type: "multimodal" as const, content: [image] }];
    const jina = await asked(
      "openai-compatible",
      { ...embedding, inputs: alone },
      { preset: "jina" },
    );
    expect(jina.body.input).toEqual([{ image: image.url }]);
  });
});
