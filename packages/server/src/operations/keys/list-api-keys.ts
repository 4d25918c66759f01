import { addressOf, toPage } from "@portico/core/rules/pages";
import { GatewayError } from "../../errors.ts";
import type { KeyPlace, KeySort } from "../../store/ports/keys.ts";
import { type Operation, ok } from "../operation.ts";
import { workspaceFilter } from "../organisation/workspace-filter.ts";
import { toApiKey } from "./api-key-wire.ts";

/** Each page has a cursor, also where it was asked for by offset: a walk can go on with either. */
export const listApiKeys: Operation<"listApiKeys"> = async ({ query }, { caller, gateway }) => {
  const { cursor, search, kind, exposed, sort = "newest" } = query;
  const page = toPage(query);
  const { records, totalCount, next } = await gateway.store.keys.list(caller.organisationId, {
    ...page,
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    includeDisabled: query.include_disabled ?? true,
    sort,
    ...(search !== undefined && { search }),
    ...(kind !== undefined && { kind }),
    ...(exposed !== undefined && { isExposed: exposed }),
    ...(cursor !== undefined && { after: readCursor(cursor, sort) }),
  });
  const nextCursor = next === null ? null : toCursor(next, sort);
  const { offset: _, ...rest } = query;
  const nextPage = { ...rest, limit: page.limit, cursor: nextCursor };
  return ok({
    data: records.map(toApiKey),
    next_cursor: nextCursor,
    links: { next: nextCursor === null ? null : addressOf("/keys", nextPage) },
    total_count: totalCount,
  });
};

function toCursor({ id, nanousd }: KeyPlace, sort: KeySort): string {
  return Buffer.from(`${sort}.${nanousd ?? ""}.${id}`).toString("base64url");
}

function readCursor(cursor: string, sort: KeySort): KeyPlace {
  const [, sorted, nanousd, id] =
    /^([a-z_]+)\.(-?\d{1,16}|)\.(\d{1,15})$/.exec(
      Buffer.from(cursor, "base64url").toString("utf8"),
    ) ?? [];
  if (sorted !== sort || nanousd === undefined)
    throw new GatewayError("badRequest", {
      message: "cursor must be the next_cursor of a page with the same sort.",
      metadata: { field: "cursor" },
    });
  return { id: Number(id), nanousd: nanousd === "" ? null : Number(nanousd) };
}
