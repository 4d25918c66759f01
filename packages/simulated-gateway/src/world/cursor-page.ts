import type { Schema } from "@portico/contract/facts";
import { refusedField } from "@portico/core/failures";
import { fromBase64Url, toBase64Url } from "../base64.ts";
import { addressOf } from "./page.ts";

interface CursorQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

interface CursorPage<Thing> {
  readonly data: Thing[];
  readonly next_cursor: string | null;
  readonly links: Schema<"PageLinks">;
}

const defaultLimit = 50;

/** The things behind the one that the cursor names. */
export function cursorPage<Thing extends { readonly id: string | number }>(
  all: readonly Thing[],
  path: string,
  query: CursorQuery,
): CursorPage<Thing> {
  const { limit = defaultLimit, cursor } = query;
  const from = cursor === undefined ? 0 : placeBehind(all, cursor);
  const data = all.slice(from, from + limit);
  const last = from + limit < all.length ? data.at(-1) : undefined;
  const next = last === undefined ? null : toBase64Url(`after ${last.id}`);
  const links = { next: next === null ? null : addressOf(path, { ...query, limit, cursor: next }) };
  return { data, next_cursor: next, links };
}

function placeBehind(all: readonly { readonly id: string | number }[], cursor: string): number {
  const [, id] = /^after (.+)$/su.exec(fromBase64Url(cursor) ?? "") ?? [];
  if (id === undefined) throw refusedField("cursor", "cursor must be the next_cursor of a page.");
  const place = all.findIndex((one) => String(one.id) === id);
  return place < 0 ? all.length : place + 1;
}
