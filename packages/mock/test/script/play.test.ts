import { operations } from "@portico/contract";
import { findOrderViolation } from "@portico/contract/stream-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../src/gateway/script/index.ts";
import { dataIn, staged } from "./stage.ts";

const weather = {
  type: "function",
  name: "weather",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};
const asked = { model: "sandbox/text", input: "What is the weather like?" };
const two = [
  { name: "weather", arguments: { city: "Oslo" } },
  { name: "weather", arguments: { city: "Lima" } },
];

describe("the words of a rule", () => {
  it("are said on every wire, whole and in events", async () => {
    const { json, send } = staged([{ reply: { text: "It is sunny in Oslo." } }]);
    const messages = [{ role: "user", content: "Hello" }];
    const said = [
      (await json("/responses", asked)).body.output_text,
      (await json("/chat/completions", { model: "sandbox/text", messages })).body.choices[0].message
        .content,
      (await json("/messages", { model: "sandbox/text", max_tokens: 99, messages })).body.content[0]
        .text,
    ];
    expect(said).toEqual(Array.from({ length: 3 }, () => "It is sunny in Oslo."));
    const events = dataIn(await (await send("/responses", { ...asked, stream: true })).text());
    expect(findOrderViolation([...events, "[DONE]"])).toBeNull();
    const deltas = events.filter(({ type }) => type === "response.output_text.delta");
    expect(deltas.map(({ delta }) => delta).join("")).toBe("It is sunny in Oslo.");
    expect(deltas.length).toBeGreaterThan(3);
  });

  it("keep the contract's form, and no more tokens than were asked for", async () => {
    const { json } = staged([{ reply: { thinks: "Hm.", text: "One two three", calls: two } }]);
    const { body } = await json("/responses", { ...asked, tools: [weather] });
    expect(check.reply(operations.createResponse, 200, body)).toEqual([]);
    const short = await json("/responses", { ...asked, max_output_tokens: 3 });
    expect([short.body.status, short.body.usage.output_tokens]).toEqual(["incomplete", 3]);
  });

  it("are an object as text where a caller wants structured outputs", async () => {
    const { json } = staged([{ reply: { json: { city: "Oslo", degrees: 21 } } }]);
    const { body } = await json("/responses", asked);
    expect(JSON.parse(body.output_text)).toEqual({ city: "Oslo", degrees: 21 });
  });

  it("are thoughts that a caller is shown who asks for them", async () => {
    const { json } = staged([{ reply: { thinks: "Rain or sun?", text: "Sun." } }]);
    const reasoning = { summary: "auto" };
    const { body } = await json("/responses", { ...asked, reasoning });
    expect(JSON.stringify(body.output[0])).toContain("Rain or sun?");
    const plain = await json("/responses", asked);
    expect(JSON.stringify(plain.body.output)).not.toContain("Rain or sun?");
  });
});

