import { describe, expect, it } from "vitest";
import { type Rule, readScript } from "../../src/gateway/script/index.ts";
import { dataIn, staged } from "./stage.ts";

/**
 * A survey of mocks of language models compares what each of them can be told
 * (github.com/synergyai-nl/svelte-langgraph/issues/264). What it names is written here as scripts: by the mock that has it, or
 * by the fault for which the survey turned it down.
 */
const messages = (content: string) => [{ role: "user", content }];
const weather = {
  type: "function",
  function: {
    name: "weather",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
};

interface Delta {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

/** Asks as langchain-openai does: chat completions of any model, with a tool. */
function agent(rules: readonly Rule[]) {
  const stage = staged({ models: ["*"], else: "refuse", rules });
  const body = (content: string | readonly object[]) => ({
    model: "gpt-4o-mini",
    messages: typeof content === "string" ? messages(content) : content,
    tools: [weather],
  });
  return {
    ...stage,
    async ask(content: string | readonly object[]) {
      const reply = await stage.json("/chat/completions", body(content));
      return { ...reply, message: reply.body.choices?.[0].message };
    },
    async stream(content: string): Promise<Delta[]> {
      const reply = await stage.send("/chat/completions", { ...body(content), stream: true });
      return dataIn(await reply.text()).flatMap(({ choices }) => {
        const [choice] = choices as [{ delta: { tool_calls?: Delta[] } }?];
        return choice?.delta.tool_calls ?? [];
      });
    },
  };
}

const twoCalls = [
  { name: "weather", arguments: { city: "Oslo" } },
  { name: "weather", arguments: { city: "Lima" } },
];

describe("what the survey's own tests need", () => {
  it("several calls of one answer stream as a head with an index, then pieces of the arguments", async () => {
    const { stream } = agent([{ when: { prompt: "both" }, reply: { calls: twoCalls } }]);
    const deltas = await stream("Weather in both?");
    for (const index of [0, 1]) {
      const [head, ...pieces] = deltas.filter((delta) => delta.index === index);
      expect(head).toMatchObject({
        type: "function",
        function: { name: "weather", arguments: "" },
      });
      expect(head?.id).toMatch(/./);
      expect(pieces.length).toBeGreaterThan(0);
      for (const piece of pieces)
        expect(Object.keys(piece).toSorted()).toEqual(["function", "index"]);
      const text = pieces.map(({ function: { arguments: part } }) => part).join("");
      expect(JSON.parse(text)).toEqual(twoCalls[index]?.arguments);
    }
    expect(deltas.every(({ index }) => index === 0 || index === 1)).toBe(true);
  });

  it("a whole answer has the arguments as a text of JSON", async () => {
    const { ask } = agent([{ reply: { calls: twoCalls } }]);
    const { message } = await ask("Weather in both?");
    expect(message.tool_calls.map((call: Delta) => call.function.arguments)).toEqual([
      '{"city":"Oslo"}',
      '{"city":"Lima"}',
    ]);
  });

  it("a round of tools has three answers: two calls, another call, words", async () => {
    const { ask, journal } = agent([
      { when: { turn: 1 }, reply: { calls: twoCalls } },
      { when: { turn: 2, called: "weather" }, reply: { calls: twoCalls.slice(0, 1) } },
      { when: { turn: 3, result: "21" }, reply: { text: "It is warm." } },
    ]);
    const conversation: object[] = messages("Weather?");
    for (const count of [2, 1, 0]) {
      const { message } = await ask(conversation);
      const calls = (message.tool_calls ?? []) as readonly { readonly id: string }[];
      expect(calls).toHaveLength(count);
      const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "21" }));
      conversation.push(message, ...results);
    }
    expect(conversation.at(-1)).toMatchObject({ content: "It is warm." });
    expect(journal.lines).toHaveLength(3);
  });

  it("an answer comes slowly, so that a page is seen to load", () => {
    const slow = { text: "One by one.", latency: 500, pace: 200 };
    expect(readScript({ rules: [{ reply: slow }] }).rules[0]?.reply).toEqual(slow);
  });
});

describe("what the mocks of the survey can be told", () => {
  it("LiteLLM: one text for all, and an error in its place", async () => {
    const { ask } = agent([
      { when: { prompt: "limit" }, reply: { kind: "rate_limited" } },
      { when: { prompt: "down" }, reply: { status: 503 } },
      { reply: { text: "This is a mock request" } },
    ]);
    expect((await ask("Hey")).message.content).toBe("This is a mock request");
    expect([(await ask("limit")).status, (await ask("down")).status]).toEqual([429, 503]);
  });

  it("mocktopus: names of models, patterns, times, waits and errors with Retry-After", async () => {
    const { ask } = agent([
      { when: { model: "claude-*" }, reply: { text: "Not me." } },
      {
        when: { model: "gpt-4*", prompt: "/\\bquota\\b/i" },
        reply: {
          kind: "rate_limited",
          message: "Slow down.",
          headers: { "Retry-After": "30" },
          times: 2,
        },
      },
      { when: { prompt: "quota" }, reply: { text: "Now it is well.", latency: 1 } },
      { when: { wire: "embeddings" }, reply: { status: 500 } },
    ]);
    const replies = [await ask("My Quota?"), await ask("My quota?"), await ask("My quota?")];
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect([replies[0]?.retryAfter, replies[0]?.body.error.message]).toEqual(["30", "Slow down."]);
  });

  it("mockllm: a text for a prompt as a whole, and another for all others", async () => {
    const { ask } = agent([
      { when: { prompt: "/^what is 2\\+2\\?$/i" }, reply: { text: "2+2 equals 9." } },
      { reply: { text: "I don't know the answer to that." } },
    ]);
    expect((await ask("What is 2+2?")).message.content).toBe("2+2 equals 9.");
    expect((await ask("So what is 2+2?")).message.content).toBe("I don't know the answer to that.");
  });

  it("mock-ai: texts and calls by the prompt, and by a tool's result as the last message", async () => {
    const { ask } = agent([
      { when: { result: "delivery_date" }, reply: { text: "It arrives on the 25th." } },
      {
        when: { prompt: "Where's my order?" },
        reply: {
          calls: [{ name: "get_delivery_date", arguments: { order_id: "1337", at: ["A"] } }],
        },
      },
    ]);
    const asked = messages("Where's my order?");
    const { message } = await ask(asked);
    expect(JSON.parse(message.tool_calls[0].function.arguments).at).toEqual(["A"]);
    const result = {
      role: "tool",
      tool_call_id: message.tool_calls[0].id,
      content: "{'order_id': '1337', 'delivery_date': '25/10/2024'}",
    };
    expect((await ask([...asked, message, result])).message.content).toBe(
      "It arrives on the 25th.",
    );
  });
});
