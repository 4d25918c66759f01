import { fromIso } from "@portico/core/rules/dates";
import { addressOf, pageLinks, toPage, type WirePage } from "@portico/core/rules/pages";
import { absent, type Noun } from "../../errors.ts";
import type { Aged, Listed } from "../../store/ports/page.ts";
import type { Headers } from "../operation.ts";

/** The header that says how old the oldest of these lists is; none where all were read from the primary. */
export function dataAge(...lists: readonly Aged[]): Headers | undefined {
  const oldestMs = Math.max(...lists.map(({ ageMs = -1 }) => ageMs));
  return oldestMs < 0 ? undefined : { "x-portico-data-age": String(oldestMs / 1000) };
}

/**
 * Look-ups name the caller's own organisation, so a thing of another organisation is not found. The message does not
 * show whether an id exists elsewhere.
 */
export function found<Record>(record: Record | null, noun: Noun, id: string): Record {
  if (record === null) throw absent(noun, id);
  return record;
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Without what is undefined: the store takes a field that is absent for one that no caller asked for. */
export function given<Values extends object>(values: Values): Given<Values>;
export function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The times of a query, as the store filters by them. */
export function timesIn({ from, to }: { readonly from?: string; readonly to?: string }) {
  return given({
    fromMs: from === undefined ? undefined : fromIso(from, "from"),
    toMs: to === undefined ? undefined : fromIso(to, "to"),
  });
}

/** A page that was asked for by its offset. */
export function pageOf<Record, Item>(
  path: string,
  query: WirePage,
  { records, totalCount }: Listed<Record>,
  toItem: (record: Record) => Item,
) {
  return {
    data: records.map((record) => toItem(record)),
    links: pageLinks(path, query, toPage(query), totalCount),
    total_count: totalCount,
  };
}

/** What a page says of the one behind its last row. */
export function behind(path: string, query: object, cursor: string | null) {
  return {
    next_cursor: cursor,
    links: { next: cursor === null ? null : addressOf(path, { ...query, cursor }) },
  };
}
