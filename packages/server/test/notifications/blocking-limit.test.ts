import type { Output } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const patience = { timeout: 30_000, interval: 50 };

const yamlFor = ({ settings: { url, secret } }: WebhookReceiver) => `
notifications: { webhook: { url: "${url}", secret: "${secret}" } }
models:
  - id: paid/embed
    kind: embedding
    context_length: 2000
    dimensions: 384
    endpoints: [ { provider: sandbox, upstream_model: embed, price: { input: "1000" } } ]
`;

async function ask<Reply>({ api, own }: TestGateway, method: string, path: string, body?: object) {
  const reply = await fetch(`${api}${path}`, {
    method,
    headers: jsonHeaders(own.management),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(reply.ok, `${path} ${reply.status}`).toBe(true);
  return (await reply.json()) as Reply;
}

async function spend({ api }: TestGateway, key: string, user?: string) {
  const reply = await fetch(`${api}/embeddings`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "paid/embed", input: "Hello there. ".repeat(20), user }),
  });
  const { usage, error } = (await reply.json()) as {
    readonly usage?: { readonly cost?: number };
    readonly error?: { readonly metadata?: { readonly reason?: string } };
  };
  return { status: reply.status, cost: usage?.cost ?? 0, reason: error?.metadata?.reason };
}

/** Spends until too little is left. Returns how often it was served. */
async function spendAll(gateway: TestGateway, key: string, user?: string): Promise<number> {
  for (let served = 0; ; served += 1) {
    const { status, reason } = await spend(gateway, key, user);
    if (status === 200) continue;
    expect({ status, reason }).toEqual({ status: 402, reason: "too_little_left" });
    return served;
  }
}

const alertsOf = async (gateway: TestGateway, subject: string) => {
  const path = `/alerts?${new URLSearchParams({ subject, kind: "limit_blocking" })}`;
  return (await ask<Output<"listAlerts">>(gateway, "GET", path)).data;
};

describe.each(engines)("a limit that refuses requests on $engine", inOrder, (engine) => {
  let hook: WebhookReceiver;
  let gateway: TestGateway;
  let cost: number;
  beforeAll(async () => {
    hook = await startWebhookReceiver();
    gateway = await startTestGateway({ engine, yaml: yamlFor(hook) });
    ({ cost } = await spend(gateway, gateway.own.ordinary));
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await hook[Symbol.asyncDispose]();
  });

  /** The refusals until now, with their alerts, are in the store. */
  const written = () => ask(gateway, "GET", "/refusals");
  const told = (subject: string) =>
    hook.received.filter(
      ({ body }) => body.type === "limit.blocking" && body.data["subject"] === subject,
    );

  it("is one alert for a key and each of its limits", async () => {
    const limit = cost * 20;
    const { key, data } = await ask<Output<"createApiKey">>(gateway, "POST", "/keys", {
      ...{ name: "Search", limit, limit_reset: "monthly" },
    });
    const subject = `key:${data.id}`;
    expect(await spendAll(gateway, key)).toBeGreaterThan(1);
    await vi.waitFor(() => expect(told(subject)).toHaveLength(1), patience);
    expect(told(subject)[0]?.body).toMatchObject({
      type: "limit.blocking",
      data: { kind: "limit_blocking", subject_name: "Search", threshold_percent: null },
    });
    expect(await spendAll(gateway, key)).toBe(0);
    await written();
    expect(await alertsOf(gateway, subject)).toMatchObject([
      {
        kind: "limit_blocking",
        ...{ limit: expect.closeTo(limit, 9), workspace_id: gateway.own.workspaceId },
        remaining: expect.any(Number),
        deliveries: [{ channel: "webhook", type: "limit.blocking" }],
      },
    ]);
    await ask(gateway, "PATCH", `/keys/${data.hash}`, { limit: cost * 30 });
    expect(await spendAll(gateway, key)).toBeGreaterThan(1);
    await vi.waitFor(() => expect(told(subject)).toHaveLength(2), patience);
    expect(await alertsOf(gateway, subject)).toHaveLength(2);
  });

  it.each([
    ["a workspace", { scope: "workspace" }, undefined, ""],
    ["an end user", { scope: "end_user" }, "ann", ":ann"],
  ])("is one alert for the budget of %s", async (_, scope, user, suffix) => {
    // What the workspace has spent before the budget does not fill it.
    const budget = await ask<Output<"createBudget">>(gateway, "POST", "/budgets", {
      ...{ ...scope, limit: cost * 80, limit_reset: "monthly" },
    });
    const subject = `budget:${budget.data.id}${suffix}`;
    await spendAll(gateway, gateway.own.ordinary, user);
    await vi.waitFor(() => expect(told(subject)).toHaveLength(1), patience);
    expect(await spendAll(gateway, gateway.own.ordinary, user)).toBe(0);
    await written();
    expect(await alertsOf(gateway, subject)).toMatchObject([{ kind: "limit_blocking" }]);
    await ask(gateway, "DELETE", `/budgets/${budget.data.id}`);
  });
});
