import { fromBase64Url, toBase64Url } from "../base64.ts";
import { refusedField, shown } from "../failures.ts";

/** Larger than any list, and small enough for every database's integers. */
const furthestOffset = 2 ** 31 - 1;

/** Of a list whose caller names none. */
export const defaultPageLimit = 50;

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface WirePage {
  readonly limit?: number;
  readonly offset?: number;
}

export function toPage(query: WirePage, defaultLimit = defaultPageLimit): Page {
  return {
    limit: query.limit ?? defaultLimit,
    offset: Math.min(query.offset ?? 0, furthestOffset),
  };
}

/** The address of the next page, with the same filters; null on the last page. */
export function pageLinks(
  path: string,
  query: object,
  page: Page,
  totalCount: number,
): { next: string | null } {
  const offset = page.offset + page.limit;
  if (offset >= totalCount) return { next: null };
  return { next: addressOf(path, { ...query, limit: page.limit, offset }) };
}

/** The address of a list with a query. */
export function addressOf(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  );
  return `/api/v1${path}?${parameters}`;
}

/** The place behind which a page goes on: a number, and where several rows have it, an id. */
export interface PagePosition {
  readonly number: number;
  readonly id: string;
}

export function toCursor({ number, id }: PagePosition): string {
  return toBase64Url(`${number}.${id}`);
}

export function readCursor(cursor: string): PagePosition {
  const [, number, id] = /^(\d{1,15})\.(.*)$/su.exec(fromBase64Url(cursor) ?? "") ?? [];
  if (number === undefined || id === undefined)
    throw refusedField("cursor", "cursor must be the next_cursor of a page.");
  return { number: Number(number), id };
}

/** The place of a key in a list that is sorted by its number, or by an amount first. */
export interface KeyPosition {
  readonly id: number;
  readonly nanousd: number | null;
}

export function toKeyCursor({ id, nanousd }: KeyPosition, sort: string): string {
  return toBase64Url(`${sort}.${nanousd ?? ""}.${id}`);
}

export function readKeyCursor(cursor: string, sort: string): KeyPosition {
  const [, sorted, nanousd, id] =
    /^([a-z_]+)\.(-?\d{1,16}|)\.(\d{1,15})$/.exec(fromBase64Url(cursor) ?? "") ?? [];
  if (sorted !== sort || nanousd === undefined)
    throw refusedField("cursor", "cursor must be the next_cursor of a page with the same sort.");
  return { id: Number(id), nanousd: nanousd === "" ? null : Number(nanousd) };
}

interface Neighbours {
  readonly after_id?: string;
  readonly before_id?: string;
}

/** Where a page begins, for clients that name the thing before or behind it. */
export function offsetBeside(
  { after_id: after, before_id: before }: Neighbours,
  { limit, offset }: Page,
  models: readonly { readonly id: string }[],
): number {
  const id = after ?? before;
  if (id === undefined) return offset;
  const at = models.findIndex((model) => model.id === id);
  if (at >= 0) return after === undefined ? Math.max(at - limit, 0) : at + 1;
  const field = after === undefined ? "before_id" : "after_id";
  throw refusedField(field, `${field} names no model of this list: ${shown(id)}.`);
}
