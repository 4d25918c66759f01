import OpenAI from "openai";
import { expect, it } from "vitest";
import { startTestGateway } from "../support/gateway.ts";

it("serves the openai library unmodified, in the encoding that it asks for by itself and in numbers", async () => {
  await using gateway = await startTestGateway();
  const client = new OpenAI({ baseURL: gateway.api, apiKey: gateway.own.ordinary, maxRetries: 0 });
  const input = ["a cat", "a kitten", "the price of steel"];
  const usual = await client.embeddings.create({ model: "sandbox/embed", input });
  const numbers = await client.embeddings.create({
    model: "sandbox/embed",
    input,
    encoding_format: "float",
  });
  expect(usual.data.map(({ index }) => index)).toEqual([0, 1, 2]);
  for (const [index, { embedding }] of usual.data.entries()) {
    expect(embedding).toHaveLength(384);
    expect([...Float32Array.from(numbers.data[index]?.embedding ?? [])]).toEqual([...embedding]);
  }
  expect(usual.usage.prompt_tokens).toBeGreaterThan(0);
});

it("gives the openai library errors that it knows", async () => {
  await using gateway = await startTestGateway();
  const ask = (model: string, apiKey = gateway.own.ordinary) =>
    new OpenAI({ baseURL: gateway.api, apiKey, maxRetries: 0 }).embeddings.create({
      model,
      input: "a",
    });
  await expect(ask("nothing/like-it")).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(ask("sandbox/embed", "wrong")).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(ask("sandbox/embed-fail-429")).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(ask("sandbox/embed-fail-529")).rejects.toMatchObject({ status: 529 });
});

it("lists its models to the openai library", async () => {
  await using gateway = await startTestGateway();
  const client = new OpenAI({ baseURL: gateway.api, apiKey: gateway.own.ordinary });
  const ids: string[] = [];
  for await (const { id } of client.models.list()) ids.push(id);
  expect(ids).toContain("sandbox/embed");
});
