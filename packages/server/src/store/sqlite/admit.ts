import type { DatabaseSync } from "node:sqlite";
import { toTextOrNull } from "../ledger-row.ts";
import { toFlag } from "../schema.ts";
import type { Admission, AdmitRequest } from "../store.ts";
import { balanceColumns, createBalanceWriter } from "./balance-writer.ts";
import { advanced, type Judgement, judge, type Key } from "./judge.ts";

/** The same decisions as portico_admit in postgres/functions-1.ts, over one open transaction. */
export function createSqliteAdmit(
  database: DatabaseSync,
): (batch: readonly AdmitRequest[]) => Admission[] {
  const read = createReader(database);
  const insertHold = createHoldWriter(database);
  const writeBalance = createBalanceWriter(database);
  return (batch) => {
    const keys = new Map<number, Key>();
    const credits = new Map<string, number>();
    const charged = new Set<number>();
    const creditsLeft = ({ organisation_id }: Key) =>
      credits.get(organisation_id) ?? read.creditsLeft(organisation_id);
    const admit = (request: AdmitRequest, key: Key): Admission => {
      const isCredited = request.usesCredits && request.enforceCredits;
      const left = isCredited ? creditsLeft(key) : null;
      const { admission, after, rateTokens } = judge(key, request, left);
      keys.set(request.keyId, after);
      if (admission.outcome !== "admitted") return admission;
      charged.add(request.keyId);
      if (left !== null) credits.set(key.organisation_id, left - admission.heldNanousd);
      insertHold(request, admission.heldNanousd, rateTokens);
      return admission;
    };
    const admissions = batch.map((request): Admission => {
      const key = keys.get(request.keyId) ?? read.key(request.keyId);
      if (key === undefined) return { outcome: "unauthenticated", reason: "revoked" };
      return admit(request, advanced(key, request.nowMs));
    });
    // Days and debts that only time has changed will be worked out again.
    for (const [id, key] of keys) if (charged.has(id)) writeBalance(key);
    return admissions;
  };
}

function createReader(database: DatabaseSync) {
  const keyById = database.prepare(`
    select ${balanceColumns}, k.disabled, k.limit_nanousd, k.limit_reset, k.requests_per_minute,
      k.tokens_per_minute, k.expires_at_ms, w.revision
    from keys k join key_balances b on b.key_id = k.id join workspaces w on w.id = k.workspace_id
    where k.id = ? and k.deleted_at_ms is null`);
  const creditsLeft = database.prepare(`
    select o.granted_nanousd - coalesce(sum(b.credits_used_nanousd + b.credits_held_nanousd), 0) as nanousd
    from organisations o left join key_balances b on b.organisation_id = o.id
    where o.id = ? group by o.id, o.granted_nanousd`);
  return {
    // The columns are those of the statement above.
    key: (id: number) => keyById.get(id) as Key | undefined,
    creditsLeft: (organisationId: string) =>
      Number(creditsLeft.get(organisationId)?.["nanousd"] ?? 0),
  };
}

function createHoldWriter(database: DatabaseSync) {
  const insert = database.prepare(`
    insert into holds (request_id, process_id, key_id, amount_nanousd, uses_credits, rate_tokens,
      created_at_ms, operation, model, app_url, app_title)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (request: AdmitRequest, nanousd: number, rateTokens: Judgement["rateTokens"]) => {
    const { about } = request;
    insert.run(
      request.requestId,
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
    );
  };
}
