import { SignInUsed } from "../ports/errors.ts";
import type { Database, Tx } from "../schema.ts";
import { pruneInSteps } from "./prune.ts";

/** Throws SignInUsed where it was noted before. */
export async function noteUse(tx: Tx, attemptId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("used_sign_ins")
    .values({ attempt_id: attemptId, used_at_ms: Date.now() })
    .onConflict((conflict) => conflict.column("attempt_id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new SignInUsed("The sign-in was used before.");
}

/** Many times as long as a sign-in may take. */
const keptMs = 24 * 60 * 60 * 1000;

export function pruneUses(database: Database, nowMs: number): Promise<number> {
  return pruneInSteps((step) =>
    database
      .deleteFrom("used_sign_ins")
      .where("attempt_id", "in", (eb) =>
        eb
          .selectFrom("used_sign_ins")
          .select("attempt_id")
          .where("used_at_ms", "<=", nowMs - keptMs)
          .limit(step),
      )
      .executeTakeFirst(),
  );
}
