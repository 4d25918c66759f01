import { OpenRouter } from "@openrouter/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

/** The lists that @openrouter/sdk checks strictly: a field that is missing or of another type throws. */
describe("the lists of @openrouter/sdk", () => {
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
});
