import { describe, expect, it } from "vitest";
import { eventFrame, exceptionFrame, frame } from "../../../test/providers/frames.ts";
import {
  ask,
  emptyEmbedCall,
  settingsOf,
  spoken,
  upstreamOf,
} from "../../../test/providers/sample.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import { createProvider } from "../index.ts";

const kind = "bedrock";
const text = (value: string) =>
  eventFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: value } });
const stop = (stopReason: string) => eventFrame("messageStop", { stopReason });
const metadata = eventFrame("metadata", {
  usage: { inputTokens: 3, outputTokens: 4, cacheReadInputTokens: 5, cacheWriteInputTokens: 6 },
});
/** The carrier of one of Claude's thoughts, as `spoken` tells it. */
const signed = (block: object) => ["carrier", "anthropic", "thought", JSON.stringify(block)];

describe("a stream of Bedrock", () => {
  const whole = Buffer.concat([
    eventFrame("messageStart", { role: "assistant" }),
    eventFrame("contentBlockDelta", {
      contentBlockIndex: 0,
      delta: { reasoningContent: { text: "Hm" } },
    }),
    text("Grüß"),
    eventFrame("contentBlockStop", { contentBlockIndex: 0 }),
    eventFrame("contentBlockStart", {
      contentBlockIndex: 1,
      start: { toolUse: { toolUseId: "tooluse_a", name: "weather" } },
    }),
    eventFrame("contentBlockDelta", {
      contentBlockIndex: 1,
      delta: { toolUse: { input: '{"city":"Rome"}' } },
    }),
    eventFrame("contentBlockStop", { contentBlockIndex: 1 }),
    eventFrame("contentBlockStart", {
      contentBlockIndex: 2,
      start: { toolUse: { toolUseId: "tooluse_b", name: "time" } },
    }),
    eventFrame("contentBlockStop", { contentBlockIndex: 2 }),
    stop("tool_use"),
    metadata,
  ]);

  it("is thoughts, text, parallel calls, use and one finish, at any size of reads", async () => {
    for (const size of [1, 13, 100_000]) {
      const answer = await ask({ kind, body: whole, size });
      expect(spoken(answer)).toEqual([
        ["reasoning", "Hm"],
        ["carrier", "bedrock", "thought", '{"reasoningText":{"text":"Hm"}}'],
        ["text", "Grüß"],
        ["call", "1", "weather", "tooluse_a"],
        ["arguments", "1", '{"city":"Rome"}'],
        ["call", "2", "time", "tooluse_b"],
        ["arguments", "2", "{}"],
        ["usage", 14, 4],
        ["finish", "stop"],
      ]);
      expect(answer.usage).toMatchObject({ cached: 5, written: 6 });
    }
  });

  it("gives Claude's thoughts as its own dialect would", async () => {
    const reasoning = (index: number, reasoningContent: object) =>
      eventFrame("contentBlockDelta", {
        contentBlockIndex: index,
        delta: { reasoningContent },
      });
    const stopped = (contentBlockIndex: number) =>
      eventFrame("contentBlockStop", { contentBlockIndex });
    const body = Buffer.concat([
      reasoning(0, { text: "H" }),
      reasoning(0, { text: "m" }),
      reasoning(0, { signature: "sig-1" }),
      stopped(0),
      reasoning(1, { redactedContent: Buffer.from("EmwKAhgB").toString("base64") }),
      stopped(1),
      eventFrame("contentBlockDelta", { contentBlockIndex: 2, delta: { text: "Hi" } }),
      stop("end_turn"),
      metadata,
    ]);
    const call = { model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" };
    for (const size of [1, 100_000]) {
      const answer = await ask({ kind, body, size, call });
      expect(spoken(answer).slice(0, 5)).toEqual([
        ["reasoning", "H"],
        ["reasoning", "m"],
        signed({ type: "thinking", thinking: "Hm", signature: "sig-1" }),
        signed({ type: "redacted_thinking", data: "EmwKAhgB" }),
        ["text", "Hi"],
      ]);
    }
  });

  it.each([
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["guardrail_intervened", "content_filter"],
    ["content_filtered", "content_filter"],
    ["stop_sequence", "stop"],
  ])(
    "that stops by %s finishes with %s, even where the use is missing",
    async (reason, expected) => {
      for (const rest of [[metadata], []]) {
        const body = Buffer.concat([text("A"), stop(reason), ...rest]);
        expect((await ask({ kind, body })).finish).toBe(expected);
      }
    },
  );

  it("whose model wrote an invalid call is malformed", async () => {
    const { error } = await ask({ kind, body: stop("malformed_tool_use") });
    expect(error?.failure).toBe("malformed");
  });

  it.each([
    ["throttlingException", "rateLimited"],
    ["serviceUnavailableException", "overloaded"],
    ["internalServerException", "overloaded"],
    ["modelStreamErrorException", "overloaded"],
    ["validationException", "rejected"],
    ["accessDeniedException", "credential"],
  ])("that breaks off with %s fails as %s after what was said", async (type, failure) => {
    const body = Buffer.concat([text("Half"), exceptionFrame(type, "because")]);
    const answer = await ask({ kind, body });
    expect([answer.text, answer.finish]).toEqual(["Half", undefined]);
    // What is said of a credential may repeat a part of it.
    const message = failure === "credential" ? "The provider refused the credential." : "because";
    expect(answer.error).toMatchObject({ failure, message });
  });

  it("that breaks off with an error unknown to the model of the API fails too", async () => {
    const headers = {
      ":message-type": "error",
      ":error-code": "InternalError",
      ":error-message": "x",
    };
    const { error } = await ask({ kind, body: frame(headers, {}) });
    expect(error).toMatchObject({ failure: "overloaded", message: "x" });
  });

  it("without its stop is cut, between messages and inside one", async () => {
    const body = Buffer.concat([text("Half"), stop("end_turn")]);
    for (const end of [text("Half").length, body.length - 3])
      for (const breaks of [true, false]) {
        const answer = await ask({ kind, body: body.subarray(0, end), breaks });
        expect([answer.text, answer.finish, answer.error?.failure]).toEqual([
          "Half",
          undefined,
          "cut",
        ]);
      }
  });

  it("that is damaged is malformed after what was said", async () => {
    const body = Buffer.concat([text("Half"), stop("end_turn")]);
    body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
    const answer = await ask({ kind, body });
    expect([answer.text, answer.error?.failure]).toEqual(["Half", "malformed"]);
  });
});

describe("a plain answer of Bedrock", () => {
  it("is read with its thoughts and calls", async () => {
    const content = [
      { reasoningContent: { reasoningText: { text: "Hm", signature: "x" } } },
      { text: "Hi" },
      { toolUse: { toolUseId: "tooluse_a", name: "f", input: { a: 1 } } },
    ];
    const body = JSON.stringify({
      output: { message: { role: "assistant", content } },
      stopReason: "tool_use",
      usage: { inputTokens: 1, outputTokens: 2 },
    });
    const call = { stream: false, model: "anthropic.claude-3-7-sonnet-20250219-v1:0" };
    expect(spoken(await ask({ kind, body, call }))).toEqual([
      ["reasoning", "Hm"],
      signed({ type: "thinking", thinking: "Hm", signature: "x" }),
      ["text", "Hi"],
      ["call", "2", "f", "tooluse_a"],
      ["arguments", "2", '{"a":1}'],
      ["usage", 1, 2],
      ["finish", "stop"],
    ]);
  });

  it.each([
    [400, "rejected"],
    [403, "credential"],
    [429, "rateLimited"],
    [500, "overloaded"],
    [503, "overloaded"],
  ])("with status %d fails as %s", async (status, failure) => {
    const { error } = await ask({ kind, status, body: '{"message":"because"}' });
    expect(error).toMatchObject({ failure, status });
  });
});

describe("a request to Bedrock", () => {
  const key = JSON.stringify({ access_key_id: "AKID", secret_access_key: "very-secret" });

  it.each([
    [true, "converse-stream"],
    [false, "converse"],
  ])("names model and operation in its address (stream %s)", async (stream, operation) => {
    const call = { stream, model: "us.anthropic.claude-haiku-4-5-20251001-v1:0" };
    const settings = { options: { region: "eu-central-1" } };
    const { upstream } = await ask({ kind, body: "{}", call, settings });
    expect(upstream.requests[0]?.url).toBe(
      `https://bedrock-runtime.eu-central-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/${operation}`,
    );
  });

  it("carries an API key as a bearer token, and a signature for an access key", async () => {
    const bearer = await ask({ kind, body: "{}" });
    expect(bearer.upstream.requests[0]?.headers).toMatchObject({
      authorization: "Bearer secret-key",
    });
    const signed = await ask({ kind, body: "{}", settings: { apiKey: key } });
    const headers = signed.upstream.requests[0]?.headers ?? {};
    expect(headers["authorization"]).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date/,
    );
    expect(JSON.stringify(signed.upstream.requests)).not.toContain("very-secret");
  });

  it("uses a workspace's own key and region, but no region that is none", async () => {
    const own = (region: string) =>
      JSON.stringify({ AccessKeyId: "OWN", SecretAccessKey: "s", SessionToken: "t", region });
    const { upstream } = await ask({ kind, body: "{}", call: { credential: own("ap-south-1") } });
    expect(upstream.requests[0]).toMatchObject({
      url: expect.stringContaining("bedrock-runtime.ap-south-1.amazonaws.com"),
      headers: { "x-amz-security-token": "t" },
    });
    const call = { credential: own("evil.example#") };
    const guarded = await ask({ kind, body: "{}", call });
    expect(guarded.upstream.requests[0]?.url).toContain("bedrock-runtime.us-east-1.amazonaws.com");
  });

  it.each(['{"access_key_id":"AKID"}', '{"secret":"very-secret"', "{}"])(
    "is never sent with the unusable credential %j",
    async (apiKey) => {
      const { error, upstream } = await ask({ kind, body: "{}", settings: { apiKey } });
      expect(error?.failure).toBe("credential");
      expect(error?.message).not.toContain("very-secret");
      expect(upstream.requests).toEqual([]);
    },
  );

  it("speaks Claude's own dialect where the operator says so", async () => {
    const wrapped = (event: object) =>
      eventFrame("chunk", { bytes: Buffer.from(JSON.stringify(event)).toString("base64") });
    const body = Buffer.concat(
      [
        { type: "message_start", message: { usage: { input_tokens: 1 } } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        {
          type: "message_delta",
          delta: { stop_reason: "max_tokens" },
          usage: { output_tokens: 2 },
        },
        { type: "message_stop", "amazon-bedrock-invocationMetrics": {} },
      ].map(wrapped),
    );
    const settings = { options: { api: "invoke" } };
    const call = { model: "anthropic.claude-3-haiku-20240307-v1:0" };
    const answer = await ask({ kind, body, settings, call });
    expect([answer.text, answer.finish]).toEqual(["Hi", "length"]);
    expect(answer.upstream.requests[0]?.url).toMatch(/invoke-with-response-stream$/);
    expect(answer.upstream.asked[0]).toMatchObject({ anthropic_version: "bedrock-2023-05-31" });
  });
});

describe("embeddings of Bedrock", () => {
  const embed = async (call: Partial<EmbedCall>, body: object, headers = {}) => {
    const upstream = upstreamOf({ kind, body: JSON.stringify(body), headers });
    const embedded = await createProvider(settingsOf(kind), upstream).embed?.(
      { ...emptyEmbedCall, ...call },
      new AbortController().signal,
    );
    return { upstream, embedded };
  };
  const inputs = [
    { type: "text" as const, text: "a" },
    { type: "text" as const, text: "b" },
  ];

  it("of Titan are asked for one by one", async () => {
    const call = { model: "amazon.titan-embed-text-v2:0", inputs, dimensions: 2 };
    const { upstream, embedded } = await embed(call, { embedding: [1, 2], inputTextTokenCount: 3 });
    expect(upstream.asked).toEqual([
      { inputText: "a", dimensions: 2 },
      { inputText: "b", dimensions: 2 },
    ]);
    expect(embedded?.vectors).toHaveLength(2);
    expect(embedded?.inputTokens).toBe(6);
  });

  it.each([
    ["by type", { embeddings: { float: [[1], [2]] } }],
    ["as a bare list", { embeddings: [[1], [2]] }],
  ])("of Cohere come %s, counted by Bedrock", async (_, body) => {
    const headers = { "x-amzn-bedrock-input-token-count": "7" };
    const call = { model: "cohere.embed-english-v3", inputs };
    const { upstream, embedded } = await embed(call, body, headers);
    expect(upstream.asked).toMatchObject([{ texts: ["a", "b"], input_type: "search_document" }]);
    expect(embedded?.vectors.map(({ dimensions }) => dimensions)).toEqual([1, 1]);
    expect(embedded?.inputTokens).toBe(7);
  });

  it("of images are those of the model that knows them", async () => {
    const image = { type: "image" as const, url: "data:image/png;base64,iVBORw0KGgo=" };
    const input = { type: "multimodal" as const, content: [image] };
    const call = { inputs: [input], model: "amazon.titan-embed-image-v1", dimensions: 256 };
    const { upstream } = await embed(call, { embedding: [1] });
    expect(upstream.asked[0]).toEqual({
      inputImage: "iVBORw0KGgo=",
      embeddingConfig: { outputEmbeddingLength: 256 },
    });
    const refused = embed({ inputs: [input], model: "amazon.titan-embed-text-v2:0" }, {});
    await expect(refused).rejects.toMatchObject({ failure: "rejected" });
  });

  it("of Nova are a text or an image for a purpose", async () => {
    const image = (url: string) => ({
      type: "multimodal" as const,
      content: [{ type: "image" as const, url }],
    });
    const call = {
      model: "us.amazon.nova-2-multimodal-embeddings-v1:0",
      inputs: [
        { type: "text" as const, text: "a" },
        image("data:image/png;base64,iVBORw0KGgo="),
        image("s3://bucket/a.webp"),
      ],
      inputType: "search_query",
      expectedDimensions: 2,
    };
    const body = { embeddings: [{ embeddingType: "TEXT", embedding: [0.5, -0.25] }] };
    const headers = { "x-amzn-bedrock-input-token-count": "7" };
    const { upstream, embedded } = await embed(call, body, headers);
    const asked = (content: object) => ({
      taskType: "SINGLE_EMBEDDING",
      singleEmbeddingParams: {
        embeddingPurpose: "GENERIC_RETRIEVAL",
        embeddingDimension: 2,
        ...content,
      },
    });
    expect(upstream.asked).toEqual([
      asked({ text: { truncationMode: "NONE", value: "a" } }),
      asked({ image: { format: "png", source: { bytes: "iVBORw0KGgo=" } } }),
      asked({ image: { format: "webp", source: { s3Location: { uri: "s3://bucket/a.webp" } } } }),
    ]);
    expect(embedded?.vectors.map(({ dimensions }) => dimensions)).toEqual([2, 2, 2]);
    expect(embedded?.inputTokens).toBe(21);
  });

  it.each([
    ["a text with an image", ["a", "data:image/png;base64,iVBORw0KGgo="]],
    ["two images", ["data:image/png;base64,iVBORw0KGgo=", "data:image/gif;base64,R0lGOD=="]],
    ["an image by its address", ["https://example.com/a.png"]],
    ["an image of another kind", ["data:image/tiff;base64,AAAA"]],
  ])("of Nova are refused for %s", async (_, values) => {
    const content = values.map((value) =>
      value.includes(":")
        ? { type: "image" as const, url: value }
        : { type: "text" as const, text: value },
    );
    const call = {
      model: "amazon.nova-2-multimodal-embeddings-v1:0",
      inputs: [{ type: "multimodal" as const, content }],
    };
    await expect(embed(call, {})).rejects.toMatchObject({ failure: "rejected" });
  });
});
