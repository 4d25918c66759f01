import type { Caller } from "../../caller.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { Gateway } from "../gateway.ts";

/** The keys that some records name, by their numbers, each read once. Deleted ones are not in it. */
export async function keysById(
  ids: Iterable<number | null>,
  { store }: Gateway,
  { organisationId }: Pick<Caller, "organisationId">,
): Promise<ReadonlyMap<number | null, KeyRecord>> {
  const distinct = [...new Set(ids)].flatMap((id) => (id === null ? [] : [id]));
  const records = await Promise.all(
    distinct.map((id) => store.keys.get(organisationId, String(id))),
  );
  return new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record]])));
}
