import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  beginStream,
  type ChatUpstream,
  chatEvents,
  startChatUpstream,
  toFrame,
  writeApart,
} from "../responses/chat-upstream.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { post } from "./read-chat.ts";

const messages = [{ role: "user", content: "Hi" }];
const words = 5;

let upstream: ChatUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startChatUpstream({
    silent: () => undefined,
    // One token each, and then nothing more.
    talking: async (response) => {
      beginStream(response);
      const frames = chatEvents(Array.from({ length: 10 }, () => " the")).map(toFrame);
      await writeApart(response, frames.slice(0, words + 1));
    },
  });
  const model = (name: string) =>
    `  - { id: ${name}, kind: text, context_length: 1000, endpoints: [{ provider: fake, upstream_model: ${name}, price: { input: "1", output: "2" } }] }`;
  gateway = await startGateway(
    [
      `providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}", timeouts: { total_ms: 1000 } } }`,
      ...["models:", model("silent"), model("talking")],
    ].join("\n"),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function rowOf(model: string) {
  const booked = () => gateway.booked.filter(({ facts }) => facts.model === model);
  await expect.poll(() => booked().length).toBe(1);
  const [only] = booked();
  return only === undefined ? null : gateway.rowOf(only);
}

describe("a caller of chat completions who hangs up", () => {
  it("in mid-stream closes the upstream and is booked once, for exactly what came", async () => {
    const leaving = new AbortController();
    const body = { model: "talking", messages, stream: true };
    const response = await post(gateway, body, { signal: leaving.signal });
    let text = "";
    const decoder = new TextDecoder();
    const reading = (async () => {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.split('"content":" the"').length > words) leaving.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(await rowOf("talking")).toMatchObject({
      ...{ operation: "chat", state: "settled", status: 499, errorKind: "callerGone" },
      ...{ chargedNanousd: 1000 + words * 2000, inputTokens: 1, outputTokens: words },
    });
  });

  it("before an answer is booked once, and the upstream is closed when it has not answered in time", async () => {
    const leaving = new AbortController();
    const aborted = upstream.aborted();
    const asking = post(gateway, { model: "silent", messages }, { signal: leaving.signal });
    await expect.poll(() => upstream.asked.has("silent")).toBe(true);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    expect(await rowOf("silent")).toMatchObject({
      ...{ operation: "chat", state: "settled", status: 499, streamed: false },
    });
    await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
    expect(gateway.openHolds()).toBe(0);
  });
});
