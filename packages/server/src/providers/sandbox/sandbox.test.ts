import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { heard } from "../../../test/recorded/heard.ts";
import type { EmbedInput } from "../../model-call/embed-call.ts";
import { createSandbox } from "./sandbox.ts";

const timeouts = { connectMs: 50, firstByteMs: 50, idleMs: 50, totalMs: 60_000 };
const sandbox = createSandbox({ name: "sandbox", kind: "sandbox", timeouts, options: {} });
const never = new AbortController().signal;

const say = (value: string) => [{ type: "text" as const, text: value }];
const weather = {
  name: "get_weather",
  description: "Current weather of a city",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    },
    required: ["city"],
  },
};

function answer(message: string, more: Partial<RespondCall> = {}) {
  return heard(sandbox, {
    model: "text",
    requestId: "request",
    stream: false,
    conversation: [{ type: "message", role: "user", content: say(message) }],
    tools: [],
    toolChoice: "auto",
    ...more,
  });
}

describe("the sandbox's text", () => {
  it.each([
    ["Repeat: foo  bar ✓", "foo  bar ✓"],
    ["Please repeat after me: I like cats.", "I like cats."],
    ["Reply with exactly the word pong", "pong"],
    ["Say 'hi there' three times", "hi there hi there hi there"],
    ["Say this is a test", "this is a test"],
    ["repeat room 12", "room 12"],
    ["Could you echo the following text: a\nb", "a\nb"],
    ["Count from 1 to 5", "1, 2, 3, 4, 5"],
  ])("to %j is %j", async (message, expected) => {
    expect((await answer(message)).text).toBe(expected);
  });

  it("is plainly labelled otherwise", async () => {
    expect((await answer("What is the meaning of life?")).text).toContain("simulated");
    expect((await answer("Hello")).text).toContain("sandbox");
  });

  it("is as long as was asked for", async () => {
    expect((await answer("Write 200 words about streams")).text.split(" ")).toHaveLength(200);
  });

  it("comes word by word in a stream, and the same at once", async () => {
    const streamed = await answer("Repeat: a b c d", { stream: true });
    expect(streamed.parts.filter(({ type }) => type === "text")).toHaveLength(4);
    expect(streamed.text).toBe("a b c d");
  });

  it("ends at the most tokens, and says so", async () => {
    const cut = await answer("Count from 1 to 50", { maxOutputTokens: 3 });
    expect(cut).toMatchObject({ text: "1, 2, 3,", finish: "length", usage: { output: 3 } });
    expect((await answer("Repeat: a b c", { maxOutputTokens: 3 })).finish).toBe("stop");
  });

  it("is JSON where that was asked for", async () => {
    const schema = {
      type: "object",
      properties: {
        name: { type: "string" },
        age: { type: "integer", maximum: 40 },
        mood: { $ref: "#/$defs/mood" },
        tags: { type: "array", items: { type: "string" }, minItems: 2 },
      },
      $defs: { mood: { enum: ["good", "bad"] } },
    };
    const given = await answer("A person named Ann, aged 42", {
      textFormat: { type: "json_schema", name: "person", schema },
    });
    const person = JSON.parse(given.text);
    expect(person).toMatchObject({ name: "Ann", age: 40, mood: "good" });
    expect(person.tags).toHaveLength(2);
    const plain = await answer("Hi", { textFormat: { type: "json_object" } });
    expect(JSON.parse(plain.text)).toHaveProperty("answer");
  });

  it("relays what tools returned", async () => {
    const conversation: RespondCall["conversation"] = [
      { type: "message", role: "user", content: say("Weather in Paris and Rome?") },
      { type: "call", callId: "a", name: "get_weather", arguments: '{"city":"Paris"}' },
      { type: "call", callId: "b", name: "get_weather", arguments: '{"city":"Rome"}' },
      { type: "result", callId: "a", output: say("18 °C") },
      { type: "result", callId: "b", output: [{ type: "image", url: "data:," }] },
    ];
    const { text, calls } = await answer("", { conversation, tools: [weather] });
    expect(text).toBe("get_weather (Paris) returned: 18 °C\nget_weather (Rome) returned: 1 image");
    expect(calls).toEqual([]);
  });

  it("is counted, and so is everything that was sent", async () => {
    const { usage } = await answer("Repeat: a b", { instructions: "one two", tools: [weather] });
    expect(usage?.output).toBe(2);
    expect(usage?.input).toBeGreaterThan(5);
  });
});

