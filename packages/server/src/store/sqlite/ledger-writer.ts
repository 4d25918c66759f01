import type { DatabaseSync } from "node:sqlite";
import type { chargeOf, SettledFields } from "../money/ledger-row.ts";
import type { HoldRow, LedgerAttemptRow } from "../schema.ts";

type BookedHold = Pick<HoldRow, "amount_nanousd" | "uses_credits" | "created_at_ms">;

/** In the order of the values. */
const ledgerColumns = [
  ..."request_id key_id organisation_id workspace_id state held_nanousd charged_nanousd".split(" "),
  ..."unbilled_nanousd uses_credits charged_day group_id created_at_ms settled_at_ms".split(" "),
  ..."operation model provider upstream_model byok streamed input_tokens output_tokens".split(" "),
  ..."cached_input_tokens reasoning_tokens estimated finish_reason status error_kind".split(" "),
  ..."discount_nanousd latency_ms first_token_ms attempts app_url app_title".split(" "),
  ..."end_user session_id price input_nanousd output_nanousd cache_read_nanousd".split(" "),
  ..."cache_write_nanousd upstream_nanousd".split(" "),
];

/** By position: looking up names would take as long as the insertion itself. */
export function createLedgerWriter(database: DatabaseSync) {
  const insert = database.prepare(`
    insert into ledger (${ledgerColumns.join(", ")})
    values (${ledgerColumns.map(() => "?").join(", ")})`);
  return (
    fields: SettledFields,
    hold: BookedHold,
    { chargedNanousd, unbilledNanousd }: ReturnType<typeof chargeOf>,
    day: number,
  ) => {
    insert.run(
      fields.request_id,
      fields.key_id,
      fields.organisation_id,
      fields.workspace_id,
      fields.state,
      hold.amount_nanousd,
      chargedNanousd,
      unbilledNanousd,
      hold.uses_credits,
      day,
      fields.group_id,
      hold.created_at_ms,
      fields.settled_at_ms,
      fields.operation,
      fields.model,
      fields.provider,
      fields.upstream_model,
      fields.byok,
      fields.streamed,
      fields.input_tokens,
      fields.output_tokens,
      fields.cached_input_tokens,
      fields.reasoning_tokens,
      fields.estimated,
      fields.finish_reason,
      fields.status,
      fields.error_kind,
      fields.discount_nanousd,
      fields.latency_ms,
      fields.first_token_ms,
      fields.attempts,
      fields.app_url,
      fields.app_title,
      fields.end_user,
      fields.session_id,
      fields.price,
      fields.input_nanousd,
      fields.output_nanousd,
      fields.cache_read_nanousd,
      fields.cache_write_nanousd,
      fields.upstream_nanousd,
    );
  };
}

export function createAttemptWriter(database: DatabaseSync): (row: LedgerAttemptRow) => void {
  const insert = database.prepare(`
    insert into ledger_attempts (request_id, attempt, provider, upstream_model, byok, group_id, input_tokens,
      output_tokens, cached_input_tokens, reasoning_tokens, estimated, charged_nanousd, unbilled_nanousd)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (row) => {
    insert.run(
      row.request_id,
      row.attempt,
      row.provider,
      row.upstream_model,
      row.byok,
      row.group_id,
      row.input_tokens,
      row.output_tokens,
      row.cached_input_tokens,
      row.reasoning_tokens,
      row.estimated,
      row.charged_nanousd,
      row.unbilled_nanousd,
    );
  };
}
