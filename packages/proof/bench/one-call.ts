import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import type { Ask } from "./client.ts";
import { gatewayContender, orderOf } from "./contenders.ts";
import { startGateway } from "./gateway.ts";
import { load, start } from "./processes.ts";
import type { Section } from "./report.ts";
import { type Workload, workloads } from "./workloads.ts";

const measured = ["embeddings 1×8 float, openai", "responses JSON"] as const;

function workloadOf(name: string): Workload {
  const found = workloads.find((workload) => workload.name === name);
  if (found === undefined) throw new Error(`No workload is named ${name}.`);
  return found;
}

const aloneMs = 4_000;

/** What one call at a time waits for beyond its upstream, by store. */
export async function measureOneCall(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const postgres = await startPostgres({ fsync: true });
  const settings = {
    SQLite: {},
    PostgreSQL: {
      DATABASE_URL: `${postgres.url}/postgres`,
      PORTICO_SECRET: Buffer.alloc(32, "bench").toString("base64"),
    },
  };
  const rows: string[][] = [];
  for (const [store, environment] of Object.entries(settings)) {
    const gateway = await startGateway(upstream.url, environment);
    for (const name of measured) {
      const workload = workloadOf(name);
      const { upstreamPath: path, upstreamBody: body } = workload;
      const direct = { url: upstream.url, path, key: "none", body };
      const asked = orderOf(gatewayContender(gateway), workload);
      const [alone, through] = [await p50Of(direct), await p50Of(asked)];
      rows.push([store, name, ...[alone, through, through - alone].map((ms) => ms.toFixed(2))]);
    }
    await gateway.stop();
  }
  await postgres.stop();
  await upstream.stop();
  return {
    title: "One call alone",
    note: "Medians on one kept connection, one call after the other; both stores wait for the disk, PostgreSQL is on loopback.",
    head: ["store", "workload", "upstream ms", "gateway ms", "added ms"],
    rows,
  };
}

async function p50Of(order: Ask): Promise<number> {
  const alone = { ...order, connections: 1, durationMs: aloneMs };
  await load(alone);
  return (await load(alone)).p50Ms;
}
