import { readdirSync } from "node:fs";
import type { Config } from "../config.ts";
import type { StorePlace } from "../store/open-store.ts";
import { CliError } from "./cli-error.ts";

export function storePlace({ databaseUrl, dataFolder }: Config): StorePlace {
  return databaseUrl === null ? { dataFolder } : { databaseUrl };
}

/** Opening makes what is missing: a command that only looks must ask first. */
export function hasStore({ databaseUrl, dataFolder }: Config): boolean {
  if (databaseUrl !== null) return true;
  try {
    return readdirSync(dataFolder).some((name) => name.endsWith(".db"));
  } catch {
    return false;
  }
}

export function requireStore(config: Config): void {
  if (!hasStore(config))
    throw new CliError(
      `There is no database in ${config.dataFolder}: PORTICO_DATA names the gateway's data folder.`,
      "usage",
    );
}
