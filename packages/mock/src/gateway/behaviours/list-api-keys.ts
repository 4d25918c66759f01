import type { Input, Schema } from "@portico/contract/facts";
import { fromBase64Url, toBase64Url } from "@portico/core/base64";
import { refusedField } from "@portico/core/failures";
import { addressOf } from "@portico/core/rules/pages";
import { acting } from "../world/acting.ts";
import { shownKey } from "../world/keys.ts";
import { inWorkspace } from "../world/workspaces.ts";

type Key = Schema<"ApiKey">;
type Query = Input<"listApiKeys">["query"];
type Sort = NonNullable<Query["sort"]>;

const defaultLimit = 50;

/** Each page has a cursor: what the list is sorted by and the number of the last key. */
export const listApiKeys = acting<"listApiKeys">(200, ({ query, world: { data } }) => {
  const isIn = inWorkspace(data, query.workspace_id);
  const { sort = "newest", limit = defaultLimit, cursor, offset = 0 } = query;
  const isMeant = filterOf(query);
  const meant = data.keys
    .filter(({ record, deleted }) => !deleted && isIn(record) && isMeant(record))
    .map((row) => shownKey(data, row))
    .toSorted((one, other) => compare(placeOf(one, sort), placeOf(other, sort)));
  const rest =
    cursor === undefined ? meant.slice(offset) : behind(meant, readCursor(cursor, sort), sort);
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : toCursor(placeOf(last, sort), sort);
  const { offset: _, ...filters } = query;
  return {
    data: page,
    next_cursor: next,
    links: { next: next === null ? null : addressOf("/keys", { ...filters, limit, cursor: next }) },
    total_count: meant.length,
  };
});

function filterOf({ include_disabled, search, kind, exposed }: Query): (key: Key) => boolean {
  const text = search?.toLowerCase();
  return (key) =>
    (include_disabled !== false || !key.disabled) &&
    (kind === undefined || key.kind === kind) &&
    (exposed === undefined || (key.exposed_at !== null) === exposed) &&
    (text === undefined || matches(key, text));
}

function matches(key: Key, text: string): boolean {
  const { name, label, owner_email: owner, creator_user_id: creator } = key;
  const searched = [name, label, owner ?? "", creator ?? ""].join("\n").toLowerCase();
  if (searched.includes(text) || String(key.id) === text) return true;
  return /^[0-9a-f]{8,64}$/.test(text) && key.hash.startsWith(text);
}

/** By the smaller amount, then by the larger number. A key without an amount comes last. */
interface KeyPosition {
  readonly amount: number | null;
  readonly id: number;
}

function placeOf(key: Key, sort: Sort): KeyPosition {
  const { id } = key;
  if (sort === "newest") return { amount: null, id };
  return { amount: sort === "most_spent" ? -key.usage : key.limit_remaining, id };
}

function compare(one: KeyPosition, other: KeyPosition): number {
  if (one.amount === other.amount) return other.id - one.id;
  return (one.amount ?? Number.POSITIVE_INFINITY) - (other.amount ?? Number.POSITIVE_INFINITY);
}

function behind(keys: readonly Key[], place: KeyPosition, sort: Sort): readonly Key[] {
  return keys.filter((key) => compare(placeOf(key, sort), place) > 0);
}

function toCursor({ amount, id }: KeyPosition, sort: Sort): string {
  return toBase64Url(`${sort} ${amount ?? ""} ${id}`);
}

function readCursor(cursor: string, sort: Sort): KeyPosition {
  const [, sorted, amount = "", id] =
    /^([a-z_]+) (-?[\d.e-]*) (\d{1,15})$/.exec(fromBase64Url(cursor) ?? "") ?? [];
  if (sorted !== sort)
    throw refusedField("cursor", "cursor must be the next_cursor of a page with the same sort.");
  return { amount: amount === "" ? null : Number(amount), id: Number(id) };
}
