import {
  type Config,
  ConfigError,
  readConfig,
  readStoreConfig,
  type StoreConfig,
} from "../../config.ts";
import { ConfigurationError } from "../../configuration/configuration.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { CliError } from "./cli-error.ts";

/** The gateway's own settings, for commands that work on its store and files. */
export function settings(): Config {
  return explained(readConfig);
}

/** Only the place of the store, so that rescue commands work where little is set. */
export function storeSettings(): StoreConfig {
  return explained(readStoreConfig);
}

function explained<Settings>(read: () => Settings): Settings {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError
      ? new CliError(error.message, "usage", { cause: error })
      : error;
  }
}

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
