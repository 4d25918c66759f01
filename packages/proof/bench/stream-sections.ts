import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Ask, ask, type KeptConnection, keepConnected } from "./client.ts";
import { type MeasuredGateway, startGateway } from "./gateway.ts";
import { cpuSeconds, load, type Running, residentKilobytes, start } from "./processes.ts";
import { median, type Section } from "./report.ts";
import { textModel } from "./workloads.ts";

const messages = [{ role: "user", content: "Hi" }];

interface Ways {
  readonly upstream: Running;
  readonly bare: Running;
  readonly gateway: MeasuredGateway;
  /** What each is asked for; the bare proxy is asked as the upstream is. */
  readonly asks: Readonly<Record<"direct" | "bare" | "gateway", Ask>>;
}

/** The upstream, which is told how to send, a bare proxy and the gateway before it, for as long as they are used. */
async function withWays<Result>(
  pace: readonly string[],
  measured: (ways: Ways) => Promise<Result>,
): Promise<Result> {
  const upstream = await start("fake-upstream.ts", pace);
  const bare = await start("bare-proxy.ts", [upstream.url]);
  const gateway = await startGateway(upstream.url);
  const body = { model: "text", messages, stream: true };
  const passed = { path: "/chat/completions", key: "none", body };
  const asks = {
    direct: { url: upstream.url, ...passed },
    bare: { url: bare.url, ...passed },
    gateway: {
      url: gateway.url,
      path: "/api/v1/responses",
      key: gateway.apiKey,
      body: { model: textModel, input: "Hi", max_output_tokens: 200, stream: true },
    },
  };
  try {
    return await measured({ upstream, bare, gateway, asks });
  } finally {
    for (const each of [gateway, bare, upstream]) await each.stop();
  }
}

const streams = 1000;
const apartMs = 500;
const settlingMs = 5000;
const measuredMs = 8000;

/** What a thousand streams cost that say a word every half second. */
export async function measureSlowStreams(): Promise<Section> {
  const rows = await withWays([String(apartMs)], async ({ bare, gateway, asks }) => [
    await costOfStreams("bare Node proxy", bare, asks.bare),
    await costOfStreams("Portico", gateway, asks.gateway),
  ]);
  return {
    title: `${streams} slow streams`,
    note: `A delta every ${apartMs} ms in each; memory is the growth of the resident set, kilobytes a stream (the bare proxy has 256 connections to its upstream, so the rest of its streams wait).`,
    head: ["way", "kB a stream", "deltas/s", "CPU µs a delta"],
    rows,
  };
}

async function costOfStreams(
  name: string,
  running: Running,
  order: Ask,
): Promise<readonly string[]> {
  let deltas = 0;
  const sockets: Socket[] = [];
  const open = async (count: number): Promise<void> => {
    for (let opened = 0; opened < count; opened += 1) {
      const onData = (chunk: Buffer): void => {
        if (chunk.includes('"content":" word') || chunk.includes("output_text.delta")) deltas += 1;
      };
      sockets.push(await ask(order, onData));
    }
  };
  const leave = async (): Promise<void> => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await sleep(2000);
  };
  // Code and pools are not what a stream costs.
  await open(50);
  await sleep(2000);
  await leave();
  const beforeKilobytes = residentKilobytes(running);
  await open(streams);
  await sleep(settlingMs);
  const cpuBefore = cpuSeconds(running);
  const deltasBefore = deltas;
  await sleep(measuredMs);
  const seen = deltas - deltasBefore;
  const cpu = cpuSeconds(running) - cpuBefore;
  const kilobytes = residentKilobytes(running) - beforeKilobytes;
  await leave();
  return [
    name,
    (kilobytes / streams).toFixed(0),
    (seen / (measuredMs / 1000)).toFixed(0),
    ((cpu / Math.max(1, seen)) * 1e6).toFixed(0),
  ];
}

const upstreamDelayMs = 20;
/** Of the deltas behind the first: no model sends them all at once, and reading them takes the cores away. */
const paceMs = 2;
const probes = 60;
/** Of the first delta that says anything; what comes before it is the same for everybody. */
const firstContent = "word0";
const warmUpMs = 8000;

/** What stands between a caller and the first event with content, one stream at a time and in turns. */
export async function measureFirstEvent(): Promise<Section> {
  const found = await withWays([String(paceMs), String(upstreamDelayMs)], async ({ asks }) =>
    firstEvents({ direct: asks.direct, "bare Node proxy": asks.bare, Portico: asks.gateway }),
  );
  const directMs = median(found.get("direct") ?? []);
  return {
    title: "Time to the first event",
    note: `Medians of ${probes} streams one after the other on kept connections, up to the first event with content; the upstream answers after ${upstreamDelayMs} ms and sends a delta every ${paceMs} ms.`,
    head: ["way", "p50 ms", "added ms"],
    rows: [...found].map(([name, values]) => [
      name,
      median(values).toFixed(2),
      (median(values) - directMs).toFixed(2),
    ]),
  };
}

async function firstEvents(ways: Readonly<Record<string, Ask>>): Promise<Map<string, number[]>> {
  // Compiled as after a minute of service: one stream at a time would take an hour to that.
  for (const way of Object.values(ways))
    await load({ ...way, connections: 64, durationMs: warmUpMs });
  const connections = new Map<string, KeptConnection>();
  for (const [name, way] of Object.entries(ways)) connections.set(name, await keepConnected(way));
  const found = new Map<string, number[]>();
  for (let round = 0; round < probes; round += 1)
    for (const [name, connection] of connections)
      found.set(name, [...(found.get(name) ?? []), await connection.firstContentMs(firstContent)]);
  for (const connection of connections.values()) connection.close();
  return found;
}