describe("the sandbox's tools", () => {
  const cities = (calls: readonly { readonly arguments: unknown }[]) =>
    calls.map((call) => Object(call.arguments).city);

  it.each([
    ["What is the weather in Paris and Tokyo?", ["Paris", "Tokyo"]],
    ["weather in paris and tokyo today, please", ["paris", "tokyo"]],
    [
      "Compare San Francisco, CA with New York and Boston.",
      ["San Francisco, CA", "New York", "Boston"],
    ],
    ['Look up "Bad Homburg" and "Ulm"', ["Bad Homburg", "Ulm"]],
    ["Say hello to Paris", []],
    ["how are you", []],
  ])("for %j are called with %j", async (message, expected) => {
    const { calls, finish } = await answer(message, { tools: [weather] });
    expect(cities(calls)).toEqual(expected);
    expect(finish).toBe("stop");
  });

  it("are called once where parallel calls are not wanted", async () => {
    const more = { tools: [weather], parallelToolCalls: false };
    expect(cities((await answer("Weather in Paris and Tokyo?", more)).calls)).toEqual(["Paris"]);
  });

  it("obey the choice", async () => {
    const tools = [weather, { name: "get_time", parameters: { type: "object", properties: {} } }];
    const names = async (toolChoice: RespondCall["toolChoice"], message: string) =>
      (await answer(message, { tools, toolChoice })).calls.map(({ name }) => name);
    expect(await names("none", "Weather in Paris?")).toEqual([]);
    expect(await names("required", "how are you")).toHaveLength(1);
    expect(await names({ name: "get_time" }, "Weather in Paris?")).toEqual(["get_time"]);
    expect(await names("auto", "What time is it?")).toEqual(["get_time"]);
    expect(await names("auto", "Weather in Paris?")).toEqual(["get_weather"]);
  });

  it("get all other required fields", async () => {
    const book = {
      name: "book",
      parameters: {
        type: "object",
        properties: {
          from: { type: "string" },
          to: { type: "string" },
          seats: { type: "integer" },
          class: { type: "string", enum: ["first", "second"] },
        },
        required: ["from", "to", "seats", "class"],
      },
    };
    const { calls } = await answer("Book 2 second class seats from Berlin to Rome", {
      tools: [book],
    });
    expect(calls.map((call) => call.arguments)).toEqual([
      { from: "Berlin", to: "Rome", seats: 2, class: "second" },
    ]);
  });
});

describe("the sandbox's thoughts", () => {
  const think = { model: "think" };

  it("come before its answer, with a carrier, and are counted", async () => {
    const { parts, usage } = await answer("Repeat: a b", think);
    const kinds = parts.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
    expect(kinds).toEqual(["reasoning", "carrier", "text", "usage", "finish"]);
    const thought = parts.filter(({ type }) => type === "reasoning");
    expect(usage).toMatchObject({ reasoning: thought.length, output: thought.length + 2 });
    expect((await answer("Repeat: a b")).parts.map(({ type }) => type)).not.toContain("reasoning");
  });

  it("are wanted back in a tool turn: a conversation without them is rejected", async () => {
    const conversation: RespondCall["conversation"] = [
      { type: "message", role: "user", content: say("Weather in Paris?") },
      { type: "call", callId: "a", name: "get_weather", arguments: '{"city":"Paris"}' },
      { type: "result", callId: "a", output: say("18 °C") },
    ];
    const { error } = await answer("", { ...think, conversation, tools: [weather] });
    expect(error).toMatchObject({
      failure: "rejected",
      message: expect.stringContaining("Calls since the last message: 1; whole thoughts: 0."),
    });
    const thought = await answer("Weather in Paris?", { ...think, tools: [weather] });
    const text = thought.parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
    const carrier = thought.parts.find((part) => part.type === "carrier")?.carrier;
    const back = { type: "thought" as const, text, ...(carrier && { carrier }) };
    const [question, ...rest] = conversation;
    const whole = question === undefined ? [] : [question, back, ...rest];
    expect((await answer("", { ...think, conversation: whole })).text).toContain("18 °C");
  });
});

