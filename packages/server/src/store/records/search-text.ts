import type { Tx } from "../schema.ts";

interface Searched {
  readonly name: string;
  readonly label: string;
  readonly owner_email: string | null;
  readonly created_by: string | null;
}

/** The texts of a key that a search looks through. The two engines fold letters differently, so this is done before. */
export function searchTextOf({ name, label, owner_email, created_by }: Searched): string {
  return [name, label, owner_email ?? "", created_by ?? ""].join("\n").toLowerCase();
}

/** After a change of one of these texts, in its transaction. */
export async function writeSearchText(tx: Tx, id: number): Promise<void> {
  const row = await tx
    .selectFrom("keys")
    .select(["name", "label", "owner_email", "created_by", "search_text"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const text = searchTextOf(row);
  if (text === row.search_text) return;
  await tx.updateTable("keys").set({ search_text: text }).where("id", "=", id).execute();
}
