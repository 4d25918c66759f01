import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPortico, functionCallsOf, outputText, type Portico } from "@portico/client";
import { type GatewayProcess, startGatewayProcess } from "@portico/test-support/gateway-process";
import { someOf } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startExactServer } from "./exact/exact-server.ts";
import { singleAdditions } from "./exact/single-additions.ts";
import { readBootstrapKeys } from "./targets/read-bootstrap-keys.ts";

const weather = {
  name: "get_weather",
  description: "The weather in a city",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  },
};
const tool = { type: "function", strict: null, ...weather } as const;
const question = "What is the weather in Paris and in Rome?";
const text = { model: "sandbox/text", input: "Repeat: one two three" };

/** A gateway of which nothing is left but what interface.md names, and one that lacks a single addition. */
describe("the client", () => {
  let folder: string;
  let gateway: GatewayProcess;
  let keys: Awaited<ReturnType<typeof readBootstrapKeys>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "portico-exact-"));
    gateway = await startGatewayProcess(folder, { PORTICO_LOG_LEVEL: "silent" });
    keys = await readBootstrapKeys(folder);
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const clientOf = (baseUrl: string, apiKey = keys.key): Portico =>
    createPortico({ baseUrl, apiKey, retry: false });

  it("reads a server that is exactly the interface", async () => {
    await using exact = await startExactServer(`${gateway.url}/api/v1`);
    await readsAll(clientOf(exact.baseUrl));
    const management = clientOf(exact.baseUrl, keys.managementKey);
    expect((await management.workspaces.get("default")).data.slug).toBe("default");
    expect((await management.workspaces.get("absent").catch((error) => error)).status).toBe(404);
  });

  it.each(someOf(singleAdditions(), 3))("does without $place", async ({ without }) => {
    await using exact = await startExactServer(`${gateway.url}/api/v1`, without());
    await readsAll(clientOf(exact.baseUrl));
  });
});

/** Everything that the client makes of replies and streams. */
async function readsAll(client: Portico): Promise<void> {
  const said = "one two three";
  expect(outputText(await client.responses.create(text))).toBe(said);
  const pieces: string[] = [];
  const stream = await client.responses.stream(text);
  for await (const piece of stream.textDeltas()) pieces.push(piece);
  expect([pieces.join(""), pieces.length > 1]).toEqual([said, true]);
  expect(await (await client.responses.stream(text)).text()).toBe(said);
  const whole = await (await client.responses.stream(text)).finalResponse();
  expect([whole.status, outputText(whole), (whole.usage?.total_tokens ?? 0) > 0]).toEqual([
    ...["completed", said],
    true,
  ]);
  const events: string[] = [];
  for await (const event of await client.responses.stream(text)) events.push(event.type);
  expect(events[0]).toBe("response.created");
  const asked = { model: text.model, input: question, tools: [tool] };
  const calls = functionCallsOf(await client.responses.create(asked));
  expect(calls.map(({ name }) => name)).toEqual(["get_weather", "get_weather"]);
  const streamed = await (await client.responses.stream(asked)).functionCalls();
  expect(streamed.map((call) => call.arguments)).toEqual(calls.map((call) => call.arguments));
  const { data } = await client.embeddings.create({ model: "sandbox/embed", input: ["a", "b"] });
  expect(data.map(({ index, embedding }) => [index, embedding.length > 1])).toEqual([
    [0, true],
    [1, true],
  ]);
  const many = await client.embeddings.createMany(
    { model: "sandbox/embed", input: ["a", "b", "c"] },
    { batchSize: 2 },
  );
  expect(many.embeddings).toHaveLength(3);
  expect((await client.embeddings.models()).data.length).toBeGreaterThan(0);
  const wrong = client.embeddings.create({ model: "no/such-model", input: "x" });
  expect(await wrong.catch((error) => error)).toMatchObject({ kind: "api", status: 404 });
}
