import { expect, it, vi } from "vitest";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import type { DoneGeneration } from "../operations/gateway.ts";
import { newWorkspace } from "../operations/organisation/workspaces.ts";
import { endUserFingerprint, openLog, sealLog } from "../secrets/io-log-seal.ts";
import { readMasterKeys } from "../secrets/master-key.ts";
import { createSecrets, SecretUnreadable } from "../secrets/secrets.ts";
import type { IoLogEntry } from "../store/ports/io-log.ts";
import type { WorkspaceRecord } from "../store/ports/workspaces.ts";
import { createIoLog } from "./io-log.ts";

const secrets = createSecrets(readMasterKeys("q3Zk0mJ8v1T5y7B2n4X6c8L0w9R1e3U5"));

const workspace: WorkspaceRecord = {
  ...newWorkspace,
  isObservabilityIoLoggingEnabled: true,
  id: "w",
  organisationId: "o",
  name: "W",
  slug: "w",
  revision: 1,
  createdAtMs: 0,
  updatedAtMs: null,
  createdBy: null,
};

function done(settings: Partial<WorkspaceRecord>, keyId = 1): DoneGeneration {
  return {
    generationId: `gen-${keyId}`,
    requestId: "req-1",
    caller: sampleCaller({ keyId }),
    workspace: { ...workspace, ...settings },
    facts: {
      operation: "embeddings",
      model: "m",
      provider: null,
      upstreamModel: null,
      byok: false,
      streamed: false,
      inputTokens: 1,
      outputTokens: 0,
      cachedInputTokens: 0,
      reasoningTokens: 0,
      estimated: false,
      finishReason: null,
      status: 200,
      errorKind: null,
      discountNanousd: 0,
      cost: null,
      price: null,
      configurationVersion: null,
      endUser: null,
      sessionId: null,
      tags: null,
      latencyMs: 1,
      firstTokenMs: null,
      attempts: [],
      appUrl: null,
      appTitle: null,
    },
    costNanousd: 0,
    unbilledNanousd: 0,
    startedAtMs: 5,
    content: () => ({ request: "in", reply: "out", endUser: "u" }),
  };
}

async function logged(generations: readonly DoneGeneration[]): Promise<readonly IoLogEntry[]> {
  const entries: IoLogEntry[] = [];
  const log = createIoLog({
    store: { append: async (batch) => void entries.push(...batch) },
    seal: (place, content) => sealLog(secrets.seal, place, content),
    onDropped: () => {
      throw new Error("Nothing may be lost here.");
    },
  });
  for (const generation of generations) log.generation(generation);
  await log.close();
  return entries;
}

it.each([1, 0.5, 0.29, 0.1, 0.001, 0.0001])("honours a rate of %d exactly", async (rate) => {
  const count = 20_000;
  const generations = new Array(count).fill(done({ ioLoggingSamplingRate: rate }));
  expect(await logged(generations)).toHaveLength(Math.round(count * rate));
});

it("the I/O log stays empty if logging is off", async () => {
  expect(await logged([done({ isObservabilityIoLoggingEnabled: false })])).toEqual([]);
});

it("the I/O log holds the requests of the chosen keys only, and of all keys if none is chosen", async () => {
  const chosen = { ioLoggingApiKeyIds: [2] };
  const entries = await logged([done(chosen, 1), done(chosen, 2), done({}, 3)]);
  expect(entries.map(({ keyId }) => keyId)).toEqual([2, 3]);
});

it("the I/O log does not collect the content of requests that it does not log", async () => {
  const generation = {
    ...done({ ioLoggingSamplingRate: 0.0001 }),
    content: () => {
      throw new Error("The content was not asked for.");
    },
  };
  expect(await logged([generation])).toEqual([]);
});

it("the I/O log seals its entries: only the master key opens them, and only in their own place", async () => {
  const [entry] = await logged([done({})]);
  if (entry === undefined) throw new Error("Nothing was logged.");
  const { ciphertext, wrappedDataKey } = entry.content;
  expect(Buffer.concat([ciphertext, wrappedDataKey]).includes("out")).toBe(false);
  expect(openLog(secrets.open, entry)).toEqual({ request: "in", reply: "out" });
  for (const elsewhere of [{ workspaceId: "v" }, { generationId: "gen-2" }])
    expect(() => openLog(secrets.open, { ...entry, ...elsewhere })).toThrow(SecretUnreadable);
});

it("the I/O log keeps an end user's name as a fingerprint that differs between workspaces", async () => {
  const [entry] = await logged([done({})]);
  expect(entry?.endUser).toBe(endUserFingerprint("w", "u"));
  expect(entry?.endUser).toMatch(/^[0-9a-f]{64}$/);
  expect(endUserFingerprint("v", "u")).not.toBe(endUserFingerprint("w", "u"));
});

it("entries behind a slow store count until they are written, and more than the limit are dropped", async () => {
  vi.useFakeTimers();
  try {
    const stored = Promise.withResolvers<void>();
    const dropped: number[] = [];
    const log = createIoLog({
      store: { append: () => stored.promise },
      seal: () => ({ ciphertext: Buffer.alloc(0), wrappedDataKey: Buffer.alloc(0), keyVersion: 1 }),
      onDropped: (count) => void dropped.push(count),
    });
    const large = { request: "x".repeat(1024 * 1024), reply: "", endUser: null };
    const add = async () => {
      for (let count = 0; count < 40; count += 1)
        log.generation({ ...done({}), content: () => large });
      await vi.advanceTimersByTimeAsync(1000);
    };
    await add();
    await add();
    expect(dropped).toHaveLength(16);
    stored.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await add();
    expect(dropped).toHaveLength(16);
    await log.close();
  } finally {
    vi.useRealTimers();
  }
});
