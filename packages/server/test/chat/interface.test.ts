import type { Schema } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { errorOf, post, readStream, replyOf } from "./read-chat.ts";

const user = (content: string) => ({ role: "user", content });
const said = "good morning";
const request = { model: "sandbox/text", messages: [user(`Repeat exactly: ${said}`)] };
const weather = {
  type: "function",
  function: {
    name: "get_weather",
    parameters: {
      ...{ type: "object", properties: { location: { type: "string" } } },
      required: ["location"],
    },
  },
};
const question = user("What is the weather in Paris and in Rome?");
const asksTwice = { model: "sandbox/text", messages: [question], tools: [weather] };

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway("");
});

afterAll(() => gateway.close());

const create = async (body: object) => replyOf(await post(gateway, body));
const stream = async (body: object) => {
  const response = await post(gateway, { ...body, stream: true });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  return readStream(await response.text());
};
const callsOf = ({ choices }: Schema<"ChatReply">) =>
  (choices[0]?.message.tool_calls ?? []).filter((call) => call.type === "function");

describe("a chat completion", () => {
  it("has the fields that client libraries require", async () => {
    const reply = await create(request);
    expect(reply).toMatchObject({
      ...{ object: "chat.completion", model: "sandbox/text", provider: "sandbox" },
      ...{ id: expect.stringMatching(/^gen-/), created: expect.any(Number) },
      system_fingerprint: null,
      choices: [
        {
          ...{ index: 0, finish_reason: "stop", logprobs: null },
          message: { role: "assistant", content: said, refusal: null },
        },
      ],
    });
    expect(reply.choices[0]?.message).not.toHaveProperty("tool_calls");
    expect(reply.choices[0]?.message).not.toHaveProperty("reasoning_details");
  });

  it("tells its usage and its cost, which is what is charged", async () => {
    const response = await post(gateway, request);
    const { id, usage } = await replyOf(response);
    const { prompt_tokens, completion_tokens, total_tokens, cost } = usage;
    expect(prompt_tokens + completion_tokens).toBe(total_tokens);
    expect(cost).toBe(Number(response.headers.get("x-portico-cost")));
    expect(response.headers.get("x-generation-id")).toBe(id);
    const row = await gateway.rowOf({ generationId: id });
    expect(row).toMatchObject({
      ...{ operation: "chat", state: "settled", inputTokens: prompt_tokens },
      ...{ outputTokens: completion_tokens, chargedNanousd: Math.round(cost * 1e9) },
    });
    expect(cost).toBeGreaterThan(0);
    const { upstream_inference_prompt_cost: input, upstream_inference_completions_cost: output } =
      usage.cost_details ?? {};
    expect(Number(input) + Number(output)).toBeCloseTo(cost, 9);
    expect(usage).toMatchObject({
      ...{ is_byok: false, cost_details: { upstream_inference_cost: null } },
    });
  });

  it("may be answered by another of the models that it names, which the reply says", async () => {
    const models = ["sandbox/fail-529", "sandbox/text"];
    const response = await post(gateway, { ...request, model: "sandbox/fail-529", models });
    expect((await replyOf(response)).model).toBe("sandbox/text");
    expect(response.headers.get("x-portico-notice")).toContain("sandbox/text answered in place");
  });

  it("says which parameters were left out, because the provider has none like them", async () => {
    const noticeOf = async (fields: object) =>
      (await post(gateway, { ...request, ...fields })).headers.get("x-portico-notice");
    const unknown = { stop: ["END"], logprobs: true, seed: 1, verbosity: "low" };
    const known = { max_tokens: 50, service_tier: "flex" };
    for (const stream of [false, true])
      expect(await noticeOf({ ...unknown, ...known, stream })).toBe(
        "Left out, because the provider has no such parameter: logprobs, seed, stop, verbosity.",
      );
    expect(await noticeOf({ temperature: 0, logprobs: false, stop: null })).toBeNull();
  });

  it("has the form that it asks for where all its parameters are required", async () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const response = await post(gateway, {
      ...{ model: "sandbox/text", messages: [user("It is warm in Paris.")] },
      provider: { require_parameters: true },
      response_format: { type: "json_schema", json_schema: { name: "place", schema } },
    });
    expect(response.headers.get("x-portico-notice")).toBeNull();
    const { choices } = await replyOf(response);
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ city: "Paris" });
  });

  it("calls functions, and goes on with their results", async () => {
    const first = await create(asksTwice);
    const [choice] = first.choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    expect(choice?.message.content).toBeNull();
    const calls = callsOf(first);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    for (const { function: called } of calls)
      expect(JSON.parse(called.arguments)).toEqual({ location: expect.any(String) });
    const results = calls.map(({ id }, index) => ({
      ...{ role: "tool", tool_call_id: id, name: "get_weather" },
      content: index === 0 ? "Rain" : [{ type: "text", text: "Snow" }],
    }));
    const second = await create({
      ...asksTwice,
      messages: [question, choice?.message, ...results],
    });
    expect(second.choices[0]?.finish_reason).toBe("stop");
    expect(second.choices[0]?.message.content).toMatch(/Rain.*Snow/s);
  });

  it("stops at the token limit and says so", async () => {
    const limited = { ...request, messages: [user("Tell me a long story.")], max_tokens: 1000 };
    const reply = await create({ ...limited, max_completion_tokens: 3 });
    expect(reply.choices[0]?.finish_reason).toBe("length");
    expect(reply.usage.completion_tokens).toBeLessThanOrEqual(3);
  });

  it("answers in the form of a JSON Schema", async () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...{ type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    };
    const json_schema = { name: "place", strict: true, schema };
    const reply = await create({
      ...request,
      response_format: { type: "json_schema", json_schema },
    });
    expect(JSON.parse(reply.choices[0]?.message.content ?? "")).toEqual({
      city: expect.any(String),
    });
  });
});

