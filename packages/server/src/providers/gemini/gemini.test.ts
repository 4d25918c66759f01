import { describe, expect, it } from "vitest";
import {
  ask,
  emptyEmbedCall,
  events,
  settingsOf,
  spoken,
  upstreamOf,
} from "../../../test/providers/sample.ts";
import { createProvider } from "../index.ts";

const kind = "gemini";
const candidate = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
});
const used = {
  usageMetadata: {
    promptTokenCount: 5,
    toolUsePromptTokenCount: 2,
    candidatesTokenCount: 3,
    thoughtsTokenCount: 4,
    cachedContentTokenCount: 1,
  },
};

describe("a stream of Gemini", () => {
  const whole = events(
    candidate([{ text: "Hm", thought: true }]),
    { ...candidate([{ text: "Grüß " }, { text: "Gott" }]), usageMetadata: { trafficType: "X" } },
    candidate([
      { functionCall: { name: "weather", args: { city: "Rome" }, id: "x1" } },
      { functionCall: { name: "time" } },
    ]),
    { ...candidate([{ text: "" }], "STOP"), ...used },
  );
  const parts = [
    ["reasoning", "Hm"],
    ["text", "Grüß "],
    ["text", "Gott"],
    ["call", "0", "weather", "x1"],
    ["arguments", "0", '{"city":"Rome"}'],
    ["call", "1", "time", undefined],
    ["arguments", "1", "{}"],
    ["usage", 7, 7],
    ["finish", "stop"],
  ];

  it("is thoughts, text, parallel calls, use and one finish", async () => {
    const answer = await ask({ kind, body: whole });
    expect(spoken(answer)).toEqual(parts);
    expect(answer.usage).toEqual({ input: 7, output: 7, cached: 1, written: 0, reasoning: 4 });
  });

  it("is the same byte by byte, with CRLF, and as a JSON array", async () => {
    expect(spoken(await ask({ kind, body: whole, size: 1 }))).toEqual(parts);
    const crlf = whole.replaceAll("\n", "\r\n");
    expect(spoken(await ask({ kind, body: crlf, size: 5 }))).toEqual(parts);
    const array = `[${whole.replaceAll("data: ", "").trim().split("\n\n").join(",")}]`;
    expect(spoken(await ask({ kind, body: array }))).toEqual(parts);
  });

  it("puts arguments together that come in pieces", async () => {
    const piece = (partialArgs: readonly object[] | undefined, willContinue?: true) =>
      candidate([{ functionCall: { partialArgs, willContinue } }]);
    const body = events(
      candidate([{ functionCall: { name: "order", willContinue: true } }]),
      piece([{ jsonPath: "$.items[0].name", stringValue: "ap", willContinue: true }], true),
      piece([{ jsonPath: "$.items[0].name", stringValue: "ple" }], true),
      piece([{ jsonPath: "$.items[0].price", numberValue: 0.5 }], true),
      piece(undefined, true),
      piece([{ jsonPath: "$['a.b']", boolValue: false }]),
      candidate([{ functionCall: { name: "next", willContinue: true } }]),
      candidate([{ functionCall: {} }], "STOP"),
    );
    const { calls } = await ask({ kind, body });
    expect(calls.map((call) => call.arguments)).toEqual([
      { items: [{ name: "apple", price: 0.5 }], "a.b": false },
      {},
    ]);
  });

  it.each(["$.a[99]", "$", "$.a[0].b"])(
    "refuses the piece at %s that fits nowhere",
    async (path) => {
      const body = events(
        candidate([{ functionCall: { name: "f", willContinue: true } }]),
        candidate([
          {
            functionCall: {
              partialArgs: [
                { jsonPath: "$.a.b", stringValue: "x" },
                { jsonPath: path, stringValue: "x" },
              ],
            },
          },
        ]),
      );
      expect((await ask({ kind, body })).error?.failure).toBe("malformed");
    },
  );

  it("keeps a path's prototype names as plain keys", async () => {
    const path = "$.__proto__.polluted";
    const body = events(
      candidate([{ functionCall: { name: "f", willContinue: true } }]),
      candidate([{ functionCall: { partialArgs: [{ jsonPath: path, boolValue: true }] } }], "STOP"),
    );
    const { calls } = await ask({ kind, body });
    expect(JSON.stringify(calls[0]?.arguments)).toBe('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it.each([
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content_filter"],
    ["RECITATION", "content_filter"],
    ["PROHIBITED_CONTENT", "content_filter"],
    ["SPII", "content_filter"],
  ])("that ends with %s finishes with %s", async (reason, expected) => {
    const body = events(candidate([{ text: "A" }]), candidate([], reason));
    expect((await ask({ kind, body })).finish).toBe(expected);
  });

  it.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"])(
    "that ends with %s fails before a call of it is passed on",
    async (reason) => {
      const body = events(candidate([{ functionCall: { name: "f", args: {} } }], reason));
      const answer = await ask({ kind, body });
      expect(answer.parts).toEqual([]);
      expect(answer.error).toMatchObject({ failure: "malformed" });
    },
  );

  it("whose prompt was blocked finishes with content_filter", async () => {
    const blocked = { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: used };
    expect((await ask({ kind, body: events(blocked) })).finish).toBe("content_filter");
    expect((await ask({ kind, body: JSON.stringify(blocked) })).finish).toBe("content_filter");
  });

  it("takes the first of several candidates", async () => {
    const body = events(
      { candidates: [{ index: 1, content: { parts: [{ text: "no" }] } }] },
      { candidates: [{ index: 0, content: { parts: [{ text: "yes" }] }, finishReason: "STOP" }] },
    );
    expect((await ask({ kind, body })).text).toBe("yes");
  });

  it.each([
    [{ code: 429, status: "RESOURCE_EXHAUSTED" }, "rateLimited"],
    [{ code: 503, status: "UNAVAILABLE" }, "overloaded"],
    [{ code: 400, status: "INVALID_ARGUMENT" }, "rejected"],
  ])("that breaks off with %j fails as %s after what was said", async (error, failure) => {
    const body = events(candidate([{ text: "Half" }]), { error: { ...error, message: "No." } });
    const answer = await ask({ kind, body });
    expect([answer.text, answer.finish, answer.error?.failure]).toEqual([
      "Half",
      undefined,
      failure,
    ]);
  });

  it("without a reason at its end is cut", async () => {
    for (const breaks of [true, false]) {
      const answer = await ask({ kind, body: events(candidate([{ text: "Half" }])), breaks });
      expect([answer.finish, answer.error?.failure]).toEqual([undefined, "cut"]);
    }
  });
});

