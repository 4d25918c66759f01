import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { signIn } from "../console/browser.ts";
import { type ChatUpstream, startChatUpstream } from "../responses/chat-upstream.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

let upstream: ChatUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startChatUpstream({ silent: () => undefined });
  const endpoint = `{ provider: fake, upstream_model: silent, price: { input: "1", output: "2" } }`;
  gateway = await startTestGateway({
    keyCheckMs: 25,
    yaml: `
sandbox: false
limits: { requests_in_flight: 2, requests_in_flight_per_key: 2 }
routing: { await_usage_ms: 50 }
providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }
models: [ { id: silent, kind: text, context_length: 1000, endpoints: [ ${endpoint} ] } ]
`,
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream.close();
});

const post = (path: string, key: string, body: object, signal?: AbortSignal) =>
  fetch(gateway.api + path, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

const counted = { model: "silent", messages: [{ role: "user", content: "Hi" }] };

describe("counts of tokens", () => {
  it("take from the requests a minute of their key, which costs nothing", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 0, requestsPerMinute: 2 });
    const statuses: number[] = [];
    for (let nth = 0; nth < 3; nth += 1)
      statuses.push((await post("/messages/count_tokens", key, counted)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const management = await post("/messages/count_tokens", gateway.own.management, counted);
    expect(management.status).toBe(200);
  });
});

describe("a node whose places are all taken", () => {
  it("begins sessions, with which a management key frees them", async () => {
    const leaving = new AbortController();
    const asked = { model: "silent", input: "Hi", max_output_tokens: 20 };
    const [one, other] = [await gateway.own.addKey(), await gateway.own.addKey()];
    const asking = [one, other].map((key) =>
      post("/responses", key, asked, leaving.signal).catch(() => null),
    );
    await expect.poll(() => upstream.asked.get("silent")).toBe(2);
    leaving.abort();
    await Promise.all(asking);
    expect((await post("/responses", gateway.own.ordinary, asked)).status).toBe(503);
    const session = await signIn(gateway.api, gateway.own.management);
    for (const key of [one, other]) {
      const deleted = await session.send("deleteApiKey", { params: { hash: hashKey(key) } });
      expect(deleted.status).toBe(200);
    }
    await expect.poll(() => upstream.aborted()).toBe(2);
  });
});
