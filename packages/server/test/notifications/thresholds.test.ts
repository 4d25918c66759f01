import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Output } from "@portico/contract";
import { type GatewayProcess, startGatewayProcess } from "@portico/test-support/gateway-process";
import { temporaryDatabase } from "@portico/test-support/postgres/temporary-database";
import { describe, expect, it, vi } from "vitest";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway } from "../support/gateway.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const patience = { timeout: 60_000, interval: 50 };

const yamlFor = ({ settings: { url, secret } }: WebhookReceiver) => `
notifications: { webhook: { url: "${url}", secret: "${secret}" } }
models:
  - id: paid/embed
    kind: embedding
    context_length: 100
    dimensions: 384
    endpoints: [ { provider: sandbox, upstream_model: embed, price: { input: "1000" } } ]
`;

/** The status of one request, and what it cost; 0 where the gateway has died. */
async function spend(api: string, key: string): Promise<{ status: number; cost: number }> {
  try {
    const reply = await fetch(`${api}/embeddings`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ model: "paid/embed", input: "a" }),
    });
    const { usage } = (await reply.json()) as { readonly usage?: { readonly cost?: number } };
    return { status: reply.status, cost: usage?.cost ?? 0 };
  } catch {
    return { status: 0, cost: 0 };
  }
}

async function newKey(api: string, management: string, limit: number | null): Promise<string> {
  const reply = await fetch(`${api}/keys`, {
    method: "POST",
    headers: jsonHeaders(management),
    body: JSON.stringify({ name: "Search", limit, limit_reset: "monthly" }),
  });
  return ((await reply.json()) as Output<"createApiKey">).key;
}

/** By the notice's id: a notice that is sent again after a crash counts once. */
const thresholds = ({ received }: WebhookReceiver) =>
  [...new Map(received.map(({ id, body }) => [id, body.data["threshold_percent"]])).values()].map(
    Number,
  );

describe.each(engines)("thresholds of a key's limit on $engine", (engine) => {
  it("are one webhook each, while requests spend it", async () => {
    await using hook = await startWebhookReceiver();
    await using gateway = await startTestGateway({ engine, yaml: yamlFor(hook) });
    const { api, own } = gateway;
    const { cost } = await spend(api, own.ordinary);
    expect(cost).toBeGreaterThan(0);
    const key = await newKey(api, own.management, cost * 200);
    const steps = [
      [99, []],
      [100, [50]],
      [159, [50]],
      [160, [50, 80]],
      [189, [50, 80]],
      [190, [50, 80, 95]],
    ] as const;
    let served = 0;
    for (const [target, reached] of steps) {
      for (; served < target; served += 1) expect((await spend(api, key)).status).toBe(200);
      await vi.waitFor(() => expect(thresholds(hook)).toEqual(reached), patience);
    }
    while ((await spend(api, key)).status === 200);
    expect((await spend(api, key)).status).toBe(402);
    expect(hook.received).toHaveLength(3);
    expect(hook.received.every(({ isSigned }) => isSigned)).toBe(true);
    const [first] = hook.received;
    expect(first?.body).toMatchObject({
      type: "budget.threshold",
      data: { subject_name: "Search", limit: cost * 200, spent: cost * 100, remaining: cost * 100 },
    });
  });

  it("are neither lost nor doubled when gateways are killed while requests spend it", {
    timeout: 240_000,
  }, async () => {
    await using hook = await startWebhookReceiver();
    const folder = await mkdtemp(join(tmpdir(), "portico-thresholds-"));
    const database = engine.engine === "postgres" ? await temporaryDatabase() : null;
    const configuration = join(folder, "portico.yaml");
    await writeFile(configuration, yamlFor(hook));
    const environment = {
      PORTICO_CONFIG: configuration,
      PORTICO_LOG_LEVEL: "error",
      PORTICO_SECRET: randomBytes(32).toString("base64"),
      ...(database !== null && { DATABASE_URL: database.url }),
    };
    try {
      const key = await keyOf(folder, environment);
      for (let round = 0, isSpent = false; !isSpent; round += 1) {
        await using gateway = await startGatewayProcess(folder, environment);
        // The first rounds end in the middle of settlements, the last when there is nothing left.
        isSpent = await spendAtOnce(gateway, key, round < 4 ? 45 : Number.POSITIVE_INFINITY);
      }
      await using last = await startGatewayProcess(folder, environment);
      // What dead processes held is charged half a minute later, and may be what crosses the last threshold.
      await vi.waitFor(() => expect(thresholds(hook).toSorted()).toEqual([50, 80, 95]), {
        timeout: 120_000,
        interval: 100,
      });
      expect(await last.stop()).toBe(0);
      expect(thresholds(hook)).toHaveLength(3);
    } finally {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** A key of two hundred requests. */
async function keyOf(folder: string, environment: Record<string, string>): Promise<string> {
  await using gateway = await startGatewayProcess(folder, environment);
  const api = `${gateway.url}/api/v1`;
  const text = await readFile(join(folder, "bootstrap.json"), "utf8");
  const { api_key: first, management_key: management } = JSON.parse(text);
  const { cost } = await spend(api, first);
  const key = await newKey(api, management, cost * 200);
  await gateway.stop();
  return key;
}

/** Eight callers at once, until this many requests are served: then the gateway is killed. True if the key is spent. */
async function spendAtOnce(gateway: GatewayProcess, key: string, most: number): Promise<boolean> {
  let served = 0;
  let isSpent = false;
  const caller = async () => {
    for (;;) {
      const { status } = await spend(`${gateway.url}/api/v1`, key);
      isSpent ||= status === 402;
      if (status !== 200) return;
      served += 1;
      if (served === most) gateway.child.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  await gateway.stop("SIGKILL");
  return isSpent;
}
