import type { Schema } from "@portico/contract";
import { toIso } from "@portico/core/rules/dates";
import { absent } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { found } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { openCredential } from "../paid-call/workspace-facts.ts";
import type { CheckedCredential, MadeCheck } from "./check-provider.ts";
import { refuseUnknown } from "./providers.ts";

/** A check that the provider refuses is a good answer to the question: 200. */
export const checkProvider: Operation<"checkProvider"> = async (
  { params, body },
  { actor, gateway },
) => {
  const { slug } = params;
  refuseUnknown(gateway, slug);
  const own =
    body.byok_id === undefined
      ? null
      : await credentialOf(gateway, actor.organisationId, slug, body.byok_id);
  const check = await gateway.checks.make(slug, gateway.catalog, own ?? undefined);
  const { outcome, failure, status } = check;
  await gateway.store.audit.record(actor, {
    target: { type: "provider", id: slug },
    workspaceId: own?.workspaceId ?? null,
    after: { outcome, failure, status, byokId: own?.id ?? null },
  });
  return ok({ data: toCheck(slug, check, own?.id ?? null) });
};

export function toCheck(
  provider: string,
  check: MadeCheck,
  byokId: string | null,
): Schema<"ProviderCheck"> {
  const { outcome, failure, status, message } = check;
  return {
    provider,
    byok_id: byokId,
    outcome,
    failure,
    status,
    message,
    missing_models: [...check.missingModels],
    latency: check.latencyMs,
    checked_at: toIso(check.checkedAtMs),
  };
}

/** One for another provider is not sent to this one. */
async function credentialOf(
  { store, secrets }: Gateway,
  organisationId: string,
  provider: string,
  id: string,
): Promise<CheckedCredential & { readonly workspaceId: string }> {
  const sealed = found(await store.credentials.sealed(organisationId, id), "credential", id);
  if (sealed.provider !== provider) throw absent("credential", id);
  // A changed secret is another one to check.
  const version = `${id} ${sealed.updatedAtMs ?? sealed.createdAtMs}`;
  return {
    id,
    version,
    workspaceId: sealed.workspaceId,
    open: () => openCredential(secrets, sealed),
  };
}
