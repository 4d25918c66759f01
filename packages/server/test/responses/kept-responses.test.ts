import { createOpenAI } from "@ai-sdk/openai";
import { inOrder } from "@portico/test-support/in-order";
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { answers, type ChatUpstream, chatBody, startChatUpstream } from "./chat-upstream.ts";

const model = "fake/echo";
const secretWords = "a walrus in Uppsala";

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const yamlFor = ({ url }: ChatUpstream, more = "") => `
kept_responses: { days: 30, response_bytes: 40000 ${more} }
providers:
  fake: { kind: openai-compatible, base_url: "${url}" }
models:
  - { id: "${model}", kind: text, context_length: 100000, endpoints: [ { provider: fake, upstream_model: "echo", price: { input: "1", output: "2" } } ] }
`;

describe.each(engines)("responses that are kept on $engine", inOrder, (engine) => {
  const sent: Sent[] = [];
  let upstream: ChatUpstream;
  let gateway: TestGateway;
  let openai: OpenAI;

  beforeAll(async () => {
    upstream = await startChatUpstream(
      {
        echo: (response, { stream }) => {
          const { messages = [] } = sent.at(-1) ?? {};
          const text = `Answer ${messages.length}`;
          if (stream) return answers([text])(response, { stream });
          response.setHeader("content-type", "application/json");
          response.end(wantsTool(messages) ? withCall(chatBody([text])) : chatBody([text]));
        },
      },
      (body) => void sent.push(body as unknown as Sent),
    );
    gateway = await startTestGateway({ engine, yaml: yamlFor(upstream) });
    openai = clientFor(gateway.own.ordinary);
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream.close();
  });

  const clientFor = (apiKey: string, baseURL = gateway.api) =>
    new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  const lastTexts = () =>
    (sent.at(-1)?.messages ?? []).map(({ role, content }) => `${role}: ${textOf(content)}`);

  it("openai's library goes on from a response, whole or streamed, on any node", async () => {
    const first = await openai.responses.create({ model, input: `Remember ${secretWords}.` });
    expect(first).toMatchObject({ store: true });
    const other = await gateway.another();
    const stream = await clientFor(gateway.own.ordinary, other.api).responses.create({
      model,
      previous_response_id: first.id,
      input: [{ role: "user", content: "What was it?" }],
      stream: true,
    });
    let second: OpenAI.Responses.Response | undefined;
    for await (const event of stream)
      if (event.type === "response.completed") second = event.response;
    expect(second?.previous_response_id).toBe(first.id);
    const third = await openai.responses.create({
      model,
      previous_response_id: second?.id ?? "",
      input: "And then?",
    });
    expect(lastTexts()).toEqual([
      `user: Remember ${secretWords}.`,
      "assistant: Answer 1",
      "user: What was it?",
      "assistant: Answer 3",
      "user: And then?",
    ]);
    expect(third.output_text).toBe("Answer 5");
    const counted = await openai.responses.inputTokens.count({
      model,
      previous_response_id: third.id,
      input: "And?",
    });
    expect(counted.input_tokens).toBeGreaterThan(15);
    await other.close();
    const rows = await rawSql(gateway.place, "select sealed from kept_responses");
    expect(JSON.stringify(rows)).not.toContain("walrus");
  });

  it("the AI SDK as its documentation writes it, over two turns and a tool's loop", async () => {
    const provider = createOpenAI({ apiKey: gateway.own.ordinary, baseURL: gateway.api });
    const messages: ModelMessage[] = [{ role: "user", content: "Good morning" }];
    const first = await generateText({ model: provider(model), messages });
    messages.push(...first.finalStep.response.messages, { role: "user", content: "And again" });
    const second = await generateText({ model: provider(model), messages });
    expect(second.text).toBe("Answer 3");
    expect(lastTexts()).toEqual(["user: Good morning", "assistant: Answer 1", "user: And again"]);
    const looped = await generateText({
      model: provider(model),
      prompt: "What is the weather in Paris?",
      tools: {
        get_weather: tool({
          description: "Weather",
          inputSchema: jsonSchema<{ city: string }>({
            type: "object",
            properties: { city: { type: "string" } },
          }),
          execute: async ({ city }) => `Sunny in ${city}`,
        }),
      },
      stopWhen: stepCountIs(3),
    });
    expect(looped.steps).toHaveLength(2);
    expect(lastTexts().at(-1)).toBe("tool: Sunny in Paris");
    expect(JSON.stringify(sent.at(-1))).toContain('{\\"city\\":\\"Paris\\"}');
  });

  it("gives and deletes a response to its key alone", async () => {
    const made = await openai.responses.create({ model, input: "Keep this" });
    expect(await openai.responses.retrieve(made.id)).toMatchObject({
      id: made.id,
      output: made.output,
      usage: made.usage,
    });
    const other = clientFor(await gateway.own.addKey());
    for (const ask of [
      () => other.responses.retrieve(made.id),
      () => other.responses.delete(made.id),
      () => openai.responses.retrieve("gen-absent\0"),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404 });
    await expect(
      other.responses.create({ model, previous_response_id: made.id, input: "Hi" }),
    ).rejects.toThrow(/no such response is kept for this API key.* 30 days/);
    await openai.responses.delete(made.id);
    await expect(openai.responses.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    await expect(
      openai.responses.create({ model, previous_response_id: made.id, input: "Hi" }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("keeps none that is not to be kept, is too large or has failed, and none beyond its days", async () => {
    const ids = [
      (await openai.responses.create({ model, input: "Hi", store: false })).id,
      (await openai.responses.create({ model, input: "x".repeat(50_000) })).id,
    ];
    const old = await openai.responses.create({ model, input: "Hi" });
    await rawSql(
      gateway.place,
      `update kept_responses set created_at_ms = ${Date.now() - 31 * 86_400_000} where id = '${old.id}'`,
    );
    for (const id of [...ids, old.id])
      await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(await gateway.store.keptResponses.prune(Date.now() - 30 * 86_400_000)).toBe(1);
    await expect(
      openai.responses.create({ model, input: [{ type: "item_reference", id: "msg_x_1" }] }),
    ).rejects.toThrow(/input\[0\]: no such item is kept/);
  });

  it("makes room by the oldest", async () => {
    const { keptResponses } = gateway.store;
    const count = async () =>
      Number(
        Object((await rawSql(gateway.place, "select count(*) as n from kept_responses"))[0]).n,
      );
    const before = await count();
    expect(before).toBeGreaterThan(3);
    await keptResponses.trim(gateway.own.workspaceId, 4000);
    expect(await count()).toBeLessThan(before);
    expect(await count()).toBeGreaterThan(0);
    await keptResponses.forget(gateway.own.workspaceId);
    expect(await count()).toBe(0);
  });
});

it("a service that keeps none says so, with what to send", async () => {
  const gateway = await startTestGateway({ yaml: "" });
  const ask = async (body: object) => {
    const reply = await fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({ model: "sandbox/text", input: "Hi", ...body }),
    });
    return { status: reply.status, body: Object(await reply.json()) };
  };
  expect((await ask({ store: true })).body).toMatchObject({ store: false });
  const remedy = /keeps no responses\. Send the whole conversation in input .*store = false/;
  for (const body of [
    { previous_response_id: "gen-1" },
    { input: [{ type: "item_reference", id: "msg_1" }] },
  ]) {
    const refused = await ask(body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(remedy);
  }
  const client = new OpenAI({ apiKey: gateway.own.ordinary, baseURL: gateway.api, maxRetries: 0 });
  await expect(client.responses.retrieve("gen-1")).rejects.toThrow(/keeps no responses/);
  await gateway[Symbol.asyncDispose]();
});

function wantsTool(messages: Sent["messages"]): boolean {
  const isAsked = JSON.stringify(messages[0]).includes("weather");
  return isAsked && messages.every(({ role }) => role !== "tool");
}

function withCall(body: string): string {
  const { choices, ...rest } = JSON.parse(body);
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "get_weather", arguments: '{"city":"Paris"}' },
  };
  const message = { ...choices[0].message, tool_calls: [call] };
  return JSON.stringify({ ...rest, choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
}

function textOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map(({ text }) => text).join("")
      : "";
}
