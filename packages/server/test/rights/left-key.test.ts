import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { type ChatUpstream, startChatUpstream } from "../responses/chat-upstream.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const said = { messages: [{ role: "user", content: "Hi" }] };
const wires = [
  ["/responses", { input: "Hi", max_output_tokens: 20 }],
  ["/chat/completions", { ...said, max_tokens: 20 }],
  ["/messages", { ...said, max_tokens: 20 }],
] as const;

describe("a plain answer that is awaited without its caller", () => {
  let upstream: ChatUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startChatUpstream({ silent: () => undefined });
    const endpoint = `{ provider: fake, upstream_model: silent, price: { input: "1", output: "2" } }`;
    gateway = await startTestGateway({
      keyCheckMs: 25,
      yaml: `
sandbox: false
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

  const inFlight = async (): Promise<number> => {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(/^portico_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
  };

  it.each(wires)("of %s ends when its key is revoked later", async (path, body) => {
    const key = await gateway.own.addKey();
    const [asked, aborted] = [upstream.asked.get("silent") ?? 0, upstream.aborted()];
    const leaving = new AbortController();
    const asking = fetch(gateway.api + path, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ ...body, model: "silent" }),
      signal: leaving.signal,
    });
    await expect.poll(() => upstream.asked.get("silent")).toBe(asked + 1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    // Long after the caller has left: its connection is gone, and the upstream is still awaited.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(upstream.aborted()).toBe(aborted);
    const revoked = await fetch(`${gateway.api}/keys/${hashKey(key)}`, {
      method: "DELETE",
      headers: jsonHeaders(gateway.own.management),
    });
    expect(revoked.status).toBe(200);
    await expect.poll(() => upstream.aborted()).toBe(aborted + 1);
    await expect.poll(inFlight).toBe(0);
    const rows = await rawSql(
      gateway.place,
      `select status, output_tokens from ledger
        where key_id in (select id from keys where hash = '${hashKey(key)}')`,
    );
    expect(rows).toMatchObject([{ status: 499, output_tokens: 20 }]);
  });
});
