import type { Input, Schema } from "@portico/contract";
import type { StoreConfig } from "../../config.ts";
import { type NewKeyPlace, newApiKey, toApiKey } from "../../operations/keys/api-key-wire.ts";
import { actorName } from "../../store/ports/actor.ts";
import { CliError } from "../shell/cli-error.ts";
import { configurationOf, storeSettings } from "../shell/settings.ts";
import { type LocalStore, onLocalStore } from "./local-store.ts";

type Body = Input<"createApiKey">["body"];

const longestName = 200;

/** Creates a key in the store itself, for an operator with no management key left. */
export async function newLocalKey(
  body: Body,
): Promise<{ readonly data: Schema<"ApiKey">; readonly key: string }> {
  if (body.name.length === 0 || body.name.length > longestName)
    throw new CliError(`--name must have 1 to ${longestName} characters.`, "usage");
  const config = storeSettings();
  return await onLocalStore(config, "createApiKey", async (local) => {
    const { store, actor } = local;
    const { record, secret } = newApiKey(body, {
      workspaceId: await workspaceIdIn(local, body.workspace_id),
      createdBy: actorName(actor),
      defaults: await defaultsFor(body.kind, config),
    });
    return { data: toApiKey(await store.keys.create(actor, record)), key: secret };
  });
}

async function workspaceIdIn(
  { store, organisationId, workspaceId }: LocalStore,
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined) return workspaceId;
  const found = await store.workspaces.get(organisationId, wanted);
  if (found === null)
    throw new CliError(`There is no workspace ${JSON.stringify(wanted)} in this store.`, "usage");
  return found.id;
}

/** A management key never spends, so it can be created even with a mistake in portico.yaml. */
async function defaultsFor(
  kind: Body["kind"],
  config: StoreConfig,
): Promise<NewKeyPlace["defaults"]> {
  if (kind === "management") return { requestsPerMinute: null, tokensPerMinute: null };
  const { limits } = await configurationOf(config);
  return limits;
}
