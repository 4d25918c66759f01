import type { Schema } from "@portico/contract/facts";
import {
  addressOf,
  defaultPageLimit,
  pageLinks,
  readCursor,
  toCursor,
  toPage,
  type WirePage,
} from "@portico/core/rules/pages";

interface PageOf<Thing> {
  readonly data: Thing[];
  readonly links: Schema<"PageLinks">;
  readonly total_count: number;
}

/** One page of a list, and the address of the next one with the same filters. */
export function pageOf<Thing>(all: readonly Thing[], path: string, query: WirePage): PageOf<Thing> {
  const page = toPage(query);
  return {
    data: all.slice(page.offset, page.offset + page.limit),
    links: pageLinks(path, query, page, all.length),
    total_count: all.length,
  };
}

interface CursorQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

interface CursorPage<Thing> {
  readonly data: Thing[];
  readonly next_cursor: string | null;
  readonly links: Schema<"PageLinks">;
}

/**
 * The things behind the one that the cursor names. Where that one is gone, the page goes on at the next smaller number:
 * the list is sorted by it, the largest first.
 */
export function cursorPage<Thing extends { readonly id: string | number }>(
  all: readonly Thing[],
  path: string,
  query: CursorQuery,
  numberOf: (one: Thing) => number,
): CursorPage<Thing> {
  const { limit = defaultPageLimit, cursor: before } = query;
  const from = before === undefined ? 0 : placeBehind(all, before, numberOf);
  const data = all.slice(from, from + limit);
  const last = from + limit < all.length ? data.at(-1) : undefined;
  const cursor = last && toCursor({ number: numberOf(last), id: String(last.id) });
  const next = cursor === undefined ? null : addressOf(path, { ...query, limit, cursor });
  return { data, next_cursor: cursor ?? null, links: { next } };
}

function placeBehind<Thing extends { readonly id: string | number }>(
  all: readonly Thing[],
  cursor: string,
  numberOf: (one: Thing) => number,
): number {
  const { number, id } = readCursor(cursor);
  const place = all.findIndex((one) => String(one.id) === id);
  if (place >= 0) return place + 1;
  const next = all.findIndex((one) => numberOf(one) < number);
  return next < 0 ? all.length : next;
}
