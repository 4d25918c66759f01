import cluster from "node:cluster";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createCluster } from "../../src/cluster.ts";

/** Three processes are replaced one by one, and the last of them dies before its turn. */
async function restart(): Promise<void> {
  const processes = createCluster({ workers: 3, onProblem: () => {} });
  const listening = new Set<number>();
  cluster.on("listening", ({ id }) => void listening.add(id));
  await processes.start();
  while (listening.size < 3) await sleep(10);
  const old = Object.values(cluster.workers ?? {});
  const restarted = processes.restart();
  old.at(-1)?.process.kill("SIGKILL");
  await restarted;
  const kept = old.filter((worker) => worker?.isConnected()).length;
  process.stdout.write(`restarted, ${kept} kept\n`);
  await processes.stop();
  process.exit(0);
}

if (cluster.isPrimary) await restart();
else createServer((_, response) => response.end()).listen(0, "127.0.0.1");
