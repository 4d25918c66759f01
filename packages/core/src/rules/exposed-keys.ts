import type { Input } from "@portico/contract/facts";
import { withoutKeys } from "./key-text.ts";

/** A reported text, with the place of its first find. */
export interface Report {
  readonly token: string;
  readonly type: string;
  readonly source: string;
  readonly url: string;
}

/** In the order of the report, each text once: its first place counts. */
export function reportsIn(body: Input<"reportExposedKeys">["body"]): readonly Report[] {
  const matches = Array.isArray(body)
    ? body
    : body.keys.map((token) => ({ token, source: body.source, url: body.url, type: null }));
  const reports = new Map<string, Report>();
  for (const { token, type, source, url } of matches)
    if (!reports.has(token))
      reports.set(token, {
        token,
        type: type ?? typeOf(token),
        source: source ?? "",
        url: url ?? "",
      });
  return [...reports.values()];
}

/** The names under which our keys are registered with scanners. */
function typeOf(token: string): string {
  return token.startsWith("ptcm_") ? "portico_management_key" : "portico_api_key";
}

/** Long enough for any address that people read. */
const maxUrlCharacters = 2000;

/** Made for existing keys only, because looking for keys in every text of a long report takes time. */
export function sightingOf(report: Report | undefined, scanner: string | null) {
  return { source: sourceOf(scanner, report?.source ?? ""), url: placeOf(report?.url ?? "") };
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