describe("the sandbox's failures", () => {
  it.each([402, 404, 408, 422, 429, 500, 503, 529])("include a %i", async (status) => {
    const { error } = await answer("Hi", { model: `fail-${status}` });
    expect(error).toMatchObject({ status, callerStatus: status });
    const embedding = sandbox.embed?.(embedCall("x", `embed-fail-${status}`), never);
    await expect(embedding).rejects.toMatchObject({ status, callerStatus: status });
  });

  it.each([
    ["fail-midstream", "overloaded"],
    ["cut-midstream", "cut"],
    ["stall", "timeout"],
  ])("include %s, after some words", async (model, failure) => {
    const { error, text } = await answer("Count to 9", { model, stream: true });
    expect([text, error?.failure]).toEqual(["1, 2, 3,", failure]);
  });

  it("end a stream whose caller has hung up", async () => {
    const caller = new AbortController();
    const call: RespondCall = {
      model: "slow",
      requestId: "request",
      stream: true,
      conversation: [{ type: "message", role: "user", content: say("Count to 5000") }],
      tools: [],
      toolChoice: "auto",
    };
    const listening = heard(sandbox, call, caller.signal);
    caller.abort();
    expect((await listening).error?.message).toBe("The request was abandoned.");
  });
});

function embedCall(input: string | readonly EmbedInput[], model = "embed") {
  const inputs = typeof input === "string" ? [{ type: "text" as const, text: input }] : input;
  return { model, requestId: "request", encoding: "float" as const, truncate: false, inputs };
}

async function vectorOf(input: string | EmbedInput): Promise<Float32Array> {
  const embedded = await sandbox.embed?.(
    embedCall(typeof input === "string" ? input : [input]),
    never,
  );
  const [vector] = embedded?.vectors ?? [];
  return vector?.format === "floats" ? vector.values : new Float32Array();
}

const product = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe("the sandbox's embeddings", () => {
  it("are 384 long, of unit length and the same every time", async () => {
    for (const text of ["Hello, world", "", "  ", "¿…?", "日本語", "x".repeat(10_000)]) {
      const vector = await vectorOf(text);
      expect(vector).toHaveLength(384);
      expect(product(vector, vector)).toBeCloseTo(1, 5);
      expect(await vectorOf(text)).toEqual(vector);
    }
  });

  it("lie closer the more the texts have in common", async () => {
    const [cat, cats, market] = await Promise.all(
      ["The cat sat on the mat", "Cats are sitting on a mat", "Stock markets fell sharply"].map(
        vectorOf,
      ),
    );
    const none = new Float32Array();
    expect(product(cat ?? none, cats ?? none)).toBeGreaterThan(0.3);
    expect(Math.abs(product(cat ?? none, market ?? none))).toBeLessThan(0.2);
  });

  it("know images by their bytes, and join them with a text", async () => {
    const image = (data: string) => ({
      type: "image" as const,
      url: `data:image/png;base64,${data}`,
    });
    const joint = (data: string): EmbedInput => ({
      type: "multimodal",
      content: [...say("a cat"), image(data)],
    });
    const [one, same, other] = await Promise.all(
      [joint("AAAA"), joint("AAAA"), joint("BBBB")].map(vectorOf),
    );
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(product(one ?? new Float32Array(), await vectorOf("a cat"))).toBeGreaterThan(0.3);
  });

  it("come in the order of the inputs, counted", async () => {
    const inputs = ["one", "two three"].map((text) => ({ type: "text" as const, text }));
    const embedded = await sandbox.embed?.(embedCall(inputs), never);
    expect(embedded?.inputTokens).toBe(3);
    expect(embedded?.vectors[1]).toMatchObject({ values: await vectorOf("two three") });
  });
});
