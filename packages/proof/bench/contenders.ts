import type { MeasuredGateway } from "./gateway.ts";
import type { LoadOrder } from "./load.ts";
import { cpuSeconds, load, type Running, start } from "./processes.ts";
import { expressReference, type Figure, median, reference } from "./report.ts";
import type { Workload } from "./workloads.ts";

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Contender {
  readonly name: string;
  readonly running: Running;
  readonly order: (workload: Workload) => Pick<LoadOrder, "path" | "key" | "body">;
}

/** The bare proxy and the Express proxy, before one upstream. */
export async function startReferences(upstream: string): Promise<Contender[]> {
  return [
    {
      name: reference,
      running: await start("bare-proxy.ts", [upstream]),
      order: ({ upstreamPath, upstreamBody }) => ({
        path: upstreamPath,
        key: "none",
        body: upstreamBody,
      }),
    },
    {
      name: expressReference,
      running: await start("express-proxy.ts", [upstream]),
      order: asking("none"),
    },
  ];
}

export function gatewayContender(running: MeasuredGateway, name = "Portico"): Contender {
  return { name, running, order: asking(running.apiKey) };
}

function asking(key: string): Contender["order"] {
  return ({ path, body }) => ({ path: `/api/v1${path}`, key, body });
}

interface Sample {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

/** As many as it takes until code is compiled; on a busy host that takes longer, so it is counted in replies. */
const warmingReplies = 12_000;
const longestWarmUpMs = 20_000;
/** Before each round: connections are made again. */
const settlingMs = 300;

async function warmUp(contender: Contender, workload: Workload): Promise<void> {
  const until = performance.now() + longestWarmUpMs;
  for (let replies = 0; replies < warmingReplies && performance.now() < until; )
    replies += (await load({ ...orderOf(contender, workload), durationMs: 1000 })).replies;
}

export function orderOf({ running, order }: Contender, workload: Workload) {
  return { url: running.url, connections: workload.connections, ...order(workload) };
}

async function measure(contender: Contender, workload: Workload, seconds: number): Promise<Sample> {
  const order = orderOf(contender, workload);
  await load({ ...order, durationMs: settlingMs });
  const cpuBefore = cpuSeconds(contender.running);
  const result = await load({ ...order, durationMs: seconds * 1000 });
  const cpu = cpuSeconds(contender.running) - cpuBefore;
  return {
    requestsPerSecond: result.replies / (result.durationMs / 1000),
    cpuMicroseconds: (cpu / Math.max(1, result.replies)) * 1e6,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    failures: result.failures,
  };
}

/** In turns, so that a host that slows down slows all of them. */
export async function compare(
  contenders: readonly Contender[],
  workload: Workload,
  { rounds, seconds }: Rounds,
): Promise<Figure[]> {
  const samples = new Map<string, Sample[]>();
  for (const contender of contenders) await warmUp(contender, workload);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders) {
      const sample = await measure(contender, workload, seconds);
      samples.set(contender.name, [...(samples.get(contender.name) ?? []), sample]);
    }
  return contenders.map(({ name }) => {
    const mine = samples.get(name) ?? [];
    const of = (key: keyof Sample): number => median(mine.map((sample) => sample[key]));
    return {
      workload: workload.name,
      contender: name,
      requestsPerSecond: of("requestsPerSecond"),
      cpuMicrosecondsPerRequest: of("cpuMicroseconds"),
      p50Ms: of("p50Ms"),
      p99Ms: of("p99Ms"),
      failures: mine.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}
