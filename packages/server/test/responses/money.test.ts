import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "./chat-upstream.ts";
import { expectTruthful, parseEvents, post } from "./read-events.ts";
import { startGateway, type TestGateway, type TestGatewayOptions } from "./test-gateway.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Options extends TestGatewayOptions {
  readonly more?: string;
  readonly contextLength?: number;
}

async function start(options: Options = {}): Promise<{
  gateway: TestGateway;
  upstream: ChatUpstream;
  bodies: Record<string, unknown>[];
}> {
  const bodies: Record<string, unknown>[] = [];
  const upstream = await startChatUpstream(
    {
      good: answers(["Good ", "morning"]),
      bad: (response) => {
        beginStream(response);
        const call = { index: 0, id: "c", function: { name: "f", arguments: '{"a":' } };
        const delta = { role: "assistant", tool_calls: [call] };
        const chunk = { choices: [{ index: 0, delta, finish_reason: "tool_calls" }] };
        response.end(toFrame(JSON.stringify(chunk)) + toFrame("[DONE]"));
      },
      mute: (response) => {
        beginStream(response);
        const frames = chatEvents(["Good morning"]).filter((data) => !data.includes("usage"));
        response.end(frames.map(toFrame).join(""));
      },
    },
    (body) => void bodies.push(body),
  );
  const models = ["good", "bad", "mute"].map(
    (name) => `
  - id: ${name}
    kind: text
    context_length: ${options.contextLength ?? 1000}
    endpoints: [ { provider: fake, upstream_model: ${name}, price: { input: "1", output: "2" } } ]`,
  );
  const gateway = await startGateway(
    [
      `providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}"${options.more ?? ""} } }`,
      "models:",
      ...models,
    ].join("\n"),
    options,
  );
  open.push(upstream, gateway);
  return { gateway, upstream, bodies };
}

const ask = { model: "good", input: "Hi" };

describe("the money of a response", () => {
  it("a stream whose settlement fails ends as a failure, because its end is written after booking", async () => {
    const { gateway } = await start();
    gateway.failSettlements();
    const text = await (await post(gateway, { ...ask, stream: true })).text();
    expect(expectTruthful(parseEvents(text)).type).toBe("response.failed");
    expect(gateway.booked).toHaveLength(0);
  });

  it("a plain answer whose settlement fails is 503, because it is sent after booking", async () => {
    const { gateway } = await start();
    gateway.failSettlements();
    expect((await post(gateway, ask)).status).toBe(503);
  });

  it("without a limit of the caller, the upstream's limit is what the key can pay", async () => {
    const input = "Hi";
    // The context limits the input, which could be longer with all that an upstream may add.
    const { gateway, bodies } = await start({ limitNanousd: 1000 * 1000 + 100 * 2000 });
    expect((await post(gateway, { ...ask, input })).status).toBe(200);
    expect(bodies).toMatchObject([{ max_tokens: 100 }]);
  });

  it("the upstream's own limit stays if the key can pay for all of it", async () => {
    const { gateway, bodies } = await start({ limitNanousd: 1_000_000_000 });
    await post(gateway, ask);
    expect(bodies[0]).not.toHaveProperty("max_tokens");
    await post(gateway, { ...ask, max_output_tokens: 7 });
    expect(bodies[1]).toMatchObject({ max_tokens: 7 });
  });

  it("the upstream is asked for the form that the caller asked for", async () => {
    const { gateway, bodies } = await start();
    await post(gateway, ask);
    await (await post(gateway, { ...ask, stream: true })).text();
    expect(bodies.map(({ stream }) => stream)).toEqual([undefined, true]);
  });

  it.each([
    { limit: 21_333, stream: undefined },
    { limit: 21_334, stream: true },
  ])(
    "a plain answer of up to $limit tokens is asked for with stream $stream, because a long one takes too long in one piece",
    async ({ limit, stream }) => {
      const { gateway, bodies } = await start({ contextLength: 100_000 });
      const reply = await post(gateway, { ...ask, max_output_tokens: limit });
      expect(reply.status).toBe(200);
      expect(bodies.map((body) => body["stream"])).toEqual([stream]);
    },
  );

  it("no stream is asked for if the operator has configured that there is none", async () => {
    const { gateway, bodies } = await start({ more: ", stream: false" });
    expect((await post(gateway, ask)).status).toBe(200);
    expectTruthful(parseEvents(await (await post(gateway, { ...ask, stream: true })).text()));
    for (const body of bodies) expect(body).not.toHaveProperty("stream");
  });

  it("a request that the key cannot pay is refused with 402, and no upstream is asked", async () => {
    const { gateway, bodies } = await start({ limitNanousd: 100_000 });
    expect((await post(gateway, { ...ask, max_output_tokens: 500 })).status).toBe(402);
    expect(bodies).toEqual([]);
  });

  it("tokens are counted and marked as estimated if the upstream reports no usage", async () => {
    const { gateway } = await start();
    const text = await (await post(gateway, { ...ask, model: "mute", stream: true })).text();
    expect(expectTruthful(parseEvents(text))).toMatchObject({
      type: "response.completed",
      response: { usage: { input_tokens: 1, output_tokens: 3 } },
    });
    expect(gateway.booked).toMatchObject([
      { costNanousd: 1000 + 3 * 2000, facts: { estimated: true, finishReason: "stop" } },
    ]);
  });

  it("a call with invalid JSON as arguments is never completed", async () => {
    const { gateway } = await start();
    const tools = [{ type: "function", name: "f" }];
    const streamed = await post(gateway, { ...ask, model: "bad", tools, stream: true });
    const terminal = expectTruthful(parseEvents(await streamed.text()));
    expect(terminal).toMatchObject({ type: "response.failed", response: { output: [] } });
    const plain = await post(gateway, { ...ask, model: "bad", tools });
    expect(plain.status).toBe(500);
    expect(gateway.booked).toMatchObject([
      { facts: { status: 200, errorKind: "malformed" } },
      { facts: { status: 500, errorKind: "providerFailed" } },
    ]);
  });
});
