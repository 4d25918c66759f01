import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import type { ApiKey, Connection } from "./client.ts";
import { type HeldUpstream, startHeldUpstream } from "./held-upstream.ts";

/** A gateway as its operator starts it, with the sandbox's models, one that costs money, and one that never ends. */
export interface Gateway extends AsyncDisposable {
  readonly connection: Connection;
  readonly upstream: HeldUpstream;
  newKey(limit?: number): Promise<ApiKey>;
  /** The ledger's rows of a key. */
  requestsOf(key: ApiKey): Promise<number>;
}

/** Costs a dollar a token, so that a key with a small limit cannot pay for it. */
export const dearModel = "dear";
/** The same for rankings. */
export const dearRanker = "dear-ranker";
/** Says two words and then nothing. */
export const heldModel = "held";

export async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), "portico-works-with-"));
  const upstream = await startHeldUpstream();
  const configuration = join(folder, "portico.yaml");
  writeFileSync(configuration, configurationFor(upstream.url));
  const data = join(folder, "data");
  const gateway = await startGatewayProcess(folder, {
    PORTICO_DATA: data,
    PORTICO_CONFIG: configuration,
    PORTICO_LOG_LEVEL: "silent",
  });
  const keys = JSON.parse(readFileSync(join(data, "bootstrap.json"), "utf8"));
  const url = `${gateway.url}/api/v1`;
  const asManager = managerOf(url, keys.management_key);
  return {
    connection: { url, key: keys.api_key },
    upstream,
    newKey: async (limit) => {
      const made = await asManager("/keys", { name: "A client", ...(limit && { limit }) });
      return { key: made.key, hash: made.data.hash };
    },
    requestsOf: async ({ hash }) => {
      const { data: rows } = await asManager(`/activity?api_key_hash=${hash}`);
      return rows.reduce((sum: number, row: { requests: number }) => sum + row.requests, 0);
    },
    async [Symbol.asyncDispose]() {
      // First, so that no request waits for it any more.
      await upstream[Symbol.asyncDispose]();
      await gateway.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function configurationFor(upstreamUrl: string): string {
  const model = (id: string, endpoint: string, price: string) =>
    `  - { id: ${id}, kind: text, context_length: 100000, endpoints: [{ ${endpoint}, price: { input: "${price}", output: "${price}" } }] }`;
  return [
    "providers:",
    `  fake: { kind: openai-compatible, base_url: "${upstreamUrl}" }`,
    "  sandbox: { kind: sandbox, word_delay_ms: 1 }",
    "models:",
    `  - { id: ${dearRanker}, kind: rerank, context_length: 1000, endpoints: [{ provider: sandbox, upstream_model: rerank, price: { input: "1000000" } }] }`,
    model(dearModel, "provider: sandbox, upstream_model: text", "1000000"),
    model(heldModel, "provider: fake, upstream_model: held", "1"),
    "",
  ].join("\n");
}

function managerOf(url: string, key: string) {
  return async (path: string, body?: object) => {
    const reply = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
}
