import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createCluster } from "../../src/process/cluster.ts";

/** Three processes are replaced one by one, and one of them dies by itself: when, says the argument. */
const moments: Record<string, (old: readonly Worker[]) => void> = {
  "before its turn": (old) => void old.at(-1)?.process.kill("SIGKILL"),
  "while its replacement starts": ([first]) => {
    cluster.once("fork", () => first?.process.kill("SIGKILL"));
  },
};

async function restart(moment: string): Promise<void> {
  const problems: string[] = [];
  const processes = createCluster({
    workers: 3,
    ports: 1,
    onProblem: (problem) => void problems.push(problem),
  });
  const listening = new Set<number>();
  cluster.on("listening", ({ id }) => void listening.add(id));
  await processes.start();
  while (listening.size < 3) await sleep(10);
  const old = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const dead = Promise.race(old.map((worker) => once(worker, "exit")));
  const restarted = processes.restart();
  moments[moment]?.(old);
  await Promise.all([restarted, dead]);
  const kept = old.filter((worker) => worker.isConnected()).length;
  const replaced = problems.filter((problem) => problem.includes("a new one starts")).length;
  process.stdout.write(`restarted, ${kept} kept, ${replaced} replaced for their death\n`);
  await processes.stop();
  process.exit(0);
}

if (cluster.isPrimary) await restart(process.argv[2] ?? "");
else createServer((_, response) => response.end()).listen(0, "127.0.0.1");
