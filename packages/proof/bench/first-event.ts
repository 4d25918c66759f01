import { type Ask, type KeptConnection, keepConnected } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { load, start } from "./processes.ts";
import { median, type Section } from "./report.ts";
import { textModel } from "./workloads.ts";

const upstreamDelayMs = 20;
/** Of the deltas behind the first: no model sends them all at once, and reading them takes the cores away. */
const paceMs = 2;
const streams = 60;
/** Of the first delta that says anything; what comes before it is the same for everybody. */
const firstContent = "word0";
const warmUpMs = 8000;
const passed = { model: "text", messages: [{ role: "user", content: "Hi" }], stream: true };

/** What stands between a caller and the first event with content, one stream at a time and in turns. */
export async function measureFirstEvent(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", [String(paceMs), String(upstreamDelayMs)]);
  const bare = await start("bare-proxy.ts", [upstream.url]);
  const gateway = await startGateway(upstream.url);
  const path = "/chat/completions";
  const ways: Readonly<Record<string, Ask>> = {
    direct: { url: upstream.url, path, key: "none", body: passed },
    "bare Node proxy": { url: bare.url, path, key: "none", body: passed },
    Portico: {
      url: gateway.url,
      path: "/api/v1/responses",
      key: gateway.apiKey,
      body: { model: textModel, input: "Hi", stream: true },
    },
  };
  // Compiled as after a minute of service: one stream at a time would take an hour to that.
  for (const way of Object.values(ways))
    await load({ ...way, connections: 64, durationMs: warmUpMs });
  const connections = new Map<string, KeptConnection>();
  for (const [name, way] of Object.entries(ways)) connections.set(name, await keepConnected(way));
  const found = new Map<string, number[]>();
  for (let round = 0; round < streams; round += 1)
    for (const [name, connection] of connections)
      found.set(name, [...(found.get(name) ?? []), await connection.firstContentMs(firstContent)]);
  for (const connection of connections.values()) connection.close();
  for (const each of [gateway, bare, upstream]) await each.stop();
  const directMs = median(found.get("direct") ?? []);
  return {
    title: "Time to the first event",
    note: `Medians of ${streams} streams one after the other on kept connections, up to the first event with content; the upstream answers after ${upstreamDelayMs} ms and sends a delta every ${paceMs} ms.`,
    head: ["way", "p50 ms", "added ms"],
    rows: [...found].map(([name, values]) => [
      name,
      median(values).toFixed(2),
      (median(values) - directMs).toFixed(2),
    ]),
  };
}