describe("several calls of tools", () => {
  it("stream over chat in deltas of their own index, as agents read them", async () => {
    const { send } = staged([{ reply: { text: "Looking.", calls: two } }]);
    const tools = [{ type: "function", function: weather }];
    const body = { model: "sandbox/text", messages: [{ role: "user", content: "Hi" }], tools };
    const text = await (await send("/chat/completions", { ...body, stream: true })).text();
    const deltas = dataIn(text).flatMap(
      ({ choices }) =>
        (choices as [{ delta: { tool_calls?: Delta[] } }?])[0]?.delta.tool_calls ?? [],
    );
    const whole = [0, 1].map((index) => {
      const own = deltas.filter((delta) => delta.index === index);
      return {
        ids: own.flatMap(({ id }) => id ?? []),
        names: own.flatMap((delta) => delta.function.name ?? []),
        arguments: JSON.parse(own.map((delta) => delta.function.arguments ?? "").join("")),
      };
    });
    expect(whole.map(({ names }) => names)).toEqual([["weather"], ["weather"]]);
    expect(whole.map((call) => call.arguments.city)).toEqual(["Oslo", "Lima"]);
    expect(new Set(whole.flatMap(({ ids }) => ids)).size).toBe(2);
  });

  it("lead to a second turn, which the journal tells from the first", async () => {
    const { json, journal } = staged([
      { when: { turn: 1, tool: "weather" }, reply: { calls: two } },
      { when: { turn: 2, called: "weather", result: "/\\d+ degrees/" }, reply: { text: "Sunny." } },
    ]);
    const first = await json("/responses", { ...asked, tools: [weather] });
    const calls = first.body.output as { call_id: string }[];
    const results = calls.map(({ call_id }) => {
      return { type: "function_call_output", call_id, output: "21 degrees" };
    });
    const input = [{ role: "user", content: asked.input }, ...calls, ...results];
    const second = await json("/responses", { ...asked, input, tools: [weather] });
    expect(second.body.output_text).toBe("Sunny.");
    expect(entriesOf(journal)).toMatchObject([
      { status: 200, turn: 1, wire: "responses", tools: ["weather"], rule: "rules[0]" },
      { status: 200, turn: 2, rule: "rules[1]", results: [{ tool: "weather" }, {}] },
    ]);
    expect(entriesOf(journal, { result: "21" })).toHaveLength(1);
    expect(entriesOf(journal, { prompt: "WEATHER" })).toHaveLength(2);
    expect(entriesOf(journal, { status: 400 })).toHaveLength(0);
  });
});

interface Delta {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

describe("what goes wrong", () => {
  it("is 529 twice, then well", async () => {
    const { json } = staged([{ reply: { fault: "overload", times: 2 } }]);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await json("/responses", asked)).status);
    expect(statuses).toEqual([529, 529, 200, 200]);
  });

  it("comes in sequence, each for its own caller of a rule", async () => {
    const { json } = staged([
      { when: { prompt: "one" }, reply: [{ text: "first" }, { status: 429 }, { text: "last" }] },
      { when: { prompt: "two" }, reply: { text: "other" } },
    ]);
    const ask = async (input: string) => {
      const { status, body } = await json("/responses", { ...asked, input });
      return body.output_text ?? status;
    };
    const said = [];
    for (const input of ["one", "two", "one", "one", "one"]) said.push(await ask(input));
    expect(said).toEqual(["first", "other", 429, "last", "last"]);
  });

  it.each([
    [{ kind: "model_not_found" }, 404, "The model does not exist."],
    [{ kind: "rate_limited", message: "Slower, please." }, 429, "Slower, please."],
    [{ status: 503, message: "Down for tea." }, 503, "Down for tea."],
  ] as const)("is a failure by its kind or status: %j", async (reply, status, message) => {
    const { json } = staged([{ reply: { ...reply, headers: { "Retry-After": "7" } } }]);
    const {
      body,
      retryAfter,
      status: got,
    } = await json("/messages", {
      ...{ model: "sandbox/text", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
    });
    expect([got, body.error.message, retryAfter]).toEqual([status, message, "7"]);
    expect(body.type).toBe("error");
  });

  it("cuts the words that it has", async () => {
    const { send } = staged([{ reply: { text: "This will never be said whole.", fault: "cut" } }]);
    const reply = await send("/responses", { ...asked, stream: true });
    await expect(reply.text()).rejects.toThrow("cut");
  });

  it("is a connection that is refused, which the journal has", async () => {
    const { send, journal } = staged([{ reply: { fault: "refuse" } }]);
    await expect(send("/responses", asked)).rejects.toThrow("refused");
    expect(entriesOf(journal)).toMatchObject([{ status: 0, fault: "refuse", rule: "rules[0]" }]);
  });

  it("may be about an operation that calls no model, and then about no other", async () => {
    const { json } = staged([{ when: { operation: "createApiKey" }, reply: { status: 503 } }]);
    expect((await json("/keys", { name: "Mine" })).status).toBe(503);
    expect((await json("/keys")).status).toBe(200);
    expect((await json("/responses", asked)).status).toBe(200);
  });
});

