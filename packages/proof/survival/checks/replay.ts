import type { BilledEntry, LedgerEntry } from "@portico/server/proof/store";
import type { SurvivalKey } from "../parts/driver.ts";
import { costOf, isUpstreamName, type JournalEntry } from "../parts/journal.ts";
import type { Sighting } from "../parts/sighting.ts";

export interface Replayed {
  /** Successes that a caller saw and the ledger does not know. */
  readonly lost: readonly string[];
  /** Requests with more than one row. */
  readonly doubled: readonly string[];
  /** Keys whose callers were given more than their limit pays for. */
  readonly overspent: readonly string[];
  /** Rows that say something else than the journal and the callers. */
  readonly wrong: readonly string[];
}

export interface Evidence {
  readonly journal: readonly JournalEntry[];
  readonly sightings: readonly Sighting[];
  readonly ledger: readonly LedgerEntry[];
  readonly keys: readonly SurvivalKey[];
}

/**
 * The second checker: every request is followed from its caller through the upstream's journal into the ledger, and
 * its cost worked out anew from the tokens that the upstream remembers. It reads nothing that the gateway has summed up.
 */
export function replay({ journal, sightings, ledger, keys }: Evidence): Replayed {
  const calls = Map.groupBy(journal, ({ marker }) => marker);
  const rows = linkRows(sightings, ledger);
  const found = { lost: [] as string[], doubled: [] as string[], wrong: [] as string[] };
  const spent = new Map<number, number>();
  for (const sighting of sightings) {
    const { marker, end } = sighting;
    const mine = rows.of(marker);
    const asked = calls.get(marker) ?? [];
    if (mine.length > 1) found.doubled.push(`${marker}: ${mine.length} rows`);
    for (const row of mine) found.wrong.push(...judgeRow(row, sighting, asked));
    if (end !== "whole") continue;
    const [row] = mine;
    if (row === undefined) found.lost.push(`${marker}: seen whole, not in the ledger`);
    else found.wrong.push(...judgeSuccess(row, sighting));
    spent.set(sighting.keyId, (spent.get(sighting.keyId) ?? 0) + cheapest(asked));
  }
  return {
    ...found,
    wrong: [...found.wrong, ...rows.strangers],
    overspent: keys.flatMap(({ id, limitNanousd, limitReset }) => {
      const nanousd = spent.get(id) ?? 0;
      return limitNanousd !== null && limitReset === null && nanousd > limitNanousd
        ? [`key ${id}: served for ${nanousd} of ${limitNanousd}`]
        : [];
    }),
  };
}

/** By the title, or by the id that the caller was told. */
function linkRows(sightings: readonly Sighting[], ledger: readonly LedgerEntry[]) {
  const byId = new Map<string, string>();
  for (const { marker, generationId } of sightings)
    if (generationId !== null) byId.set(generationId, marker);
  const known = new Set(sightings.map(({ marker }) => marker));
  const markerOf = (row: LedgerEntry) => row.title ?? byId.get(row.generationId) ?? null;
  const byMarker = Map.groupBy(ledger, (row) => markerOf(row) ?? "");
  const nameless = byMarker.get("") ?? [];
  const unnamed = sightings.filter((seen) => !seen.isTitled && seen.generationId === null);
  const strangers = [...byMarker.keys()]
    .filter((marker) => marker !== "" && !known.has(marker))
    .map((marker) => `${marker}: a row for nobody's request`);
  if (nameless.length > unnamed.length)
    strangers.push(`${nameless.length} rows for ${unnamed.length} requests without a name`);
  return { of: (marker: string) => byMarker.get(marker) ?? [], strangers };
}

/** Whatever the caller saw: nothing is charged that no upstream stands behind, and nothing at a wrong price. */
function judgeRow(
  row: LedgerEntry,
  { marker, keyId }: Sighting,
  asked: readonly JournalEntry[],
): readonly string[] {
  const wrong = (what: string) => [`${marker}: ${what}: ${JSON.stringify(row)}`];
  if (row.keyId !== keyId) return wrong("charged to another key");
  if (row.charged > row.held) return wrong("charged more than was held");
  if (row.state !== "settled") return [];
  const parts = row.attempts.length === 0 ? [row] : row.attempts;
  // One answer fits into its hold; only of several may a part be left.
  if (parts.length === 1 && !row.isEstimated && row.unbilled > 0) return wrong("unbilled in part");
  return parts.flatMap((part) => judgePart(part, asked)).flatMap(wrong);
}

/** What is wrong with what one upstream is said to have billed. */
function judgePart(
  { provider, charged, unbilled, isEstimated }: BilledEntry,
  asked: readonly JournalEntry[],
): readonly string[] {
  if (!isUpstreamName(provider)) return ["settled for nobody"];
  const calls = asked.filter(({ upstream }) => upstream === provider);
  if (calls.length === 0) return ["charged, and the upstream was never asked"];
  if (isEstimated) return [];
  const costs = calls
    .filter(({ fault }) => fault === null)
    .map(({ inputTokens, outputTokens }) => costOf(provider, inputTokens, outputTokens));
  return costs.includes(charged + unbilled)
    ? []
    : [`not what the upstream counted (${costs.join(", ")})`];
}

/** What a caller saw to its end was durable before its last byte. */
function judgeSuccess(row: LedgerEntry, { marker, generationId, costNanousd }: Sighting) {
  const wrong: string[] = [];
  if (row.state !== "settled") wrong.push(`${marker}: seen whole and ${row.state}`);
  if (row.isEstimated) wrong.push(`${marker}: seen whole and estimated`);
  if (generationId !== row.generationId)
    wrong.push(`${marker}: seen as ${generationId}, booked as ${row.generationId}`);
  if (costNanousd !== null && costNanousd !== row.charged)
    wrong.push(`${marker}: told to cost ${costNanousd}, charged ${row.charged}`);
  return wrong;
}

function cheapest(asked: readonly JournalEntry[]): number {
  const costs = asked
    .filter(({ fault }) => fault === null)
    .map(({ upstream, inputTokens, outputTokens }) => costOf(upstream, inputTokens, outputTokens));
  return costs.length === 0 ? 0 : Math.min(...costs);
}
