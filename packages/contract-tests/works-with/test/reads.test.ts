import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { OpenRouter } from "@openrouter/sdk";
import { inOrder } from "@portico/test-support/in-order";
import { generateText } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

/** @openrouter/sdk checks lists strictly: a field that is missing or of another type throws. */
describe("lists in client libraries", inOrder, () => {
  let gateway: Gateway;
  let sdk: OpenRouter;
  beforeAll(async () => {
    gateway = await startGateway();
    sdk = new OpenRouter({ serverURL: gateway.connection.url, apiKey: gateway.connection.key });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("endpoints of a model, before and after it was asked", async () => {
    const read = () => sdk.endpoints.list({ author: "sandbox", slug: "text" });
    const [before] = (await read()).data.endpoints;
    expect(before).toMatchObject({ modelId: "sandbox/text", providerName: "sandbox" });
    expect(before?.latencyLast30m).toBeNull();
    await sdk.chat.send({
      chatRequest: { model: "sandbox/text", messages: [{ role: "user", content: "hello" }] },
    });
    const [after] = (await read()).data.endpoints;
    expect(after).toMatchObject({ uptimeLast5m: 100, latencyLast30m: { p50: expect.any(Number) } });
  });

  it("the key in use, and a generation that it made", async () => {
    const { data: key } = await sdk.apiKeys.getCurrentKeyMetadata();
    expect(key).toMatchObject({ isManagementKey: false, limit: null, rateLimit: { requests: -1 } });
    const reply = await sdk.chat.send({
      chatRequest: { model: "sandbox/text", messages: [{ role: "user", content: "hello" }] },
    });
    const id = "id" in reply ? reply.id : "";
    const { data: made } = await sdk.generations.getGeneration({ id });
    expect(made).toMatchObject({ id, model: "sandbox/text" });
    const { data: after } = await sdk.apiKeys.getCurrentKeyMetadata();
    expect(after.usage).toBeGreaterThan(key.usage);
  });

  it("one model, and the providers", async () => {
    const { data: model } = await sdk.models.get({ author: "sandbox", slug: "text" });
    expect(model).toMatchObject({ id: "sandbox/text" });
    const { data: providers } = await sdk.providers.list();
    expect(providers).toContainEqual(expect.objectContaining({ slug: "sandbox" }));
  });

  it("one model, and the models page by page, as openai and Anthropic's library ask", async () => {
    const { url: baseURL, key: apiKey } = gateway.connection;
    const openai = new OpenAI({ baseURL, apiKey });
    const anthropic = new Anthropic({ baseURL: baseURL.replace("/v1", ""), apiKey });
    for (const id of ["sandbox/text", "dear"]) {
      expect(await openai.models.retrieve(id)).toMatchObject({ id, object: "model" });
      expect(await anthropic.models.retrieve(id)).toMatchObject({ id, type: "model" });
    }
    const ids: string[] = [];
    for await (const { id } of anthropic.models.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual((await openai.models.list()).data.map(({ id }) => id));
  });

  it("says what to do to the AI SDK, which names what it has not stored", async () => {
    const { url: baseURL, key: apiKey } = gateway.connection;
    const model = createOpenAI({ baseURL, apiKey })("sandbox/text");
    const first = { role: "user" as const, content: "hello" };
    const { finalStep } = await generateText({ model, messages: [first] });
    const messages = [
      first,
      ...finalStep.response.messages,
      { role: "user" as const, content: "And now?" },
    ];
    await expect(generateText({ model, messages, maxRetries: 0 })).rejects.toThrow(
      /item_reference.*providerOptions\.openai\.store = false/,
    );
    const providerOptions = { openai: { store: false } };
    await generateText({ model, messages, providerOptions });
  });

  it("the models, with the fields that openai's types promise", async () => {
    const { url: baseURL, key: apiKey } = gateway.connection;
    const page = await new OpenAI({ baseURL, apiKey }).models.list();
    expect(page.object).toBe("list");
    expect(
      page.data.map(({ id, object, owned_by: owner }) => ({ id, object, owner })),
    ).toContainEqual({ id: "dear", object: "model", owner: "dear" });
  });
});
