import type { RespondCall, Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, events, type Sample, spoken } from "../../../../test/providers/sample.ts";

const thoughts = { text: true, carriers: true };
const answered = { type: "response.completed", response: { status: "completed", output: [] } };

async function asked(call: Partial<RespondCall>, settings: Sample["settings"] = {}) {
  const body = events(answered);
  const { upstream } = await ask({
    kind: "openai",
    body,
    call: { model: "gpt-5.5", ...call },
    settings,
  });
  return upstream.asked[0];
}

const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA=" };
const thought = (family: string, data: unknown = item): Thought => ({
  type: "thought",
  text: "",
  carrier: { family, of: "thought", data: JSON.stringify(data) },
});
const called: Turn = { type: "call", callId: "c1", name: "f", arguments: "{}" };
const result: Turn = { type: "result", callId: "c1", output: [{ type: "text", text: "1" }] };

describe("a request for the thoughts of a response", () => {
  it("asks for summaries and for what goes back", async () => {
    expect(await asked({ thoughts, reasoning: { effort: "low" } })).toMatchObject({
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "low", summary: "auto" },
    });
    expect(await asked({ thoughts: { text: false, carriers: true } })).not.toHaveProperty(
      "reasoning",
    );
    expect(await asked({ thoughts: { text: true, carriers: false } })).not.toHaveProperty(
      "include",
    );
  });

  it.each(["gpt-4.1", "chatgpt-4o-latest", "gpt-5-chat-latest", "gpt-5.2-chat-latest"])(
    "asks %s for none, which refuses to be asked",
    async (model) => {
      const body = await asked({
        model,
        thoughts,
        conversation: [thought("openai"), called, result],
      });
      expect(body).not.toHaveProperty("include");
      expect(body).not.toHaveProperty("reasoning");
      expect(JSON.stringify(body)).not.toContain("gAAA=");
    },
  );

  it("asks xAI for no summary, which it sends unasked", async () => {
    const body = await asked(
      { model: "grok-4.3", thoughts, cacheKey: "k", cacheRetention: "24h" },
      { baseUrl: "https://api.x.ai/v1" },
    );
    expect(body).toMatchObject({ include: ["reasoning.encrypted_content"], prompt_cache_key: "k" });
    expect(body).not.toHaveProperty("reasoning");
    expect(body).not.toHaveProperty("prompt_cache_retention");
  });

  it("has the hints for the prompt cache", async () => {
    expect(await asked({ cacheKey: "k", cacheRetention: "24h" })).toMatchObject({
      prompt_cache_key: "k",
      prompt_cache_retention: "24h",
    });
  });
});

describe("thoughts of earlier turns", () => {
  it("are items in their places, of the vendor's own family", async () => {
    const conversation = [thought("xai"), thought("openai"), called, result];
    expect(await asked({ conversation })).toMatchObject({
      input: [item, { type: "function_call" }, { type: "function_call_output" }],
    });
    const settings = { baseUrl: "https://api.x.ai/v1" };
    expect(await asked({ model: "grok-4.3", conversation }, settings)).toMatchObject({
      input: [item, { type: "function_call" }, { type: "function_call_output" }],
    });
  });

  it("are left out where nothing followed them, or where they cannot be read", async () => {
    const question: Turn = {
      type: "message",
      role: "user",
      content: [{ type: "text", text: "?" }],
    };
    const broken: Thought = {
      type: "thought",
      text: "",
      carrier: { family: "openai", of: "thought", data: "{" },
    };
    const plain: Thought = { type: "thought", text: "Hm" };
    const conversation = [
      thought("openai"),
      question,
      broken,
      plain,
      thought("openai", ["?"]),
      called,
    ];
    expect(await asked({ conversation: [...conversation, thought("openai")] })).toMatchObject({
      input: [{ role: "user" }, { type: "function_call" }],
    });
  });
});

describe("the thoughts of a response", () => {
  const done = {
    ...item,
    status: "completed",
    content: [],
    summary: [{ type: "summary_text", text: "AB" }],
  };
  const delta = (text: string, summary_index: number) => ({
    type: "response.reasoning_summary_text.delta",
    output_index: 0,
    summary_index,
    delta: text,
  });
  const stream = events(
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, encrypted_content: "early" },
    },
    delta("A", 0),
    delta("B", 0),
    delta("C", 1),
    { type: "response.output_item.done", output_index: 0, item: done },
    { type: "response.output_text.delta", output_index: 1, delta: "Hi" },
    {
      type: "response.completed",
      response: { status: "completed", output: [{ ...done, encrypted_content: "other bytes" }] },
    },
  );

  it("are paragraphs, and once what goes back, without what a request may not hold", async () => {
    const answer = await ask({ kind: "openai", body: stream, call: { thoughts } });
    expect(answer.parts.slice(0, 3)).toEqual([
      { type: "reasoning", text: "A", isSummary: true, paragraph: 0 },
      { type: "reasoning", text: "B", isSummary: true, paragraph: 0 },
      { type: "reasoning", text: "C", isSummary: true, paragraph: 1 },
    ]);
    const { status: _status, content: _content, ...kept } = done;
    expect(spoken(answer).slice(3)).toEqual([
      ["carrier", "openai", "thought", JSON.stringify(kept)],
      ["text", "Hi"],
      ["finish", "stop"],
    ]);
  });

  it("are only words where the caller does not ask for carriers", async () => {
    const { parts } = await ask({ kind: "openai", body: stream });
    expect(parts.filter(({ type }) => type === "carrier")).toEqual([]);
  });

  it("number the paragraphs of several items in one row", async () => {
    const texts = (type: string, text: string) => [{ type, text }];
    const output = [
      { ...item, encrypted_content: null, content: texts("reasoning_text", "A") },
      { ...item, summary: texts("summary_text", "B") },
    ];
    const body = JSON.stringify({ object: "response", status: "completed", output });
    const { parts } = await ask({ kind: "openai", body, call: { stream: false, thoughts } });
    expect(parts.slice(0, 2)).toEqual([
      { type: "reasoning", text: "A", paragraph: 0 },
      { type: "reasoning", text: "B", isSummary: true, paragraph: 1 },
    ]);
    expect(parts.filter(({ type }) => type === "carrier")).toHaveLength(1);
  });
});
