import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@portico/test-support/free-port";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { checkInvariants } from "../books/invariants.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { rawSql } from "../store/raw-sql.ts";
import { embeddingCases } from "./embedding-cases.ts";
import type { Behaviour, Bill } from "./journal.ts";
import type { Mode, MoneyCase } from "./money-case.ts";
import { renderTable, type TableRow } from "./render-table.ts";
import { responseCases } from "./response-cases.ts";
import { type MoneyUpstream, startMoneyUpstream, startMute } from "./upstream.ts";

/** Nanodollars a token. */
const price = { input: 1000, output: 2000 };
const question = "Say something kind about the sea, and about those sailing on it.";

const runs = [
  ...responseCases.flatMap((one) =>
    (one.modes ?? (["stream", "json"] as const)).map((mode) => ({ one, mode })),
  ),
  ...embeddingCases.map((one) => ({ one, mode: "embeddings" as const })),
].map(({ one, mode }, index) => ({
  ...{ one, mode, name: `c${index}` },
  title: `${mode}: ${one.fault}, ${one.stage}`,
}));

const rows: TableRow[] = [];
let folder: string;
let upstream: MoneyUpstream;
let gateway: TestGateway;
const mutes: (AsyncDisposable & { port: number })[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-money-"));
  const behaviours = new Map<string, Behaviour>();
  for (const { one, name } of runs) {
    if (one.first !== undefined) behaviours.set(`${name}@1`, one.first);
    if (one.second !== undefined) behaviours.set(`${name}@2`, one.second);
  }
  upstream = await startMoneyUpstream(behaviours);
  mutes.push(await startMute(true), await startMute(false));
  gateway = await startGateway(await yaml(), {
    store: await openStore({ dataFolder: folder }),
    awaitUsageMs: 250,
  });
});

afterAll(async () => {
  await gateway.close();
  await upstream[Symbol.asyncDispose]();
  for (const mute of mutes) await mute[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function yaml(): Promise<string> {
  const [reading, deaf] = mutes;
  const places: Record<string, string> = {
    first: `base_url: "${upstream.url}"`,
    second: `base_url: "${upstream.url}"`,
    closed: `base_url: "http://127.0.0.1:${await freePort()}"`,
    tls: `base_url: "https://127.0.0.1:${reading?.port}"`,
    deaf: `base_url: "http://127.0.0.1:${deaf?.port}", timeouts: { total_ms: 1000 }`,
    whole: `base_url: "${upstream.url}", stream: false`,
    impatient: `base_url: "${upstream.url}", timeouts: { first_byte_ms: 200, idle_ms: 200, total_ms: 1000 }`,
  };
  const endpoint = (provider: string, model: string) =>
    `      - { provider: ${provider}, upstream_model: "${model}", token_bound: o200k_base, price: { input: "1", output: "2" } }`;
  return [
    "providers:",
    ...Object.entries(places).map(
      ([name, place]) => `  ${name}: { kind: openai-compatible, ${place} }`,
    ),
    "models:",
    ...runs.flatMap(({ one, mode, name }) => [
      `  - id: ${name}`,
      mode === "embeddings"
        ? "    kind: embedding\n    dimensions: 4\n    context_length: 1000"
        : "    kind: text\n    context_length: 4000",
      "    endpoints:",
      endpoint(one.place ?? "first", `${name}@1`),
      ...(one.second === undefined ? [] : [endpoint("second", `${name}@2`)]),
    ]),
  ].join("\n");
}

interface Run {
  readonly one: MoneyCase;
  readonly mode: Mode;
  readonly name: string;
}

function ask({ one, mode, name }: Run, signal: AbortSignal): Promise<Response> {
  const body = {
    model: name,
    input: question,
    provider: { order: [one.place ?? "first"] },
    ...(mode !== "embeddings" && {
      stream: mode === "stream",
      max_output_tokens: one.maxOutputTokens ?? 20,
      ...(one.thinks === true && { reasoning: { effort: "high" } }),
      ...(one.calls === true && { tools: [{ type: "function", name: "f" }] }),
    }),
  };
  return fetch(`${gateway.url}/${mode === "embeddings" ? "embeddings" : "responses"}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${gateway.key}`,
      "content-type": "application/json",
      "x-service-title": name,
    },
    body: JSON.stringify(body),
    signal,
  });
}

/** Asks, and leaves when the case says so. */
async function call(run: Run): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  if (run.one.leaves === "ready") upstream.onReady(run.name, leave);
  if (run.one.leaves === "soon") setTimeout(leave, 100);
  try {
    await (await ask(run, leaving.signal)).text();
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
  leave();
}

async function booked(name: string) {
  const place = { dataFolder: folder };
  const read = () =>
    rawSql(
      place,
      `select status, held_nanousd as held, charged_nanousd as charged, unbilled_nanousd as unbilled
        from ledger where app_title = '${name}'`,
    );
  await expect.poll(read).toHaveLength(1);
  const [row] = await read();
  return {
    status: Number(row?.["status"]),
    held: Number(row?.["held"]),
    charged: Number(row?.["charged"]),
    unbilled: Number(row?.["unbilled"]),
  };
}

const costOf = (bills: readonly Bill[]) =>
  bills.reduce((sum, { input, output }) => sum + input * price.input + output * price.output, 0);

describe("what an upstream bills and what the ledger says", inOrder, () => {
  it("is compared for at least seventy-five faults", () => {
    expect(runs.length).toBeGreaterThanOrEqual(75);
  });

  it.each(runs)("is the same: $title", async (run) => {
    const { one, mode, name } = run;
    if (one.isLate === true) gateway.failSettlements();
    await call(run);
    gateway.mendSettlements();
    const row = await booked(name);
    const bills = upstream.journal.of(name);
    rows.push({ ...one, mode, bills, billed: costOf(bills), ...row });
    expect(row.charged).toBeLessThanOrEqual(row.held);
    if (one.reason === undefined) expect(row.charged + row.unbilled).toBe(costOf(bills));
    else expect(row.charged + row.unbilled).not.toBe(costOf(bills));
    if (one.isLate === true) expect(row.status).toBe(503);
  });

  it("is the same in the documentation", async () => {
    await expect(renderTable(rows)).toMatchFileSnapshot("../../../../docs/money-table.md");
  });

  it("leaves no hold open, and books that agree", async () => {
    expect(gateway.openHolds()).toBe(0);
    expect(await checkInvariants({ dataFolder: folder })).toEqual([]);
  });
});
