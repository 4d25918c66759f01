import type { Input } from "@portico/contract";
import { hashKey, isKey, withoutKeys } from "../../secrets/key-format.ts";
import type { KeySighting } from "../../store/ports/keys.ts";
import { systemActor } from "../../store/records/actor.ts";
import { type Operation, ok } from "../operation.ts";

/** One reported text, with the place of its first find. */
interface Report {
  readonly hash: string;
  readonly type: string;
  readonly mayBeKey: boolean;
  readonly source: string;
  readonly url: string;
}

/** Long enough for any address that people read. */
const maxUrlCharacters = 2000;

export const reportExposedKeys: Operation<"reportExposedKeys"> = async ({ body }, context) => {
  const { gateway, signer } = context;
  const reports = reportsIn(body);
  const exposed = await gateway.store.keys.expose({
    organisationId: signer === null ? context.caller.organisationId : null,
    actorIn: (organisationId) =>
      signer === null ? context.actor : systemActor(organisationId, "reportExposedKeys"),
    // A text without the form of a key needs no look-up in the store.
    hashes: [...reports.values()].filter(({ mayBeKey }) => mayBeKey).map(({ hash }) => hash),
    sightingOf: (hash) => sightingOf(reports.get(hash), signer?.name ?? null),
    disable: gateway.configuration.exposedKeys.onExposed === "disable",
    noticesOf: (key) => gateway.notifier.aboutExposedKey(key),
  });
  gateway.notifier.exposed(exposed.filter(({ isNew }) => isNew));
  const hashes = new Set(exposed.map(({ secretHash }) => secretHash));
  return ok(
    [...reports.values()].map(({ hash, type }) => ({
      token_hash: hash,
      token_type: type,
      label: hashes.has(hash) ? ("true_positive" as const) : ("false_positive" as const),
    })),
  );
};

/** By their hashes, in the order of the report, each text once: its first place counts. */
function reportsIn(body: Input<"reportExposedKeys">["body"]): ReadonlyMap<string, Report> {
  const matches = Array.isArray(body)
    ? body
    : body.keys.map((token) => ({ token, source: body.source, url: body.url, type: null }));
  const reports = new Map<string, Report>();
  for (const { token, type, source, url } of matches) {
    const hash = hashKey(token);
    if (reports.has(hash)) continue;
    reports.set(hash, {
      hash,
      type: type ?? typeOf(token),
      mayBeKey: isKey(token),
      source: source ?? "",
      url: url ?? "",
    });
  }
  return reports;
}

/** The names under which our keys are registered with scanners. */
function typeOf(token: string): string {
  return token.startsWith("ptcm_") ? "portico_management_key" : "portico_api_key";
}

/** Made for existing keys only, because looking for keys in every text of a long report takes time. */
function sightingOf(report: Report | undefined, scanner: string | null): KeySighting {
  return {
    source: sourceOf(scanner, report?.source ?? ""),
    url: placeOf(report?.url ?? ""),
  };
}

/** A scanner's word for the place comes behind the scanner's name. */
function sourceOf(scanner: string | null, source: string): string {
  const named = withoutKeys(source.trim());
  if (scanner === null) return named === "" ? "operator" : named;
  return named === "" ? scanner : `${scanner}: ${named}`;
}

/** Without keys and without the credentials in URLs. Cut last, because half a key would not be recognised as one. */
function placeOf(url: string): string | null {
  const text = withoutKeys(url.trim()).replace(/\/\/[^/?#\s]*@/, "//");
  return text === "" ? null : text.slice(0, maxUrlCharacters);
}
