import cluster from "node:cluster";
import { createCluster } from "./cluster.ts";
import { ConfigError, readConfig } from "./config.ts";
import { ConfigurationError } from "./configuration/configuration.ts";
import { serve } from "./serve.ts";
import { StoreTooNew, StoreUnavailable } from "./store/store.ts";

/** The process: starts the gateway, and on SIGTERM or SIGINT lets it finish what it has begun. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) return supervise(config.workers);
  const served = await serve(config).catch((error: unknown) => {
    throw explain(error, config.port);
  });
  stopOnSignal(() => served.close());
  // Whoever reads that it listens may at once tell it to stop. Of several processes the first one speaks.
  if (cluster.worker === undefined || cluster.worker.id === 1)
    process.stdout.write(served.greeting);
}

/** `WORKERS` processes behind one port; SIGHUP replaces them one by one. */
async function supervise(workers: number): Promise<void> {
  const running = createCluster({
    workers,
    onProblem: (message) => process.stderr.write(`portico: ${message}\n`),
  });
  stopOnSignal(() => running.stop());
  process.on("SIGHUP", () => {
    running.restart().catch((error: unknown) => console.error(error));
  });
  await running.start();
}

function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    // Who asks twice does not want to wait.
    if (isStopping) process.exit(130);
    isStopping = true;
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  // Ctrl-C reaches every process of the terminal: a worker leaves its end to the one that started it.
  process.on("SIGINT", cluster.isWorker ? () => {} : stop);
}

/** What an operator can do something about, in words; anything else as it is. */
class StartError extends Error {
  override readonly name = "StartError";
}

function explain(error: unknown, port: number): unknown {
  if (!(error instanceof Error)) return error;
  if ("code" in error && error.code === "EADDRINUSE")
    return new StartError(
      `Port ${port} is in use: another gateway may be running. Stop it, or set PORT to a free one.`,
    );
  if ("code" in error && error.code === "EACCES")
    return new StartError(
      `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
    );
  const isPlain =
    error instanceof StoreUnavailable ||
    error instanceof StoreTooNew ||
    error instanceof ConfigurationError;
  return isPlain ? new StartError(error.message) : error;
}

main().catch((error: unknown) => {
  const isPlain = error instanceof StartError || error instanceof ConfigError;
  console.error(isPlain ? `portico: ${error.message.replaceAll("\n", "\n  ")}` : error);
  process.exitCode = 1;
});
