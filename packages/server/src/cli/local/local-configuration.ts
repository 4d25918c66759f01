import type { StoreConfig } from "../../config.ts";
import { ConfigurationError } from "../../configuration/configuration.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { CliError } from "../shell/cli-error.ts";

/** The configuration of the gateway on this store. */
export function configurationOf(config: StoreConfig) {
  return loadConfiguration({
    path: config.configurationPath,
    required: config.isConfigurationRequired,
    environment: config.environment,
  }).catch((error: unknown) => {
    throw error instanceof ConfigurationError
      ? new CliError(error.message, "failed", { cause: error })
      : error;
  });
}
