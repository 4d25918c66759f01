import type { RespondCall, Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, events, spoken } from "../../../../test/providers/sample.ts";
import { chatPresets } from "./presets.ts";
import { toChatRequest } from "./request.ts";

const kind = "openai-compatible";
const thoughts = { text: true, carriers: true };

const says = (role: "user" | "assistant", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const thought = (text: string, data?: string, family = "reasoning_content"): Thought => ({
  type: "thought",
  text,
  ...(data === undefined ? {} : { carrier: { family, of: "thought", data } }),
});
const called: Turn = { type: "call", callId: "c1", name: "f", arguments: "{}" };
const result: Turn = { type: "result", callId: "c1", output: [{ type: "text", text: "1" }] };

/** The messages of the model, without what every one has. */
async function written(preset: string, conversation: readonly Turn[], model = "model") {
  const call: RespondCall = {
    ...{ model, requestId: "r", stream: false, tools: [], toolChoice: "auto" },
    conversation,
  };
  const dialect = chatPresets[preset]?.chat;
  if (dialect === undefined) throw new Error(`There is no preset ${preset}.`);
  const { messages } = toChatRequest(call, dialect);
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  return list
    .filter((message) => Object(message).role === "assistant")
    .map((message) => {
      const { role: _role, tool_calls: _calls, ...rest } = Object(message);
      return rest;
    });
}

describe("thoughts of earlier turns in chat completions", () => {
  const loop = [says("user", "?"), thought("Hm", "reasoning_content"), called, result];

  it.each(["deepseek", "moonshot", "zai", "alibaba", "xai", "fireworks"])(
    "go back to %s beside the calls, whether a vendor or a caller kept them",
    async (preset) => {
      const expected = [{ content: null, reasoning_content: "Hm" }];
      expect(await written(preset, loop)).toEqual(expected);
      expect(await written(preset, [thought("Hm"), called, result])).toEqual(expected);
    },
  );

  it("go back to a server that we know nothing of in the field in which they came", async () => {
    expect(await written("vllm", [thought("Hm", "reasoning"), called])).toEqual([
      { content: null, reasoning: "Hm" },
    ]);
    expect(await written("vllm", [thought("Hm"), thought("So", "thinking"), called])).toEqual([
      { content: null },
    ]);
    const tagged = [thought("Hm", "<think>\n\n"), says("assistant", "Hi"), says("user", "?")];
    expect(await written("vllm", tagged)).toEqual([{ content: "<think>Hm</think>\n\nHi" }]);
    expect(await written("vllm", [thought("Hm", "<think>\n"), called])).toEqual([
      { content: "<think>Hm</think>" },
    ]);
  });

  it.each(["openai", "perplexity", "cerebras", "groq"])("are left out for %s", async (preset) => {
    expect(await written(preset, loop)).toEqual([{ content: null }]);
  });

  it("belong to the message that they led to, or else to the one that they followed", async () => {
    const conversation = [
      ...[thought("1"), says("assistant", "a"), thought("2"), called, result],
      ...[thought("3"), says("user", "?"), says("assistant", "b"), thought("4"), says("user", "?")],
      ...[says("assistant", "c"), thought("5")],
    ];
    expect(await written("zai", conversation)).toEqual([
      { content: "a", reasoning_content: "12" },
      { content: "b", reasoning_content: "4" },
      { content: "c", reasoning_content: "5" },
    ]);
  });

  it.each([
    ["deepseek", ""],
    ["moonshot", " "],
  ])("are %s's empty ones in a conversation with calls of another model", async (preset, empty) => {
    const foreign = thought("secret", "sig", "anthropic");
    const conversation = [foreign, says("assistant", "a"), called, result, says("assistant", "b")];
    expect(await written(preset, conversation)).toEqual([
      { content: "a", reasoning_content: empty },
      { content: "b", reasoning_content: empty },
    ]);
    expect(await written(preset, [says("assistant", "a"), says("user", "?")])).toEqual([
      { content: "a" },
    ]);
  });

  it("are OpenRouter's details, word for word; plain ones are a text", async () => {
    const details = [{ type: "reasoning.encrypted", data: "x", id: "c1", format: "f", index: 0 }];
    const carried = thought("Hm", JSON.stringify(details), "openrouter");
    const last = thought("", JSON.stringify([{ type: "reasoning.text", text: "" }]), "openrouter");
    expect(await written("openrouter", [carried, called, last, result])).toEqual([
      { content: null, reasoning_details: [...details, { type: "reasoning.text", text: "" }] },
    ]);
    expect(await written("openrouter", [thought("Hm"), called])).toEqual([
      { content: null, reasoning: "Hm" },
    ]);
    expect(await written("vercel-gateway", [carried, called])).toEqual([{ content: null }]);
  });

  it("are chunks of Mistral's content", async () => {
    const chunk = { type: "thinking", thinking: [{ type: "text", text: "Hm" }] };
    const carried = thought("Hm", JSON.stringify({ closed: true }), "mistral");
    const text = { type: "text", text: "Hi" };
    const model = "magistral-medium-latest";
    expect(
      await written("mistral", [carried, says("assistant", "Hi"), thought("Hm")], model),
    ).toEqual([{ content: [{ ...chunk, closed: true }, text, chunk] }]);
    expect(await written("mistral", [carried, called], model)).toEqual([
      { content: [{ ...chunk, closed: true }] },
    ]);
    expect(await written("mistral", [carried, called], "codestral")).toEqual([{ content: null }]);
  });
});

describe("what is sent back of a chat completion's thoughts", () => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const heardOf = async (preset: string, ...deltas: readonly object[]) => {
    const body = events(...deltas.map((delta) => chunk(delta)), chunk({}, "stop"));
    const answer = await ask({
      kind,
      body: `${body}data: [DONE]\n\n`,
      settings: { baseUrl: "https://upstream.example", options: { preset } },
      call: { thoughts },
    });
    return spoken(answer);
  };
  const call = { index: 0, id: "c1", function: { name: "f", arguments: "{}" } };

  it("comes before what the thought led to", async () => {
    expect(
      await heardOf(
        "deepseek",
        { reasoning_content: "H" },
        { reasoning_content: "m", content: "" },
        { content: "Hi" },
        { content: "!" },
        { reasoning_content: "So" },
        { tool_calls: [call] },
      ),
    ).toEqual([
      ["reasoning", "H"],
      ["reasoning", "m"],
      ["carrier", "reasoning_content", "thought", "reasoning_content"],
      ["text", "Hi"],
      ["text", "!"],
      ["reasoning", "So"],
      ["carrier", "reasoning_content", "thought", "reasoning_content"],
      ["call", "0", "f", "c1"],
      ["arguments", "0", "{}"],
      ["finish", "stop"],
    ]);
  });

  it("is a detail whose text is put together, with the signature that comes last", async () => {
    const text = { type: "reasoning.text", index: 0, format: "anthropic-claude-v1" };
    const hidden = { type: "reasoning.encrypted", data: "x", index: 0 };
    const [first, second, carrier] = await heardOf(
      "openrouter",
      { reasoning: "H", reasoning_details: [{ ...text, text: "H", signature: null }] },
      { reasoning: "m", reasoning_details: [{ ...text, text: "m", signature: null }] },
      { reasoning_details: [{ ...text, text: "", signature: "sig" }] },
      { reasoning_details: [{ ...text, text: "", signature: null }, hidden, hidden] },
      { content: "Hi" },
    );
    expect([first, second]).toEqual([
      ["reasoning", "H"],
      ["reasoning", "m"],
    ]);
    const entry = { ...text, text: "Hm", signature: "sig" };
    expect(carrier).toEqual([
      ...["carrier", "openrouter", "thought"],
      JSON.stringify([sorted(entry), hidden, hidden]),
    ]);
  });

  it("is the list of a body as it is", async () => {
    const text = { type: "reasoning.text", text: "A", index: 0, signature: null };
    const message = { content: "Hi", reasoning_details: [text, text] };
    const answer = await ask({
      kind,
      body: JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }),
      settings: { baseUrl: "https://upstream.example", options: { preset: "openrouter" } },
      call: { stream: false, thoughts },
    });
    expect(spoken(answer)[0]).toEqual([
      ...["carrier", "openrouter", "thought"],
      JSON.stringify([text, text]),
    ]);
  });

  it("waits while calls come, if it has no words", async () => {
    const detail = { type: "reasoning.encrypted", data: "x", id: "c2", index: 1 };
    const answer = await heardOf(
      "openrouter",
      { tool_calls: [{ ...call, function: { name: "f", arguments: '{"a":' } }] },
      { reasoning_details: [detail], tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
    );
    expect(answer).toEqual([
      ["call", "0", "f", "c1"],
      ["arguments", "0", '{"a":'],
      ["arguments", "0", "1}"],
      ["carrier", "openrouter", "thought", JSON.stringify([detail])],
      ["finish", "stop"],
    ]);
  });

  it("says of thoughts between tags that they stood there", async () => {
    expect(await heardOf("vllm", { content: "<think>Hm</th" }, { content: "ink>\n\nHi" })).toEqual([
      ["reasoning", "Hm"],
      ["carrier", "reasoning_content", "thought", "<think>\n\n"],
      ["text", "Hi"],
      ["finish", "stop"],
    ]);
    expect(await heardOf("vllm", { content: "<think>Hm" })).toEqual([
      ["reasoning", "Hm"],
      ["carrier", "reasoning_content", "thought", "<think>"],
      ["finish", "stop"],
    ]);
  });

  it("is no more than an answer may hold", async () => {
    const details = [{ type: "reasoning.encrypted", data: "x".repeat(500_000) }];
    const deltas = Array.from({ length: 10 }, () => ({ reasoning_details: details }));
    expect(await heardOf("openrouter", ...deltas, { content: "Hi" })).toEqual([
      ["text", "Hi"],
      ["finish", "stop"],
    ]);
  });
});

/** The fields in the order in which the pieces brought them. */
function sorted({ type, index, format, text, signature }: Record<string, unknown>): object {
  return { type, index, format, text, signature };
}