describe("a plain answer of Gemini", () => {
  it("without any candidate is no answer", async () => {
    const { error } = await ask({ kind, body: JSON.stringify(used) });
    expect(error?.failure).toBe("malformed");
  });

  it("tells a bad key, an unknown model and a quota apart, and when to come again", async () => {
    const key = {
      error: { code: 400, status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] },
    };
    const refused = await ask({ kind, status: 400, body: JSON.stringify(key) });
    expect(refused.error?.failure).toBe("credential");
    const unknown = { error: { code: 404, status: "NOT_FOUND", message: "models/x is not found" } };
    const missing = await ask({ kind, status: 404, body: JSON.stringify(unknown) });
    expect(missing.error?.failure).toBe("modelNotFound");
    const quota = { error: { code: 429, details: [{ retryDelay: "18s" }] } };
    const limited = await ask({ kind, status: 429, body: JSON.stringify(quota) });
    expect(limited.error).toMatchObject({ failure: "rateLimited", retryAfterMs: 18_000 });
  });
});

describe("a request to Gemini", () => {
  it.each([
    [
      true,
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:streamGenerateContent?alt=sse",
    ],
    [false, "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent"],
  ])("names model and method in its address (stream %s)", async (stream, url) => {
    const { upstream } = await ask({ kind, body: "{}", call: { model: "gemini-x", stream } });
    expect(upstream.requests[0]).toMatchObject({
      url,
      headers: { "x-goog-api-key": "secret-key" },
    });
  });
});

describe("embeddings of Gemini", () => {
  it("are asked for in batches of a hundred, and come in the order of the inputs", async () => {
    const inputs = Array.from({ length: 250 }, (_, place) => ({
      type: "text" as const,
      text: String(place),
    }));
    const asked: unknown[] = [];
    const provider = createProvider(settingsOf(kind), {
      ...upstreamOf({ kind, body: "" }),
      request(request) {
        const { requests }: { requests: { content: { parts: { text: string }[] } }[] } = JSON.parse(
          String(request.body),
        );
        asked.push(requests.length);
        const embeddings = requests.map(({ content }) => ({
          values: [Number(content.parts[0]?.text), 0.25],
        }));
        const body = JSON.stringify({ embeddings, usageMetadata: { promptTokenCount: 3 } });
        return upstreamOf({ kind, body }).request(request);
      },
    });
    const embedded = await provider.embed?.(
      { ...emptyEmbedCall, inputs, dimensions: 2, inputType: "search_query" },
      new AbortController().signal,
    );
    const firsts = embedded?.vectors.map((vector) =>
      vector.format === "decimal" ? JSON.parse(String(Buffer.concat(vector.pieces)))[0] : undefined,
    );
    expect(asked).toEqual([100, 100, 50]);
    expect(firsts).toEqual(inputs.map(({ text }) => Number(text)));
    expect(embedded?.inputTokens).toBe(9);
  });

  it("carry purpose, dimensions and images", async () => {
    const upstream = upstreamOf({ kind, body: '{"embeddings":[{"values":[1]}]}' });
    const provider = createProvider(settingsOf(kind), upstream);
    const content = [
      { type: "text" as const, text: "logo" },
      { type: "image" as const, url: "data:image/png;base64,iVBORw0KGgo=" },
    ];
    await provider.embed?.(
      {
        ...emptyEmbedCall,
        model: "gemini-embedding-2",
        inputs: [{ type: "multimodal", content }],
        dimensions: 1,
        inputType: "search_query",
      },
      new AbortController().signal,
    );
    expect(upstream.asked).toEqual([
      {
        requests: [
          {
            model: "models/gemini-embedding-2",
            content: {
              parts: [
                { text: "logo" },
                { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
              ],
            },
            taskType: "RETRIEVAL_QUERY",
            outputDimensionality: 1,
          },
        ],
      },
    ]);
  });
});
