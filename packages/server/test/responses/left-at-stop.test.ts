import { afterAll, beforeAll, expect, it } from "vitest";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type ChatUpstream, startChatUpstream } from "./chat-upstream.ts";

let upstream: ChatUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startChatUpstream({ silent: () => undefined });
  const yaml = `
sandbox: false
limits: { drain_ms: 300 }
routing: { await_usage_ms: 50 }
providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:
  - id: silent
    kind: text
    context_length: 1000
    endpoints: [ { provider: fake, upstream_model: silent, price: { input: "1", output: "2" } } ]
`;
  gateway = await startTestGateway({ yaml });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream.close();
});

it("a process that stops gives up plain answers whose callers have left, and books them as long as they may become", async () => {
  const node = await gateway.another();
  const leaving = new AbortController();
  const asking = fetch(`${node.api}/responses`, {
    method: "POST",
    headers: jsonHeaders(gateway.own.ordinary),
    body: JSON.stringify({ model: "silent", input: "Hi", max_output_tokens: 20 }),
    signal: leaving.signal,
  });
  await expect.poll(() => upstream.asked.get("silent")).toBe(1);
  leaving.abort();
  await expect(asking).rejects.toThrow();
  await node.close();
  expect(
    await rawSql(gateway.place, "select state, status, output_tokens, charged_nanousd from ledger"),
  ).toMatchObject([
    { state: "settled", status: 499, output_tokens: 20, charged_nanousd: 1_000 + 20 * 2_000 },
  ]);
  expect(upstream.aborted()).toBe(1);
});