describe("a chat stream", () => {
  it.each([
    ["text", request],
    ["parallel calls", asksTwice],
    [
      "a forced call",
      { ...asksTwice, tool_choice: { type: "function", function: { name: "get_weather" } } },
    ],
  ])("of %s adds up to the message of a reply to the same request", async (_, body) => {
    const { chunks, message, last } = await stream(body);
    const reply = await create(body);
    const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(/call_\w+/g, "call");
    expect(withoutIds(message)).toBe(withoutIds(reply.choices[0]?.message));
    expect(last.choices[0]?.finish_reason).toBe(reply.choices[0]?.finish_reason);
    expect(last.usage).toEqual(reply.usage);
    expect(chunks.filter((chunk) => "system_fingerprint" in chunk)).toEqual([]);
  });

  it("has a usage that is what was charged", async () => {
    const { last } = await stream(request);
    const row = await gateway.rowOf({ generationId: last.id });
    expect(row).toMatchObject({
      ...{ operation: "chat", streamed: true, state: "settled" },
      chargedNanousd: Math.round((last.usage?.cost ?? 0) * 1e9),
    });
  });

  it("carries its generation's id in a header", async () => {
    const response = await post(gateway, { ...request, stream: true });
    const { last } = readStream(await response.text());
    expect(response.headers.get("x-generation-id")).toBe(last.id);
  });

  it("sends each call's pieces under its own index", async () => {
    const { chunks } = await stream(asksTwice);
    const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(pieces.filter((piece) => "id" in piece)).toHaveLength(2);
    expect(new Set(pieces.map(({ index }) => index))).toEqual(new Set([0, 1]));
  });

  it("that fails in the middle says so in a chunk and alone, and is booked once", async () => {
    const before = gateway.booked.length;
    const response = await post(gateway, {
      ...{ ...request, model: "sandbox/fail-midstream", stream: true },
    });
    expect(response.status).toBe(200);
    const { events, last } = readStream(await response.text());
    expect(last.choices[0]?.finish_reason).toBe("error");
    expect(last.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    expect(last.error?.metadata?.["error_type"]).toMatch(/^provider_/);
    expect(events.slice(-2)).toEqual([{ error: last.error }, "[DONE]"]);
    const booked = gateway.booked.slice(before);
    expect(booked).toHaveLength(1);
    const row = booked[0] && (await gateway.rowOf(booked[0]));
    expect(row?.chargedNanousd).toBe(Math.round((last.usage?.cost ?? 0) * 1e9));
  });

  it("that is cut in the middle ends as one that fails", async () => {
    const { last } = await stream({ ...request, model: "sandbox/cut-midstream" });
    expect(last.choices[0]?.finish_reason).toBe("error");
  });
});

const mayRetry: ReadonlySet<number> = new Set([429, 503, 529]);

describe("a failure of a chat completion", () => {
  it.each([
    [429, 429, "rate_limit_exceeded"],
    [529, 529, "provider_overloaded"],
    [503, 503, "server"],
    [500, 500, "provider_unavailable"],
    [402, 402, "payment_required"],
    [404, 404, "not_found"],
    [401, 401, "authentication"],
  ])(
    "of an upstream with %i is %i, as a body and before a stream",
    async (upstream, status, word) => {
      for (const isStreamed of [false, true]) {
        const body = { ...request, model: `sandbox/fail-${upstream}`, stream: isStreamed };
        const response = await post(gateway, body);
        const { metadata } = await errorOf(response, status);
        expect(metadata?.["error_type"]).toBe(word);
        if (mayRetry.has(status))
          expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    },
  );

  it("for an unknown model is 404, and without a key 401", async () => {
    const unknown = await post(gateway, { ...request, model: "sandbox/none" });
    expect((await errorOf(unknown, 404)).metadata?.["error_type"]).toBe("not_found");
    const stranger = await post({ ...gateway, key: "ptc_x" }, request);
    expect((await errorOf(stranger, 401)).metadata?.["error_type"]).toBe("authentication");
  });

  it.each([false, true])(
    "for lack of credit says whose, why and what helps (stream %s)",
    async (isStreamed) => {
      const poor = await startGateway("", { limitNanousd: 1 });
      try {
        const { metadata } = await errorOf(
          await post(poor, { ...request, stream: isStreamed }),
          402,
        );
        expect(metadata).toMatchObject({
          ...{ of: "key", error_type: "payment_required", limit_source: "key_limit" },
          ...{
            reason: expect.any(String),
            // Less is left than any request holds: a smaller one would not help.
            remedy_hint: "Raise the key's limit.",
          },
        });
      } finally {
        await poor.close();
      }
    },
  );

  it.each<[string, object, string, RegExp]>([
    ["two answers", { n: 2 }, "n", /a request has one answer/],
    [
      "a grammar",
      { response_format: { type: "grammar", grammar: "" } },
      "response_format.type",
      /"text", "json_object" or "json_schema"/,
    ],
    [
      "efforts that differ",
      { reasoning: { effort: "low" }, reasoning_effort: "high" },
      "reasoning_effort",
      /send one of them/,
    ],
    [
      "functions of old",
      { functions: [{ name: "f" }] },
      "functions",
      /Send the functions in tools/,
    ],
    ["no messages", { messages: [] }, "messages", /must not be empty/],
    [
      "a role that is unknown",
      { messages: [{ role: "robot", content: "" }] },
      "messages[0].role",
      /must be "system"/,
    ],
    [
      "a result without its call",
      { messages: [{ role: "tool", tool_call_id: "c" }] },
      "messages[0].tool_call_id",
      /no tool call before it/,
    ],
    ["a temperature above 2", { temperature: 3 }, "temperature", /at most 2/],
    [
      "the choice of an unknown function",
      { tool_choice: { type: "function", function: { name: "x" } } },
      "tool_choice.function.name",
      /no such tool/,
    ],
  ])("for %s is 400, with the field and what to do", async (_, fields, field, message) => {
    const error = await errorOf(await post(gateway, { ...request, ...fields }), 400);
    expect(error.message).toMatch(message);
    expect(error.metadata).toMatchObject({
      kind: "bad_request",
      field,
      error_type: "invalid_request",
    });
  });
});
