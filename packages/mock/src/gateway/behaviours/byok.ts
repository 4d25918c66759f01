import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import {
  refuseUnknownProvider,
  secretLabel,
  secretOf,
  unusedFields,
} from "@portico/core/rules/credentials";
import { toIso } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { type Change, pickFacts, recordChange } from "../world/audit.ts";
import type { WorldData } from "../world/data.ts";
import { nowOf } from "../world/now.ts";
import { pageOf } from "../world/page.ts";
import { inWorkspace, workspaceIdOf } from "../world/workspaces.ts";

type Credential = Schema<"ByokCredential">;

/** The providers are those that the contract's examples name, and the sandbox. */
export const createByokCredential = acting<"createByokCredential">(201, (given) => {
  const { body, world, caller } = given;
  const secret = secretOf(body);
  checkProvider(world.data, body.provider);
  const credential: Credential = {
    id: world.uuid(),
    ...unusedFields,
    provider: body.provider,
    workspace_id: workspaceIdOf(world.data, caller, body.workspace_id),
    name: body.name || null,
    label: secretLabel(secret),
    disabled: body.disabled ?? false,
    created_at: toIso(nowOf(world.data)),
    updated_at: null,
  };
  world.data.credentials.push(credential);
  noteRefusal(world.data, credential.id, secret);
  recordCredential(given, credential, null, facts(credential));
  return { data: credential };
});

function checkProvider({ providers }: WorldData, provider: string): void {
  if (providers.length > 0) refuseUnknownProvider(provider, new Set([...providers, "sandbox"]));
}

export const listByokCredentials = acting<"listByokCredentials">(200, ({ query, world }) => {
  const isIn = inWorkspace(world.data, query.workspace_id);
  const shown = world.data.credentials
    .filter(isIn)
    .filter(({ provider }) => query.provider === undefined || provider === query.provider);
  return pageOf(shown, "/byok", query);
});

export const updateByokCredential = acting<"updateByokCredential">(200, (given) => {
  const { params, body, world } = given;
  const { credentials } = world.data;
  const before = credentials.find(({ id }) => id === params.id.toLowerCase());
  if (before === undefined) throw absent("credential", params.id);
  const secret = body.secret ?? body.key;
  const after: Credential = {
    ...before,
    ...(body.name !== undefined && { name: body.name || null }),
    ...(body.disabled !== undefined && { disabled: body.disabled }),
    ...(secret !== undefined && { label: secretLabel(secret) }),
    updated_at: toIso(nowOf(world.data)),
  };
  credentials[credentials.indexOf(before)] = after;
  if (secret !== undefined) noteRefusal(world.data, after.id, secret);
  const replaced = secret === undefined ? {} : { secret_replaced: true };
  recordCredential(given, after, facts(before), { ...facts(after), ...replaced });
  return { data: after };
});

/** An ordinary key can delete credentials of its own workspace; those of another one are not found. */
export const deleteByokCredential = acting<"deleteByokCredential">(200, (given) => {
  const { params, world, caller } = given;
  const { credentials } = world.data;
  const found = credentials.find(({ id }) => id === params.id.toLowerCase());
  const isTheirs = caller.kind === "management" || found?.workspace_id === caller.workspaceId;
  if (found === undefined || !isTheirs) throw absent("credential", params.id);
  credentials.splice(credentials.indexOf(found), 1);
  recordCredential(given, found, facts(found), null);
  return { deleted: true };
});

/** No secret is kept here: what a provider would say to it is. */
function noteRefusal(data: WorldData, id: string, secret: string): void {
  const others = (data.refusedCredentials ?? []).filter((one) => one !== id);
  data.refusedCredentials = secret.startsWith("sk-refused") ? [...others, id] : others;
}

type Facts = Readonly<Record<string, unknown>>;

function facts(credential: Credential): Facts {
  const named = { ...credential, name: credential.name ?? "" };
  return pickFacts(named, ["provider", "name", "workspace_id", "disabled"]);
}

function recordCredential(
  change: Change,
  { id, workspace_id }: Credential,
  before: Facts | null,
  after: Facts | null,
): void {
  const target = { type: "byok_credential", id };
  recordChange(change, { target, workspaceId: workspace_id, before, after });
}
