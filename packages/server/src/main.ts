import cluster from "node:cluster";
import { type Config, readConfig } from "./config.ts";
import { prepareV8 } from "./process/v8-flags.ts";

/** Prints output that needs no modules; all else is loaded once its compiled form can be found. */
function configOrExit(): Config | null {
  try {
    return readConfig();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`portico: ${message.replaceAll("\n", "\n  ")}`);
    process.exitCode = 1;
    return null;
  }
}

const config = configOrExit();
if (config !== null) {
  const supervises = config.workers > 1 && cluster.isPrimary;
  if (!supervises) prepareV8(config.dataFolder);
  const { run } = await import("./process/run.ts");
  await run(config);
}
