import type { DatabaseSync } from "node:sqlite";
import { toFlag } from "../flag.ts";
import { toTextOrNull } from "../money/ledger-row.ts";
import type { AdmissionVerdict, AdmitRequest } from "../ports/money.ts";
import { advanced, type HeldRow, judge } from "./judge.ts";
import type { Key, TouchedKeys } from "./touched-keys.ts";

export type Admit = (batch: readonly AdmitRequest[], keys: TouchedKeys) => AdmissionVerdict[];

/** The same decisions as portico_admit_3 in postgres/admit-function-3.ts, in one open transaction. */
export function createSqliteAdmit(database: DatabaseSync): Admit {
  const readCredits = createCreditsReader(database);
  const insertHold = createHoldWriter(database);
  return (batch, keys) => {
    const credits = new Map<string, number>();
    const creditsFor = (request: AdmitRequest, { organisation_id }: Key): number | null => {
      if (!(request.usesCredits && request.enforceCredits)) return null;
      const known = credits.get(organisation_id);
      if (known !== undefined) return known;
      // The organisation's sums are computed from what is written, so write first.
      keys.write();
      return readCredits(organisation_id);
    };
    const admit = (request: AdmitRequest, key: Key): AdmissionVerdict => {
      const left = creditsFor(request, key);
      const { admission, after, held } = judge(key, request, left);
      // A key that only time has changed is not written: the same values can be computed again.
      if (after !== key) keys.change(after);
      if (held === null) return admission;
      if (left !== null) credits.set(key.organisation_id, left - held.nanousd);
      insertHold(request, held);
      return admission;
    };
    return batch.map((request): AdmissionVerdict => {
      const key = keys.of(request.keyId);
      if (key === undefined || key.deleted_at_ms !== null)
        return { outcome: "unauthenticated", reason: "revoked" };
      return admit(request, advanced(key, request.nowMs));
    });
  };
}

function createCreditsReader(database: DatabaseSync): (organisationId: string) => number {
  const creditsLeft = database.prepare(`
    select o.granted_nanousd - coalesce(sum(b.credits_used_nanousd + b.credits_held_nanousd), 0) as nanousd
    from organisations o left join key_balances b on b.organisation_id = o.id
    where o.id = ? group by o.id, o.granted_nanousd`);
  return (organisationId) => Number(creditsLeft.get(organisationId)?.["nanousd"] ?? 0);
}

function createHoldWriter(database: DatabaseSync) {
  const insert = database.prepare(`
    insert into holds (request_id, process_id, key_id, amount_nanousd, uses_credits, rate_tokens,
      created_at_ms, operation, model, app_url, app_title, end_user, session_id)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (request: AdmitRequest, { nanousd, rateTokens }: HeldRow) => {
    const { about } = request;
    insert.run(
      request.generationId,
      request.processId,
      request.keyId,
      nanousd,
      toFlag(request.usesCredits),
      rateTokens,
      request.nowMs,
      about?.operation ?? "responses",
      toTextOrNull(about?.model ?? "") ?? "",
      toTextOrNull(about?.appUrl ?? null),
      toTextOrNull(about?.appTitle ?? null),
      toTextOrNull(request.endUser ?? null),
      toTextOrNull(about?.sessionId ?? null),
    );
  };
}
