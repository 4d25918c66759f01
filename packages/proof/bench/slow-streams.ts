import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Ask, ask } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { cpuSeconds, type Running, residentKilobytes, start } from "./processes.ts";
import type { Section } from "./report.ts";
import { textModel } from "./workloads.ts";

const streams = 1000;
const apartMs = 500;
const settlingMs = 5000;
const measuredMs = 8000;
const messages = [{ role: "user", content: "Hi" }];

/** What a thousand streams cost that say a word every half second. */
export async function measureSlowStreams(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", [String(apartMs)]);
  const bare = await start("bare-proxy.ts", [upstream.url]);
  const gateway = await startGateway(upstream.url);
  const passing = { key: "none", body: { model: "text", messages, stream: true } };
  const rows = [
    await measure("bare Node proxy", bare, {
      url: bare.url,
      path: "/chat/completions",
      ...passing,
    }),
    await measure("Portico", gateway, {
      url: gateway.url,
      path: "/api/v1/responses",
      key: gateway.apiKey,
      body: { model: textModel, input: "Hi", max_output_tokens: 200, stream: true },
    }),
  ];
  for (const each of [gateway, bare, upstream]) await each.stop();
  return {
    title: `${streams} slow streams`,
    note: `A delta every ${apartMs} ms in each; memory is the growth of the resident set, kilobytes a stream (the bare proxy has 256 connections to its upstream, so the rest of its streams wait).`,
    head: ["way", "kB a stream", "deltas/s", "CPU µs a delta"],
    rows,
  };
}

async function measure(name: string, running: Running, order: Ask): Promise<readonly string[]> {
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
