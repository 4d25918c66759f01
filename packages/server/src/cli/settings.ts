import { type Config, ConfigError, readConfig } from "../config.ts";
import { CliError } from "./cli-error.ts";

/** The gateway's own settings, for commands that work on its store and files. */
export function settings(): Config {
  try {
    return readConfig();
  } catch (error) {
    throw error instanceof ConfigError
      ? new CliError(error.message, "usage", { cause: error })
      : error;
  }
}
