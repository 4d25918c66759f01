import {
  type Config,
  ConfigError,
  readConfig,
  readStoreConfig,
  type StoreConfig,
} from "../../config.ts";
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
