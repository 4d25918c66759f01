import type { Output } from "@portico/contract";
import { expect, it, vi } from "vitest";
import { chatBody, startChatUpstream } from "../responses/chat-upstream.ts";
import { bearer, jsonHeaders, startTestGateway } from "../support/gateway.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

const patience = { timeout: 60_000, interval: 100 };

it("a provider that fails and comes back is one alert of the gateway, with two notices", async () => {
  let isDown = true;
  await using hook = await startWebhookReceiver();
  const upstream = await startChatUpstream({
    u: (response) => {
      response.writeHead(isDown ? 503 : 200, { "content-type": "application/json" });
      response.end(isDown ? "{}" : chatBody(["Good"]));
    },
  });
  await using gateway = await startTestGateway({
    yaml: `
notifications: { webhook: { url: "${hook.settings.url}", secret: "${hook.settings.secret}" } }
alerts: { provider_down_seconds: 2 }
routing: { failures_to_open: 2, open_ms: 100 }
providers: { fake: { kind: openai-compatible, base_url: "${upstream.url}" } }
models:
  - id: fake/large
    kind: text
    context_length: 2000
    endpoints: [ { provider: fake, upstream_model: u, price: { input: "1", output: "1" } } ]
`,
  });
  const ask = () =>
    fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({ model: "fake/large", input: "Hello", max_output_tokens: 20 }),
    });
  const list = async () => {
    const headers = bearer(gateway.own.management);
    const reply = await fetch(`${gateway.api}/alerts?kind=provider_down`, { headers });
    return ((await reply.json()) as Output<"listAlerts">).data;
  };
  try {
    await vi.waitFor(async () => {
      expect((await ask()).status).toBeGreaterThanOrEqual(500);
      expect(await list()).toHaveLength(1);
    }, patience);
    expect(await list()).toMatchObject([
      {
        subject: "provider:fake",
        workspace_id: null,
        limit: null,
        details: { models: ["fake/large"] },
        resolved_at: null,
      },
    ]);
    isDown = false;
    await vi.waitFor(async () => {
      await ask();
      expect((await list())[0]?.resolved_at).toEqual(expect.any(String));
    }, patience);
    await vi.waitFor(
      () =>
        expect(hook.received.map(({ body }) => body.type)).toEqual([
          "provider.down",
          "provider.restored",
        ]),
      patience,
    );
    expect(await list()).toHaveLength(1);
  } finally {
    await upstream.close();
  }
});
