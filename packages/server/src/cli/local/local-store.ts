import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import type { StoreConfig } from "../../config.ts";
import { GatewayError } from "../../errors.ts";
import { openStore, type StoreOptions, storePlace } from "../../store/open-store.ts";
import { type Actor, localActor } from "../../store/ports/actor.ts";
import { StoreTooNew, StoreTooOld, StoreUnavailable } from "../../store/ports/errors.ts";
import type { FirstIdentity, Store } from "../../store/store.ts";
import { CliError } from "../shell/cli-error.ts";

type StorePlaceSettings = Pick<StoreConfig, "databaseUrl" | "dataFolder">;

/** Opening a store creates missing files, so a command that only reads checks first. */
export function hasStore({ databaseUrl, dataFolder }: StorePlaceSettings): boolean {
  if (databaseUrl !== null) return true;
  try {
    return readdirSync(dataFolder).some((name) => name.endsWith(".db"));
  } catch {
    return false;
  }
}

export function requireStore(config: StorePlaceSettings): void {
  if (!hasStore(config))
    throw new CliError(
      `There is no database in ${config.dataFolder}: PORTICO_DATA names the gateway's data folder.`,
      "usage",
    );
}

export interface LocalStore extends FirstIdentity {
  readonly store: Store;
  readonly actor: Actor;
}

/** Works on the gateway's store itself, whether or not the gateway runs. Changes are audited as `local`. */
export async function onLocalStore<Result>(
  config: StorePlaceSettings,
  action: string,
  work: (local: LocalStore) => Promise<Result>,
  options: StoreOptions = {},
): Promise<Result> {
  requireStore(config);
  try {
    const store = await openStore(storePlace(config), options);
    try {
      const identity = await store.firstIdentity();
      if (identity === null)
        throw new CliError(
          'The store is empty: start the gateway once ("npm start"), and it makes the first keys.',
        );
      const actor = localActor(identity.organisationId, action, accountName());
      return await work({ ...identity, store, actor });
    } finally {
      await store.close();
    }
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  const isForPeople =
    error instanceof GatewayError ||
    error instanceof StoreTooNew ||
    error instanceof StoreTooOld ||
    error instanceof StoreUnavailable;
  return isForPeople ? new CliError(error.message, "failed", { cause: error }) : error;
}

/** A container may run under a user id without a name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
