import { randomUUID } from "node:crypto";
import type { Schema } from "@portico/contract";
import { refusedField } from "@portico/core/failures";
import {
  refuseUnknownProvider,
  secretLabel,
  secretOf,
  unusedFields,
} from "@portico/core/rules/credentials";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import { absent } from "../../errors.ts";
import type { CredentialRecord } from "../../store/ports/credentials.ts";
import type { Gateway } from "../gateway.ts";
import { found, given, pageOf } from "../lists/lists.ts";
import { created, type Operation, ok } from "../operation.ts";
import { workspaceFilter, workspaceIdOf } from "./workspace-filter.ts";

export const createByokCredential: Operation<"createByokCredential"> = async (
  { body },
  { actor, caller, gateway },
) => {
  const secret = secretOf(body);
  checkProvider(gateway, body.provider);
  const workspaceId = await workspaceIdOf(gateway, caller, body.workspace_id);
  const place = { id: randomUUID(), workspaceId, provider: body.provider };
  const record = await gateway.store.credentials.create(
    actor,
    {
      ...place,
      name: body.name ?? "",
      label: secretLabel(secret),
      disabled: body.disabled ?? false,
    },
    gateway.secrets.seal(place, secret),
  );
  return created({ data: toCredential(record) });
};

export const listByokCredentials: Operation<"listByokCredentials"> = async (
  { query },
  { caller, gateway },
) => {
  const listed = await gateway.store.credentials.list(caller.organisationId, {
    ...toPage(query),
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    ...given({ provider: query.provider }),
  });
  return ok(pageOf("/byok", query, listed, toCredential));
};

export const updateByokCredential: Operation<"updateByokCredential"> = async (
  { params, body },
  { actor, gateway },
) => {
  const { credentials } = gateway.store;
  const secret = body.secret ?? body.key;
  // A new secret is bound to the credential's place, which never changes.
  const place = found(
    await credentials.get(actor.organisationId, params.id),
    "credential",
    params.id,
  );
  const record = await credentials.update(actor, params.id, {
    ...(body.name === undefined ? {} : { name: body.name ?? "" }),
    ...(body.disabled === undefined ? {} : { disabled: body.disabled }),
    ...(secret === undefined
      ? {}
      : { label: secretLabel(secret), secret: gateway.secrets.seal(place, secret) }),
  });
  return ok({ data: toCredential(found(record, "credential", params.id)) });
};

/**
 * The store wipes the ciphertext and its data key in the transaction that deletes. An ordinary key can delete
 * credentials of its own workspace; those of another one are not found.
 */
export const deleteByokCredential: Operation<"deleteByokCredential"> = async (
  { params },
  { actor, caller, gateway },
) => {
  const workspaceId = caller.kind === "ordinary" ? caller.workspaceId : undefined;
  const isDeleted = await gateway.store.credentials.delete(actor, params.id, workspaceId);
  if (!isDeleted) throw absent("credential", params.id);
  return ok({ deleted: true });
};

/** Refuses providers that do not check keys: they would answer every request, and no key would be charged for it. */
function checkProvider({ providerNames, configuration }: Gateway, provider: string): void {
  if (configuration.byokProviders.has(provider)) return;
  refuseUnknownProvider(provider, providerNames);
  throw refusedField(
    "provider",
    `provider ${provider} takes no credentials of workspaces: it is not known to check them. The operator may say \`byok: allow\` for it.`,
  );
}

export function toCredential(record: CredentialRecord): Schema<"ByokCredential"> {
  return {
    id: record.id,
    provider: record.provider,
    workspace_id: record.workspaceId,
    name: record.name === "" ? null : record.name,
    label: record.label,
    disabled: record.disabled,
    created_at: toIso(record.createdAtMs),
    updated_at: toIsoOrNull(record.updatedAtMs),
    ...unusedFields,
  };
}
