import type { Input, Schema } from "@portico/contract/facts";
import { toNanousd, toNanousdOrNull } from "@portico/core/rules/amounts";
import {
  addressOf,
  defaultPageLimit,
  type KeyPosition,
  readKeyCursor,
  toKeyCursor,
} from "@portico/core/rules/pages";
import { acting } from "../world/acting.ts";
import { shownKey } from "../world/keys.ts";
import { inWorkspace } from "../world/workspaces.ts";

type Key = Schema<"ApiKey">;
type Query = Input<"listApiKeys">["query"];
type Sort = NonNullable<Query["sort"]>;

/** Each page has a cursor: what the list is sorted by and the number of the last key. */
export const listApiKeys = acting<"listApiKeys">(200, ({ query, world: { data } }) => {
  const isIn = inWorkspace(data, query.workspace_id);
  const { sort = "newest", limit = defaultPageLimit, cursor, offset = 0 } = query;
  const isMeant = filterOf(query);
  const meant = data.keys
    .filter(({ record, deleted }) => !deleted && isIn(record) && isMeant(record))
    .map((row) => shownKey(data, row))
    .toSorted((one, other) => compare(placeOf(one, sort), placeOf(other, sort)));
  const rest =
    cursor === undefined ? meant.slice(offset) : behind(meant, readKeyCursor(cursor, sort), sort);
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : toKeyCursor(placeOf(last, sort), sort);
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
function placeOf(key: Key, sort: Sort): KeyPosition {
  const { id, limit_remaining: left } = key;
  if (sort === "newest") return { nanousd: null, id };
  return { nanousd: sort === "most_spent" ? -toNanousd(key.usage) : toNanousdOrNull(left), id };
}

function compare(one: KeyPosition, other: KeyPosition): number {
  if (one.nanousd === other.nanousd) return other.id - one.id;
  return (one.nanousd ?? Number.POSITIVE_INFINITY) - (other.nanousd ?? Number.POSITIVE_INFINITY);
}

function behind(keys: readonly Key[], place: KeyPosition, sort: Sort): readonly Key[] {
  return keys.filter((key) => compare(placeOf(key, sort), place) > 0);
}
