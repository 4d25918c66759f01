import type { Schema } from "@portico/client";

export type Generation = Schema<"Generation">;

/** From the first byte of the question to the last one of the answer. */
export function wholeMs({
  latency,
  generation_time: writing,
}: Pick<Generation, "latency" | "generation_time">): number | null {
  return latency === null ? writing : latency + (writing ?? 0);
}

type Identified = Pick<Generation, "id">;

/** How far behind the newest known row a question goes back: bookings of several processes may be seen out of order. */
const overlapMs = 5000;

/** From when on the next rows are asked for; undefined while the list has no row. */
export function anchorOf(newest: Pick<Generation, "settled_at"> | undefined): string | undefined {
  const bookedAt = newest?.settled_at;
  if (bookedAt === undefined || bookedAt === null) return undefined;
  return new Date(Date.parse(bookedAt) - overlapMs).toISOString();
}

/** What of a page of the newest rows a list does not have. */
export interface News<Row> {
  readonly rows: readonly Row[];
  /** Whether more than a page is new: the rows between are not known, and the list has to be fetched again. */
  readonly hasGap: boolean;
}

export function newsIn<Row extends Identified>(
  page: { readonly data: readonly Row[]; readonly next_cursor: string | null } | undefined,
  known: readonly Row[],
): News<Row> {
  if (page === undefined) return { rows: [], hasGap: false };
  const ids = new Set(known.map(({ id }) => id));
  const rows = page.data.filter(({ id }) => !ids.has(id));
  // A page without rows has looked at some that do not match.
  const isNew = rows.length > 0 && rows.length === page.data.length;
  return { rows, hasGap: page.next_cursor !== null && isNew };
}

/** The newer rows above the list, each request once. Of two versions of a row, the list's own is the newer one. */
export function withNewer<Row extends Identified>(
  newer: readonly Row[],
  list: readonly Row[],
): readonly Row[] {
  const ids = new Set(list.map(({ id }) => id));
  return [...newer.filter(({ id }) => !ids.has(id)), ...list];
}
