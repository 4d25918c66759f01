import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorePlace } from "../../src/store/open-store.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { checkInvariants } from "../books/invariants.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { engines, type TestPlace } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import type { Mode } from "./money-case.ts";
import { serves } from "./response-cases.ts";
import { type MoneyUpstream, startMoneyUpstream, startMute } from "./upstream.ts";

const modes: readonly Mode[] = ["stream", "json", "embeddings"];
const patienceMs = 400;

/** Keeps every settlement waiting, as a migration of the ledger would, until what it gives is called. */
async function lockLedger(place: StorePlace): Promise<() => Promise<void>> {
  if ("dataFolder" in place) {
    const other = new DatabaseSync(join(place.dataFolder, databaseFile));
    other.exec("begin immediate");
    return async () => {
      other.exec("rollback");
      other.close();
    };
  }
  if (!("databaseUrl" in place)) throw new Error("Only its own process sees a store in memory.");
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  await client.query("begin; lock table ledger in access exclusive mode");
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

describe.each(engines)("money on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let upstream: MoneyUpstream;
  let gateway: TestGateway;
  let unlock: (() => Promise<void>) | undefined;
  const mutes: (AsyncDisposable & { port: number })[] = [];

  beforeAll(async () => {
    place = await makePlace();
    upstream = await startMoneyUpstream(
      new Map([
        [
          "late@1",
          async (asked) => {
            unlock = await lockLedger(place.place);
            await serves(asked);
          },
        ],
      ]),
    );
    mutes.push(await startMute(true), await startMute(false));
    const [tls, deaf] = mutes;
    const endpoint = (provider: string) =>
      `endpoints: [ { provider: ${provider}, upstream_model: "late@1", price: { input: "1", output: "2" } } ]`;
    const yaml = [
      "providers:",
      `  usual: { kind: openai-compatible, base_url: "${upstream.url}" }`,
      `  tls: { kind: openai-compatible, base_url: "https://127.0.0.1:${tls?.port}" }`,
      `  deaf: { kind: openai-compatible, base_url: "http://127.0.0.1:${deaf?.port}" }`,
      "models:",
      ...["usual", "tls", "deaf"].flatMap((name) => [
        `  - { id: ${name}-text, kind: text, context_length: 20000000, ${endpoint(name)} }`,
        `  - { id: ${name}-vectors, kind: embedding, dimensions: 4, context_length: 20000000, ${endpoint(name)} }`,
      ]),
    ].join("\n");
    gateway = await startGateway(yaml, {
      store: await place.open(),
      awaitUsageMs: 50,
      settlePatienceMs: patienceMs,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream[Symbol.asyncDispose]();
    for (const mute of mutes) await mute[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  async function ask(
    { provider, mode, title }: { provider: string; mode: Mode; title: string },
    input: string,
    signal = new AbortController().signal,
  ): Promise<{ status: number; text: string }> {
    const isVectors = mode === "embeddings";
    const response = await fetch(`${gateway.url}/${isVectors ? "embeddings" : "responses"}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${gateway.key}`,
        "content-type": "application/json",
        "x-service-title": title,
      },
      body: JSON.stringify({
        model: `${provider}-${isVectors ? "vectors" : "text"}`,
        input,
        ...(!isVectors && { stream: mode === "stream", max_output_tokens: 50 }),
      }),
      signal,
    });
    return { status: response.status, text: await response.text() };
  }

  async function rowOf(title: string): Promise<Readonly<Record<string, unknown>>> {
    const read = () => rawSql(place.place, `select * from ledger where app_title = '${title}'`);
    await expect.poll(read).toHaveLength(1);
    const [row = {}] = await read();
    return row;
  }

  const nowhere = modes.flatMap((mode) => [
    { mode, provider: "tls", what: "before the TLS hello was answered", kilobytes: 22 },
    // More than the buffers between the two hold, so the server never gets a whole request.
    { mode, provider: "deaf", what: "in the middle of sending the question", kilobytes: 16_384 },
  ]);

  it.each(nowhere)(
    "is not charged where a caller hangs up $what ($mode)",
    async ({ mode, provider, kilobytes }) => {
      const title = `${provider}-${mode}`;
      const leaving = new AbortController();
      const sentence = "All work and no play. ";
      const input = sentence.repeat((kilobytes * 1024) / sentence.length);
      const asked = ask({ provider, mode, title }, input, leaving.signal);
      const held = () => rawSql(place.place, `select 1 from holds where app_title = '${title}'`);
      await expect.poll(held).toHaveLength(1);
      setTimeout(() => leaving.abort(), 200);
      await expect(asked).rejects.toThrow();
      const row = await rowOf(title);
      expect(row).toMatchObject({ state: "released", status: 499, error_kind: "callerGone" });
      expect([row["charged_nanousd"], row["unbilled_nanousd"]].map(Number)).toEqual([0, 0]);
    },
  );

  it.each(["stream", "json"] as const)(
    "is booked as a failure, and may be refunded, where its caller got one because the ledger was locked (%s)",
    async (mode) => {
      const title = `late-${mode}`;
      const { status, text } = await ask({ provider: "usual", mode, title }, "Hi");
      if (mode === "json") expect(status).toBe(503);
      else expect(text).toMatch(/response\.failed[\s\S]*\[DONE\]\n\n$/);
      await unlock?.();
      const row = await rowOf(title);
      expect(Number(row["charged_nanousd"])).toBeGreaterThan(0);
      await expect
        .poll(() => rowOf(title))
        .toMatchObject({ state: "settled", status: 503, error_kind: "unavailable" });
      await expect.poll(() => gateway.openHolds()).toBe(0);
      expect(await gateway.refund(String(row["request_id"]))).toBe(true);
      expect(await gateway.refund(String(row["request_id"]))).toBe(false);
      const after = await rowOf(title);
      expect(after).toMatchObject({ state: "refunded", status: 503 });
      expect(await checkInvariants(place.place)).toEqual([]);
    },
  );
});