describe("a rule", () => {
  it.each([
    [{ model: "gpt-*" }, { model: "gpt-5.4" }, true],
    [{ model: "gpt-*" }, { model: "sandbox/text" }, false],
    [{ wire: "chat" }, {}, false],
    [{ stream: true }, {}, false],
    [{ instructions: "pirate" }, { instructions: "Talk like a pirate." }, true],
    [{ instructions: "pirate" }, { input: [{ role: "system", content: "A Pirate" }] }, true],
    [{ prompt: "/^WHAT is/i" }, {}, true],
    [{ prompt: "/^what/" }, {}, false],
    [{ turn: 2 }, {}, false],
    [{ tool: "weather" }, {}, false],
  ] as const)("with %j fits a call with %j: %s", async (when, more, isFitting) => {
    const { json } = staged([{ when, reply: { text: "By the rule." } }]);
    const { body } = await json("/responses", { ...asked, ...more });
    expect(body.output_text === "By the rule.").toBe(isFitting);
  });

  it("counts for embeddings and rankings too, unless it has words", async () => {
    const { json } = staged([
      { reply: { text: "Words" } },
      { when: { wire: "embeddings" }, reply: { fault: "overload" } },
    ]);
    const vectors = { model: "sandbox/embed", input: "Hello" };
    expect((await json("/embeddings", vectors)).status).toBe(529);
    const ranked = { model: "sandbox/rerank", query: "a", documents: ["b"] };
    expect((await json("/rerank", ranked)).status).toBe(200);
  });

  it("gives way to what a request asks for itself", async () => {
    const { json } = staged([{ reply: { fault: "overload" } }]);
    const headers = { Prefer: "code=402" };
    expect((await json("/responses", asked, { headers })).status).toBe(402);
    expect((await json("/responses", asked)).status).toBe(529);
  });

  it("is missed by no call where the script refuses all others, which are told why", async () => {
    const { json } = staged({
      else: "refuse",
      rules: [
        { name: "Oslo", when: { prompt: "Oslo" }, reply: { text: "Sunny.", times: 1 } },
        { when: { turn: 2 }, reply: { text: "Bye." } },
      ],
    });
    const { status, body } = await json("/responses", asked);
    expect(status).toBe(404);
    expect(body.error.message).toContain("Oslo wants another prompt; rules[1] wants another turn");
    expect((await json("/responses", { ...asked, input: "Oslo?" })).status).toBe(200);
    const again = await json("/responses", { ...asked, input: "Oslo?" });
    expect(again.body.error.message).toContain("Oslo is used up");
    expect((await json("/keys")).status).toBe(200);
  });
});

describe("a model", () => {
  it.each([
    ["/responses", { model: "gpt-5.4", input: "Hi" }, 'The model "gpt-5.4" does not exist.'],
    ["/responses", { model: "acme/writr", input: "Hi" }, 'Did you mean "acme/writer"?'],
    ["/responses", { model: "acme/embed", input: "Hi" }, "is not a text model"],
    ["/embeddings", { model: "sandbox/text", input: "Hi" }, "is not an embedding model"],
  ])("that is not there is 404 at %s: %j", async (path, body, message) => {
    const { json } = staged();
    const { status, body: said } = await json(path, body);
    expect([status, said.error.metadata.kind]).toEqual([404, "model_not_found"]);
    expect(said.error.message).toContain(message);
  });

  it("is there where the script names it", async () => {
    const { json } = staged({ models: ["gpt-*"], rules: [] });
    expect((await json("/responses", { ...asked, model: "gpt-5.4" })).status).toBe(200);
    expect((await json("/responses", { ...asked, model: "claude" })).status).toBe(404);
  });
});
