import { describe, expect, it } from "vitest";
import { ask, events, spoken } from "../../../test/providers/sample.ts";

const start = {
  type: "message_start",
  message: { usage: { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 } },
};
const delta = (index: number, value: object) => ({
  type: "content_block_delta",
  index,
  delta: value,
});
const begin = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const end = (index: number) => ({ type: "content_block_stop", index });
const finish = (reason: string, usage: object = { output_tokens: 7 }) => [
  { type: "message_delta", delta: { stop_reason: reason }, usage },
  { type: "message_stop" },
];
const text = (index: number, ...pieces: readonly string[]) => [
  begin(index, { type: "text", text: "" }),
  ...pieces.map((piece) => delta(index, { type: "text_delta", text: piece })),
  end(index),
];
/** The carrier of a thought, as `spoken` tells it. */
const signed = (block: object) => ["carrier", "anthropic", "thought", JSON.stringify(block)];

describe("a summary of the context, which Anthropic bills apart", () => {
  const iterations = [
    { type: "compaction", input_tokens: 180, output_tokens: 35, cache_read_input_tokens: 2 },
    { type: "message", input_tokens: 9, output_tokens: 7 },
  ];
  const message = { input_tokens: 9, cache_read_input_tokens: 4 };

  it("counts in a stream and in one piece", async () => {
    const whole = JSON.stringify({
      content: [{ type: "text", text: "Hi" }],
      stop_reason: "end_turn",
      usage: { ...message, output_tokens: 7, iterations },
    });
    for (const [body, stream] of [
      [
        events(start, ...text(0, "Hi"), ...finish("end_turn", { output_tokens: 7, iterations })),
        true,
      ],
      [whole, false],
    ] as const) {
      const { parts } = await ask({ kind: "anthropic", body, call: { stream } });
      expect(parts.filter(({ type }) => type === "usage").at(-1)).toMatchObject({
        usage: { inputTokens: 13 + 182, cachedInputTokens: 6, outputTokens: 7 + 35 },
      });
    }
  });
});

describe("a stream of Anthropic", () => {
  const whole = events(
    start,
    { type: "ping" },
    begin(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "H" }),
    delta(0, { type: "thinking_delta", thinking: "m" }),
    delta(0, { type: "signature_delta", signature: "x" }),
    end(0),
    ...text(1, "Grüß", " Gott"),
    begin(2, { type: "tool_use", id: "toolu_1", name: "weather", input: {} }),
    delta(2, { type: "input_json_delta", partial_json: '{"city":' }),
    delta(2, { type: "input_json_delta", partial_json: '"Rome"}' }),
    end(2),
    begin(3, { type: "tool_use", id: "toolu_2", name: "time", input: {} }),
    end(3),
    { type: "an_event_of_tomorrow", index: 1 },
    ...finish("tool_use"),
  );
  const parts = [
    ["usage", 13, 1],
    ["reasoning", "H"],
    ["reasoning", "m"],
    signed({ type: "thinking", thinking: "Hm", signature: "x" }),
    ["text", "Grüß"],
    ["text", " Gott"],
    ["call", "2", "weather", "toolu_1"],
    ["arguments", "2", '{"city":'],
    ["arguments", "2", '"Rome"}'],
    ["call", "3", "time", "toolu_2"],
    ["arguments", "3", "{}"],
    ["usage", 13, 7],
    ["finish", "stop"],
  ];

  it("is thoughts, text, parallel calls, use and one finish", async () => {
    expect(spoken(await ask({ kind: "anthropic", body: whole }))).toEqual(parts);
  });

  it("is the same byte by byte and with CRLF", async () => {
    expect(spoken(await ask({ kind: "anthropic", body: whole, size: 1 }))).toEqual(parts);
    const body = whole.replaceAll("\n", "\r\n");
    expect(spoken(await ask({ kind: "anthropic", body, size: 3 }))).toEqual(parts);
  });

  it("gives thoughts without words as carriers in their place", async () => {
    const redacted = { type: "redacted_thinking", data: "EmwKAhgB" };
    const body = events(
      start,
      begin(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "signature_delta", signature: "sig-1" }),
      end(0),
      begin(1, redacted),
      end(1),
      begin(2, { type: "tool_use", id: "toolu_1", name: "time", input: {} }),
      end(2),
      ...finish("tool_use"),
    );
    const answer = await ask({ kind: "anthropic", body });
    expect(spoken(answer).slice(1, 4)).toEqual([
      signed({ type: "thinking", thinking: "", signature: "sig-1" }),
      signed(redacted),
      ["call", "2", "time", "toolu_1"],
    ]);
  });

  it("that breaks off within a thought has no carrier for it", async () => {
    const body = events(
      start,
      begin(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "Half" }),
    );
    const { parts } = await ask({ kind: "anthropic", body });
    expect(parts.map(({ type }) => type)).toEqual(["usage", "reasoning"]);
  });

  it("leaves out the input of tools that run upstream", async () => {
    const body = events(
      start,
      begin(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      delta(0, { type: "input_json_delta", partial_json: '{"query":"x"}' }),
      end(0),
      ...text(1, "Found."),
      ...finish("end_turn"),
    );
    const answer = await ask({ kind: "anthropic", body });
    expect([answer.text, answer.calls, answer.finish]).toEqual(["Found.", [], "stop"]);
  });

  it.each([
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content_filter"],
    ["stop_sequence", "stop"],
  ])("that stops by %s finishes with %s", async (reason, expected) => {
    const body = events(start, ...text(0, "A"), ...finish(reason));
    expect((await ask({ kind: "anthropic", body })).finish).toBe(expected);
  });

  it.each([
    ["overloaded_error", "overloaded"],
    ["rate_limit_error", "rateLimited"],
    ["api_error", "overloaded"],
    ["invalid_request_error", "rejected"],
  ])("that breaks off with %s fails as %s after what was said", async (type, failure) => {
    const error = { type: "error", error: { type, message: "No." } };
    const body = events(start, ...text(0, "Half"), error);
    for (const size of [1, 10_000]) {
      const answer = await ask({ kind: "anthropic", body, size });
      expect([answer.text, answer.finish]).toEqual(["Half", undefined]);
      expect(answer.error).toMatchObject({ failure, message: "No." });
    }
  });

  it("without its last event is cut, however it ended", async () => {
    const body = events(start, ...text(0, "Half"), finish("end_turn")[0]);
    for (const breaks of [true, false]) {
      const answer = await ask({ kind: "anthropic", body, breaks });
      expect(answer.finish).toBeUndefined();
      expect(answer.error?.failure).toBe("cut");
    }
  });

  it("that is no JSON is malformed", async () => {
    const answer = await ask({ kind: "anthropic", body: "data: {nonsense}\n\n" });
    expect(answer.error?.failure).toBe("malformed");
  });
});

