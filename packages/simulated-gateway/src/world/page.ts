import type { Schema } from "@portico/contract/facts";

/** Larger than any list, and small enough for every database's integers. */
const furthestOffset = 2 ** 31 - 1;
const defaultLimit = 50;

interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

interface PageOf<Thing> {
  readonly data: Thing[];
  readonly links: Schema<"PageLinks">;
  readonly total_count: number;
}

/** One page of a list, and the address of the next one with the same filters. */
export function pageOf<Thing>(
  all: readonly Thing[],
  path: string,
  query: PageQuery,
): PageOf<Thing> {
  const limit = query.limit ?? defaultLimit;
  const offset = Math.min(query.offset ?? 0, furthestOffset);
  const next = offset + limit;
  return {
    data: all.slice(offset, next),
    links: {
      next: next >= all.length ? null : addressOf(path, { ...query, limit, offset: next }),
    },
    total_count: all.length,
  };
}

export function addressOf(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  );
  return `/api/v1${path}?${parameters}`;
}
