import cluster from "node:cluster";
import { once } from "node:events";
import type { Config } from "../config.ts";
import { giveStartBack } from "../garbage.ts";
import { gatherMetrics } from "../observability/cluster-metrics.ts";
import type { Log } from "../observability/log.ts";
import { createCluster } from "./cluster.ts";
import { explainStart } from "./explain-start.ts";
import { type Served, serve } from "./serve.ts";
import { passOnTaken, takeTogether } from "./taken-together.ts";

/** Starts the gateway, and on SIGTERM or SIGINT lets its requests end before it exits. */
export async function run(config: Config): Promise<void> {
  try {
    await start(config);
  } catch (error) {
    complain(explainStart(error, config));
    process.exitCode = 1;
    // A worker would wait for a message of the primary process that never comes.
    cluster.worker?.disconnect();
  }
}

async function start(config: Config): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary) return supervise(config);
  const served = await serve(config);
  giveStartBack(served);
  const name = cluster.isWorker ? `Process ${process.pid}` : "Portico";
  const stop = stopOnSignal(async () => {
    tell(`${name} is stopping, ${describeUnderWay(served.underWay())}\n`);
    await served.close();
    tell(`${name} has stopped\n`);
    await leaveCluster();
  });
  hearHangUp(stop, served);
  if (cluster.isWorker) takeTogether(process, served);
  logUncaughtErrors(served.log);
  // Register signal handlers before printing the greeting. Of several processes the first one prints it.
  if (cluster.worker === undefined || cluster.worker.id === 1) tell(served.greeting);
}

/**
 * The first process may have handed a connection over after this one closed its port. Such a one goes back, to another
 * process: it would have no answer if this process ended before.
 */
async function leaveCluster(): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined || !worker.isConnected()) return;
  // The first process answers: what it has sent before has arrived then.
  const left = once(worker, "disconnect");
  worker.disconnect();
  await left;
}

function describeUnderWay(requests: number): string {
  return requests === 1 ? "1 request under way" : `${requests} requests under way`;
}

/** Prints a line for people. A closed standard output is ignored. */
function tell(text: string): void {
  process.stdout.once("error", () => {}).write(text);
}

function complain(message: string): void {
  process.stderr.write(`portico: ${message.replaceAll("\n", "\n  ")}\n`);
}

/** Log and keep serving: an uncaught error affects at most one request. */
function logUncaughtErrors(log: Log): void {
  process.on("uncaughtException", (error) => log.error({ error }, "an error was not caught"));
  process.on("unhandledRejection", (error) => log.error({ error }, "a rejection was not handled"));
}

/**
 * SIGHUP asks the first of several processes to replace the others one by one. One process alone looks at its
 * configuration at once: without a handler Node would end it, with its requests. Where a terminal was closed, it stops.
 */
function hearHangUp(stop: () => void, { look }: Pick<Served, "look">): void {
  process.on("SIGHUP", () => {
    // A closing terminal sends it to every process: those that belong to a first one leave the answer to it.
    if (cluster.isWorker) return;
    if (process.stdout.isTTY === true) stop();
    else void look();
  });
}

/** `WORKERS` processes behind one port; SIGHUP replaces them one by one. */
async function supervise(config: Config): Promise<void> {
  const { workers, metricsPort } = config;
  gatherMetrics();
  passOnTaken(cluster);
  const running = createCluster({
    workers,
    ports: metricsPort === null ? 1 : 2,
    onProblem: complain,
  });
  stopOnSignal(async () => {
    await running.stop();
    tell("Portico has stopped\n");
  });
  process.on("SIGHUP", () => {
    running.restart().catch((error: unknown) => complain(explainStart(error, config)));
  });
  await running.start();
}

function stopOnSignal(close: () => Promise<void>): () => void {
  let isStopping = false;
  const stop = () => {
    // A second signal exits at once.
    if (isStopping) process.exit(130);
    isStopping = true;
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  // Ctrl-C reaches every process of the terminal: workers ignore it, and the primary process stops them.
  process.on("SIGINT", cluster.isWorker ? () => {} : stop);
  return stop;
}
