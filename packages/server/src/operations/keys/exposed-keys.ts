import { reportsIn, sightingOf } from "@portico/core/rules/exposed-keys";
import { hashKey, isKey } from "../../secrets/key-format.ts";
import { systemActor } from "../../store/ports/actor.ts";
import { type Operation, ok } from "../operation.ts";

export const reportExposedKeys: Operation<"reportExposedKeys"> = async ({ body }, context) => {
  const { gateway, signer } = context;
  // A Map keeps the order of the report.
  const reports = new Map(reportsIn(body).map((report) => [hashKey(report.token), report]));
  const exposed = await gateway.store.keys.expose({
    organisationId: signer === null ? context.caller.organisationId : null,
    actorIn: (organisationId) =>
      signer === null ? context.actor : systemActor(organisationId, "reportExposedKeys"),
    // A text without the form of a key needs no look-up in the store.
    hashes: [...reports].filter(([, { token }]) => isKey(token)).map(([hash]) => hash),
    sightingOf: (hash) => sightingOf(reports.get(hash), signer?.name ?? null),
    disable: gateway.configuration.exposedKeys.onExposed === "disable",
    noticesOf: (key) => gateway.notifier.aboutExposedKey(key),
  });
  gateway.notifier.exposed(exposed.filter(({ isNew }) => isNew));
  const hashes = new Set(exposed.map(({ secretHash }) => secretHash));
  return ok(
    [...reports].map(([hash, { type }]) => ({
      token_hash: hash,
      token_type: type,
      label: hashes.has(hash) ? ("true_positive" as const) : ("false_positive" as const),
    })),
  );
};
