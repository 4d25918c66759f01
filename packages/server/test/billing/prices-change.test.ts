import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  beginStream,
  chatEvents,
  startChatUpstream,
  toFrame,
} from "../responses/chat-upstream.ts";
import { post } from "../responses/read-events.ts";
import { startGateway } from "../responses/test-gateway.ts";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const yamlFor = (url: string, usd: string) => `
providers: { one: { kind: openai-compatible, base_url: "${url}" } }
models:
  - { id: quick, kind: text, context_length: 1000, endpoints: [ { provider: one, upstream_model: quick, price: { input: "${usd}", output: "${usd}" } } ] }
  - { id: slow, kind: text, context_length: 1000, endpoints: [ { provider: one, upstream_model: slow, price: { input: "${usd}", output: "${usd}" } } ] }
`;

/** An upstream whose slow model waits with the rest of its answer. */
async function start() {
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  const upstream = await startChatUpstream({
    quick: answers(["Good"]),
    async slow(response) {
      beginStream(response);
      const events = chatEvents(["Good ", "morning"]).map(toFrame);
      response.write(events.slice(0, 2).join(""));
      await resumed;
      response.end(events.slice(2).join(""));
    },
  });
  const gateway = await startGateway(yamlFor(upstream.url, "1"));
  closing.push(upstream, gateway);
  return { gateway, upstream, resume };
}

const request = { input: "Hi", max_output_tokens: 10 };

describe("prices that change", () => {
  it.each(["100", "0"])(
    "leave a request that was held before at its price, and count for the next: %s dollars",
    async (usd) => {
      const { gateway, upstream, resume } = await start();
      const stream = await post(gateway, { ...request, model: "slow", stream: true });
      gateway.use(yamlFor(upstream.url, usd));
      resume();
      await stream.text();
      await (await post(gateway, { ...request, model: "quick" })).text();
      const rows = await Promise.all(gateway.booked.map((done) => gateway.rowOf(done)));
      // 11 tokens in and 3 out.
      expect(rows[0]).toMatchObject({ model: "slow", chargedNanousd: 14_000, unbilledNanousd: 0 });
      expect(rows[0]?.heldNanousd).toBeGreaterThanOrEqual(14_000);
      expect(rows[1]).toMatchObject({ model: "quick", chargedNanousd: 14_000 * Number(usd) });
      expect(rows[0]?.price).not.toBe(rows[1]?.price?.replace("quick", "slow"));
      expect(gateway.openHolds()).toBe(0);
    },
  );

  it("leave a request whose answer is one body at its price as well", async () => {
    const { gateway, upstream, resume } = await start();
    const asked = post(gateway, { ...request, model: "slow" });
    await expect.poll(() => gateway.openHolds()).toBe(1);
    gateway.use(yamlFor(upstream.url, "100"));
    resume();
    const { usage } = (await (await asked).json()) as { usage: { cost: number } };
    expect(usage.cost).toBe(0.000014);
  });
});
