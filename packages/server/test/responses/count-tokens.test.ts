import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ yaml: "" });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const question = {
  model: "sandbox/text",
  instructions: "Be brief and kind.",
  input: [{ role: "user" as const, content: "What is the weather in Paris?" }],
};

describe("POST /responses/input_tokens", () => {
  it("is what openai's library counts with, and the same estimate as of a message", async () => {
    const client = new OpenAI({ baseURL: gateway.api, apiKey: gateway.own.ordinary });
    const counted = await client.responses.inputTokens.count(question);
    expect(counted.object).toBe("response.input_tokens");
    const message = await fetch(`${gateway.api}/messages/count_tokens`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({
        model: question.model,
        system: question.instructions,
        messages: question.input,
      }),
    });
    expect(await message.json()).toEqual({ input_tokens: counted.input_tokens });
    expect(counted.input_tokens).toBeGreaterThan(5);
  });

  it("says whose count it is, books nothing, and refuses what a response would refuse", async () => {
    const ask = (body: object) =>
      fetch(`${gateway.api}/responses/input_tokens`, {
        method: "POST",
        headers: jsonHeaders(gateway.own.ordinary),
        body: JSON.stringify(body),
      });
    const reply = await ask(question);
    expect(reply.headers.get("x-portico-notice")).toMatch(/own estimate/);
    expect((await ask({ model: question.model })).status).toBe(400);
    expect((await ask({ ...question, previous_response_id: "resp_1" })).status).toBe(400);
    expect((await ask({ ...question, model: "no/such" })).status).toBe(404);
    const rows = await fetch(`${gateway.api}/generations`, {
      headers: bearer(gateway.own.management),
    });
    expect(await rows.json()).toMatchObject({ data: [] });
  });
});
