import { sql } from "kysely";
import { GatewayError } from "../../errors.ts";
import { creditShares } from "../budgets/shares.ts";
import type { Actor } from "../ports/actor.ts";
import type { CreditGrant, Credits } from "../ports/money.ts";
import { recordChange } from "../records/audit-log.ts";
import type { Database } from "../schema.ts";

/** Nine million dollars: a double holds the sum exactly. */
const largestGrantedNanousd = 9e15;

/** The credits that an organisation was granted, and those that its keys have used. */
export async function creditsOf(database: Database, organisationId: string): Promise<Credits> {
  const { rows } = await sql<{ granted: number; used: number; held: number }>`
    select o.granted_nanousd as granted, o.credits_used_nanousd + coalesce(sum(s.usage_nanousd), 0) as used,
      o.credits_held_nanousd + coalesce(sum(s.held_nanousd), 0) as held
    from organisations o left join (${sql.raw(creditShares)}) s on s.organisation_id = o.id
    where o.id = ${organisationId} and o.credits_kept = 1
    group by o.id, o.granted_nanousd, o.credits_used_nanousd, o.credits_held_nanousd
    union all
    select o.granted_nanousd, coalesce(sum(b.credits_used_nanousd), 0), coalesce(sum(b.credits_held_nanousd), 0)
    from organisations o left join key_balances b on b.organisation_id = o.id
    where o.id = ${organisationId} and o.credits_kept = 0 group by o.id, o.granted_nanousd`.execute(
    database,
  );
  const [found] = rows;
  return {
    grantedNanousd: found?.granted ?? 0,
    usedNanousd: found?.used ?? 0,
    heldNanousd: found?.held ?? 0,
  };
}

export async function addCredits(
  database: Database,
  actor: Actor,
  { amountNanousd, note, createdBy }: CreditGrant,
): Promise<Credits> {
  const { organisationId } = actor;
  await database.transaction().execute(async (tx) => {
    const granted = await tx
      .updateTable("organisations")
      .set((eb) => ({
        granted_nanousd: eb("granted_nanousd", "+", amountNanousd),
        // The next admission counts the totals again: a process of an older version may have left them wrong.
        credits_kept: 0,
      }))
      .where("id", "=", organisationId)
      .where("granted_nanousd", "<=", largestGrantedNanousd - amountNanousd)
      .returning("granted_nanousd as nanousd")
      .executeTakeFirst();
    if (granted === undefined)
      throw new GatewayError("badRequest", {
        message: "amount must be less: no more than 9000000 dollars can be granted in all.",
        metadata: { field: "amount" },
      });
    await tx
      .insertInto("credit_grants")
      .values({
        organisation_id: organisationId,
        amount_nanousd: amountNanousd,
        note,
        created_by: createdBy,
        created_at_ms: Date.now(),
      })
      .execute();
    await recordChange(tx, actor, {
      target: { type: "credits", id: organisationId },
      workspaceId: null,
      before: { grantedNanousd: granted.nanousd - amountNanousd },
      after: { grantedNanousd: granted.nanousd, amountNanousd, note },
    });
  });
  return await creditsOf(database, organisationId);
}
