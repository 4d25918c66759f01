import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  answers,
  type Behaviour,
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "./chat-upstream.ts";
import { post } from "./read-events.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

const eventCount = 60;
/** One token each, at every cut of the text. */
const texts = Array.from({ length: eventCount }, () => " the");
const indexes = Array.from({ length: eventCount + 1 }, (_, index) => index);

const answerSlowly = Promise.withResolvers<void>();
let upstream: ChatUpstream;
let gateway: TestGateway;

/** Sends this many words and then nothing more, so that the relayed tokens are known exactly. */
const saying =
  (count: number): Behaviour =>
  async (response) => {
    beginStream(response);
    await writeApart(
      response,
      chatEvents(texts)
        .slice(0, count + 1)
        .map(toFrame),
    );
  };

beforeAll(async () => {
  const spoken = indexes.map((index) => [`after-${index}`, saying(index)] as const);
  upstream = await startChatUpstream({
    ...Object.fromEntries(spoken),
    silent: () => undefined,
    slow: async (response, request) => {
      await answerSlowly.promise;
      await answers(["Hel", "lo"])(response, request);
    },
  });
  const models = [...spoken.map(([name]) => name), "silent", "slow"].map(
    (name) => `
  - id: "${name}"
    kind: text
    context_length: 1000
    endpoints: [ { provider: ${name === "silent" ? "impatient" : "fake"}, upstream_model: "${name}", price: { input: "1", output: "2" } } ]`,
  );
  gateway = await startGateway(
    [
      "providers:",
      `  fake: { kind: openai-compatible, base_url: "${upstream.url}" }`,
      `  impatient: { kind: openai-compatible, base_url: "${upstream.url}", timeouts: { total_ms: 500 } }`,
      "models:",
      ...models,
    ].join("\n"),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const bookedOf = (model: string) => gateway.booked.filter(({ facts }) => facts.model === model);

async function rowsOf(model: string) {
  await until(() => bookedOf(model).length > 0);
  return Promise.all(bookedOf(model).map((booked) => gateway.rowOf(booked)));
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** Reads until this many words have come, and hangs up. */
async function hangUpAfter(count: number): Promise<void> {
  const leaving = new AbortController();
  const asking = post(
    gateway,
    { model: `after-${count}`, input: "Hi", stream: true },
    { signal: leaving.signal },
  );
  if (count === 0) {
    await until(() => upstream.asked.has("after-0"));
    leaving.abort();
    await expect(asking).rejects.toThrow();
    return;
  }
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of (await asking).body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.split('"response.content_part.delta"').length > count) leaving.abort();
    }
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
}

describe.concurrent("a caller who hangs up", () => {
  it.each(indexes)(
    "a hang-up after %i events of 60 closes the upstream and is booked once, for exactly what came",
    async (count) => {
      await hangUpAfter(count);
      const rows = await rowsOf(`after-${count}`);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        state: "settled",
        chargedNanousd: 1 * 1000 + count * 2000,
        status: 499,
        errorKind: "callerGone",
        estimated: true,
        inputTokens: 1,
        outputTokens: count,
        attempts: [{ failure: "aborted" }],
      });
    },
  );

  const leaveBeforeAnswer = async (model: string) => {
    const leaving = new AbortController();
    const body = { model, input: "Hi", max_output_tokens: 20 };
    const asking = post(gateway, body, { signal: leaving.signal });
    await until(() => upstream.asked.has(model));
    leaving.abort();
    await expect(asking).rejects.toThrow();
    // The gateway has seen the hang-up when it answers what was asked later.
    for (const _ of [1, 2]) await (await fetch(`${gateway.url}/models`)).text();
    return bookedOf(model);
  };
  const left = { state: "settled", status: 499, errorKind: "callerGone", streamed: false };

  it("a plain answer is awaited when its caller leaves, and charged as its upstream counts it", async () => {
    expect(await leaveBeforeAnswer("slow")).toEqual([]);
    answerSlowly.resolve();
    expect(await rowsOf("slow")).toMatchObject([
      { ...left, inputTokens: 11, outputTokens: 3, chargedNanousd: 11_000 + 6_000 },
    ]);
    expect(await rowsOf("slow")).toMatchObject([{ estimated: false }]);
  });

  it("a plain answer that does not come in time, after its caller has left, is charged as long as it may have been", async () => {
    await leaveBeforeAnswer("silent");
    expect(await rowsOf("silent")).toMatchObject([
      { ...left, inputTokens: 1, outputTokens: 20, chargedNanousd: 1_000 + 40_000 },
    ]);
    expect(await rowsOf("silent")).toMatchObject([{ estimated: true }]);
  });
});

it("a hang-up leaves no upstream open and no hold behind", async () => {
  await until(() => upstream.aborted() === eventCount + 2);
  expect(await upstream.openConnections()).toBe(0);
  expect(gateway.openHolds()).toBe(0);
});
