import { randomUUID } from "node:crypto";
import {
  type Caller,
  createAdmission,
  type GenerationFacts,
  openStore,
  type StorePlace,
} from "@portico/server/proof/store";

/** A process that only admits and settles, so many at a time; it answers its orders by messages. */
export interface MoneyOrder {
  readonly callers: readonly Caller[];
  readonly connections: number;
  readonly durationMs: number;
}

export interface MoneyResult {
  readonly requests: number;
  readonly durationMs: number;
  readonly cpuMicroseconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const facts: GenerationFacts = {
  operation: "embeddings",
  model: "bench/embed",
  provider: "upstream",
  upstreamModel: "embed",
  byok: false,
  streamed: false,
  inputTokens: 8,
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
};

const place: StorePlace = JSON.parse(process.argv[2] ?? "");
const store = await openStore(place);
const admission = createAdmission(store.money, { enforceCredits: false });

async function run({ callers, connections, durationMs }: MoneyOrder): Promise<MoneyResult> {
  const latencies: number[] = [];
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  const untilMs = startedMs + durationMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const caller = callers[Math.floor(Math.random() * callers.length)];
      if (caller === undefined) return;
      const beganMs = performance.now();
      const hold = await admission.hold(caller, {
        generationId: `gen-${randomUUID()}`,
        minimumNanousd: 1000,
        desiredNanousd: 1000,
        tokens: 8,
        usesCredits: true,
        about: { operation: "embeddings", model: facts.model, appUrl: null, appTitle: null },
      });
      await admission.settle(hold, { state: "settled", costNanousd: 160, facts });
      latencies.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requests: latencies.length,
    durationMs: performance.now() - startedMs,
    cpuMicroseconds: user + system,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

process.on("message", (order: MoneyOrder | "end") => {
  if (order === "end") void end();
  else void run(order).then((result) => process.send?.(result));
});
process.send?.("ready");

async function end(): Promise<void> {
  await admission.close();
  await store.close();
  process.disconnect();
}