describe("a plain answer of Anthropic", () => {
  it("is read, even where a stream was asked for", async () => {
    const body = JSON.stringify({
      type: "message",
      content: [
        { type: "thinking", thinking: "Hm", signature: "sig-1" },
        { type: "redacted_thinking", data: "EmwKAhgB" },
        { type: "text", text: "Hi" },
        { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 3, cache_creation_input_tokens: 5, output_tokens: 2 },
    });
    const answer = await ask({ kind: "anthropic", body });
    expect(spoken(answer)).toEqual([
      ["reasoning", "Hm"],
      signed({ type: "thinking", thinking: "Hm", signature: "sig-1" }),
      signed({ type: "redacted_thinking", data: "EmwKAhgB" }),
      ["text", "Hi"],
      ["call", "3", "f", "toolu_1"],
      ["arguments", "3", '{"a":1}'],
      ["usage", 8, 2],
      ["finish", "stop"],
    ]);
  });

  it.each([
    [400, "invalid_request_error", "rejected"],
    [401, "authentication_error", "credential"],
    [404, "not_found_error", "modelNotFound"],
    [413, "request_too_large", "tooLarge"],
    [429, "rate_limit_error", "rateLimited"],
    [500, "api_error", "overloaded"],
    [529, "overloaded_error", "overloaded"],
  ])("with status %d fails as %s → %s", async (status, type, failure) => {
    const body = JSON.stringify({ type: "error", error: { type, message: "because" } });
    const headers = { "retry-after": "7" };
    const { error } = await ask({ kind: "anthropic", body, status, headers });
    expect(error).toMatchObject({ failure, status, retryAfterMs: 7_000 });
    expect(error?.message).not.toContain("secret-key");
  });

  it("that is an error or nothing known under a 200 is a failure", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const overloaded = await ask({ kind: "anthropic", body: JSON.stringify(error) });
    expect(overloaded.error?.failure).toBe("overloaded");
    const strange = await ask({ kind: "anthropic", body: '{"hello":"world"}' });
    expect(strange.error?.failure).toBe("malformed");
  });
});

describe("a request to Anthropic", () => {
  it("goes to the operator's address with the key and the version", async () => {
    const settings = { baseUrl: "http://127.0.0.1:9/v1/", headers: { "x-extra": "1" } };
    const { upstream } = await ask({ kind: "anthropic", body: "{}", settings });
    expect(upstream.requests[0]).toMatchObject({
      url: "http://127.0.0.1:9/v1/messages",
      headers: {
        "x-api-key": "secret-key",
        "anthropic-version": "2023-06-01",
        "x-extra": "1",
      },
    });
  });

  it("uses a workspace's own key in place of the operator's", async () => {
    const call = { credential: "own-key" };
    const { upstream } = await ask({ kind: "anthropic", body: "{}", call });
    expect(upstream.requests[0]?.headers).toMatchObject({ "x-api-key": "own-key" });
  });
});
