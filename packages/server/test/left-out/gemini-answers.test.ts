import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, events } from "../providers/sample.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";
import { blockReasons, finishReasons, hostedTools, partFields } from "./gemini-answers.ts";

type Fields = Readonly<Record<string, unknown>>;

const answered = (parts: readonly Fields[], finishReason?: string): Fields => ({
  candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
});

/** How a provider of Gemini's reads an answer, streamed or not. */
async function heard(kind: string, stream: boolean, said: readonly Fields[]) {
  const body = stream ? events(...said) : JSON.stringify(said);
  const answer = await ask({
    ...{ kind, body, settings: { options: { project: "p", location: "global" } } },
    call: { stream, thoughts: { text: true, carriers: true } },
  });
  const finish = answer.parts.find((part) => part.type === "finish");
  const isRead = answer.parts.some(({ type }) => type !== "usage" && type !== "finish");
  return { isRead, finish, error: answer.error };
}

describe.each([
  ["whole", false],
  ["in a stream", true],
] as const)("an answer of Gemini's, %s", (_, stream) => {
  it.each(Object.entries(partFields))("loses no %s in silence", async (field, samples) => {
    for (const sample of samples) {
      const { isRead, finish } = await heard("gemini", stream, [
        answered([{ ...(field === "thought" && { text: "Hm" }), [field]: sample }]),
        answered([], "STOP"),
      ]);
      const { mimeType, toolType } = Object(sample);
      const said = mimeType ?? toolType;
      const named = said === undefined ? field : `${field} (${said})`;
      expect([isRead, finish?.notice?.includes(`: ${named}.`) ?? false]).toContain(true);
      expect(isRead && finish?.notice !== undefined).toBe(false);
    }
  });

  it.each(Object.entries(finishReasons))("that ends with %s: %s", async (reason, expected) => {
    const { finish, error } = await heard("gemini", stream, [answered([{ text: "A" }], reason)]);
    if (expected !== "fails") expect(finish?.reason).toBe(expected);
    else expect(error?.message).toContain(reason);
  });

  it.each(blockReasons)("to a prompt that is blocked for %s is filtered", async (blockReason) => {
    const { finish } = await heard("gemini", stream, [{ promptFeedback: { blockReason } }]);
    expect(finish?.reason).toBe("content_filter");
  });
});

it("names each kind once, and no more of them than a header holds", async () => {
  const odd = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`kind${n}`, { a: 1 }]));
  const { finish } = await heard("gemini", true, [
    answered([{ "a\r\nX-Evil: 1": 1 }, { inlineData: { mimeType: "a/b\n" } }, odd, odd], "STOP"),
  ]);
  expect(finish?.notice).toMatch(
    /: a part of an unknown kind, inlineData, kind0, [\w, ]+kind13\.$/,
  );
});

describe("a caller of a gateway before Gemini", () => {
  const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
  const said = [
    answered([{ text: "See: " }, picture]),
    answered([{ executableCode: { code: "1" } }, { text: "so" }], "STOP"),
  ];
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await fakeUpstream((response, { path }) => {
      const isStream = path.includes("stream");
      const type = isStream ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type });
      response.end(isStream ? events(...said) : JSON.stringify(said));
    });
    const endpoint = {
      ...{ provider: "google", upstream_model: "gemini-3-pro-image" },
      ...{ price: { input: "1", output: "1" }, token_bound: "o200k_base" },
      abilities: { tools: true },
    };
    gateway = await startGateway(
      JSON.stringify({
        providers: { google: { kind: "gemini", base_url: upstream.url, api_key: "k" } },
        models: [{ id: "m", kind: "text", context_length: 100_000, endpoints: [endpoint] }],
      }),
    );
  });
  afterAll(async () => {
    await gateway.close();
    await upstream[Symbol.asyncDispose]();
  });

  async function post(path: string, body: Fields) {
    const reply = await fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "m", max_tokens: 100, ...body }),
    });
    const text = await reply.text();
    return { status: reply.status, notice: reply.headers.get("x-portico-notice") ?? "", text };
  }

  const messages = [{ role: "user", content: "Hi" }];
  const leftOut = "it was left out: inlineData (image/png), executableCode.";

  it.each([
    ["/responses", { input: "Hi" }],
    ["/chat/completions", { messages }],
    ["/messages", { messages }],
  ])("of %s learns what had no form, in a stream by a comment", async (path, body) => {
    const whole = await post(path, body);
    expect(whole).toMatchObject({ status: 200, notice: expect.stringContaining(leftOut) });
    expect(whole.text).toContain("See: so");
    const streamed = await post(path, { ...body, stream: true });
    expect(streamed.status).toBe(200);
    const comment = streamed.text.split("\n\n").find((frame) => frame.startsWith(":"));
    expect(comment).toMatch(/^: X-Portico-Notice: .*\.$/);
    expect(comment).toContain(leftOut);
    expect(streamed.text.indexOf(": X-Portico-Notice")).toBeLessThan(
      streamed.text.search(/response\.completed|message_stop|\[DONE\]/),
    );
  });

  it("learns of each of Gemini's own tools that it is not sent", async () => {
    const own = { type: "function", function: { name: "f", parameters: { type: "object" } } };
    const tools = [...hostedTools.map((type) => ({ type })), own];
    const { status, notice } = await post("/chat/completions", { messages, tools });
    expect(status).toBe(200);
    for (const kind of hostedTools) expect(notice).toContain(`tools (${kind})`);
    const sent = JSON.parse(upstream.asked.at(-1)?.body ?? "{}");
    expect(sent.tools.flatMap(Object.keys)).toEqual(["functionDeclarations"]);
  });
});
