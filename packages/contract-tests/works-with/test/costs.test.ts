import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { OpenRouter } from "@openrouter/sdk";
import { generateText } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

/** What one token in and out cost in the sandbox, in nanodollars. */
const costOf = (input: number, output: number) => (input * 10 + output * 20) / 1e9;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe("client libraries read what a call cost", () => {
  const model = "sandbox/text";

  it("@openrouter/sdk, of a chat and of embeddings", async () => {
    const { url, key } = gateway.connection;
    const client = new OpenRouter({ serverURL: url, apiKey: key });
    const messages = [{ role: "user" as const, content: "Say hello" }];
    const chat = await client.chat.send({ chatRequest: { model, messages, stream: false } });
    if (!("choices" in chat) || chat.usage == null) throw new Error("It has no usage.");
    const { promptTokens, completionTokens, cost, costDetails, isByok } = chat.usage;
    expect(cost).toBe(costOf(promptTokens, completionTokens));
    expect(costDetails?.upstreamInferencePromptCost).toBe(costOf(promptTokens, 0));
    expect(isByok).toBe(false);
    const vectors = await client.embeddings.generate({
      requestBody: { model: "sandbox/embed", input: "hello" },
    });
    if (typeof vectors === "string") throw new Error("It is a text.");
    expect(vectors.usage?.cost).toBe(costOf(vectors.usage?.promptTokens ?? 0, 0));
    expect(vectors.usage?.costDetails?.upstreamInferenceCompletionsCost).toBe(0);
  });

  it("@openrouter/ai-sdk-provider", async () => {
    const { url, key } = gateway.connection;
    const provider = createOpenRouter({ baseURL: url, apiKey: key });
    const { usage, finalStep } = await generateText({
      model: provider.chat(model),
      prompt: "Say hello",
    });
    const cost = costOf(usage.inputTokens ?? 0, usage.outputTokens ?? 0);
    expect(finalStep.providerMetadata?.["openrouter"]?.["usage"]).toMatchObject({ cost });
  });

  it("openai, as a field that its types do not have", async () => {
    const { url, key } = gateway.connection;
    const client = new OpenAI({ baseURL: url, apiKey: key });
    const { usage } = await client.responses.create({ model, input: "Say hello" });
    expect(usage).toMatchObject({
      cost: costOf(usage?.input_tokens ?? 0, usage?.output_tokens ?? 0),
      cost_details: { unbilled: 0, discount: 0 },
    });
  });
});
