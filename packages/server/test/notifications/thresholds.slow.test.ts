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
import { leasesEnd } from "./kill-at-step.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const patience = { timeout: 60_000, interval: 50 };

const yamlFor = ({ settings: { url, secret } }: WebhookReceiver) => `
notifications: { webhook: { url: "${url}", secret: "${secret}" } }
models:
  - id: paid/embed
    kind: embedding
    context_length: 2000
    dimensions: 384
    endpoints: [ { provider: sandbox, upstream_model: embed, price: { input: "1000" } } ]
`;

/** Long enough that a hold is not many times what the request costs. */
const input = "The quick brown fox jumps over the lazy dog. ".repeat(8);

/** The status of one request, and what it cost; 0 where the gateway has died. */
async function spend(api: string, key: string): Promise<{ status: number; cost: number }> {
  try {
    const reply = await fetch(`${api}/embeddings`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ model: "paid/embed", input }),
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

/** A spent limit refuses requests, which has an alert of its own. */
const aboutThresholds = ({ received }: WebhookReceiver) =>
  received.filter(({ body }) => body.type === "budget.threshold");

/** By the notice's id: a notice that is sent again after a crash counts once. */
const thresholds = (hook: WebhookReceiver) => {
  const notices = aboutThresholds(hook).map(
    ({ id, body }) => [id, Number(body.data["threshold_percent"])] as const,
  );
  return [...new Map(notices).values()];
};

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
    expect(aboutThresholds(hook)).toHaveLength(3);
    expect(hook.received.every(({ isSigned }) => isSigned)).toBe(true);
    const [first] = hook.received;
    expect(first?.body).toMatchObject({
      type: "budget.threshold",
      data: {
        subject_name: "Search",
        limit: expect.closeTo(cost * 200, 9),
        spent: expect.closeTo(cost * 100, 9),
        remaining: expect.closeTo(cost * 100, 9),
      },
    });
  });

  it("are neither lost nor doubled when gateways are killed while requests spend it", {
    timeout: 600_000,
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
      // Killed while the requests that cross the first and the second threshold are settled.
      for (const most of [200, 120, Number.POSITIVE_INFINITY]) {
        await using gateway = await startGatewayProcess(folder, environment);
        await spendAtOnce(gateway, key, most);
      }
      await leasesEnd(database === null ? { dataFolder: folder } : { databaseUrl: database.url });
      await using last = await startGatewayProcess(folder, environment);
      await vi.waitFor(() => expect(thresholds(hook).toSorted()).toEqual([50, 80, 95]), patience);
      expect(await last.stop()).toBe(0);
      expect(thresholds(hook)).toHaveLength(3);
    } finally {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** A key of four hundred requests. */
async function keyOf(folder: string, environment: Record<string, string>): Promise<string> {
  await using gateway = await startGatewayProcess(folder, environment);
  const api = `${gateway.url}/api/v1`;
  const text = await readFile(join(folder, "bootstrap.json"), "utf8");
  const { api_key: first, management_key: management } = JSON.parse(text);
  const { cost } = await spend(api, first);
  const key = await newKey(api, management, cost * 400);
  await gateway.stop();
  return key;
}

/** Four callers at once, until this many requests are served or the key is spent; then the gateway is killed. */
async function spendAtOnce(gateway: GatewayProcess, key: string, most: number): Promise<void> {
  let served = 0;
  const caller = async () => {
    while ((await spend(`${gateway.url}/api/v1`, key)).status === 200) {
      served += 1;
      if (served === most) gateway.child.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 4 }, caller));
  await gateway.stop("SIGKILL");
}
