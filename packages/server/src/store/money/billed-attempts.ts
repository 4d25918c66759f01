import { toFlag, toText } from "../fields.ts";
import type { BookedAttempt } from "../ports/generation.ts";
import type { LedgerAttemptRow } from "../schema.ts";
import { activityGroupId } from "./activity-group.ts";
import { type Booking, chargeOf, type SettledFields, toCount } from "./ledger-row.ts";

/** The fields of an attempt that the settlement knows; the charge depends on the hold. */
export type AttemptFields = Omit<
  LedgerAttemptRow,
  "request_id" | "workspace" | "charged_nanousd" | "unbilled_nanousd"
> & { readonly cost: number };

/** Each billed attempt in order, if there are several; null if the request's own row holds everything. */
export function toAttemptFields(
  settlement: Booking,
  fields: SettledFields,
): readonly AttemptFields[] | null {
  const { billed, keyId, workspaceId, nowMs } = settlement;
  if (billed === undefined || billed.length < 2 || settlement.state === "released") return null;
  return billed.map((attempt) => {
    const provider = toText(attempt.provider);
    return {
      attempt: attempt.attempt,
      provider,
      upstream_model: toText(attempt.upstreamModel),
      byok: toFlag(attempt.byok),
      group_id: activityGroupId(
        {
          keyId,
          workspaceId,
          model: fields.model,
          provider,
          appUrl: fields.app_url,
          appTitle: fields.app_title,
        },
        nowMs,
      ),
      input_tokens: toCount(attempt.inputTokens),
      output_tokens: toCount(attempt.outputTokens),
      cached_input_tokens: toCount(attempt.cachedInputTokens),
      reasoning_tokens: toCount(attempt.reasoningTokens),
      estimated: toFlag(attempt.estimated),
      cost: attempt.costNanousd,
    };
  });
}

/** The rows of the attempts: each is charged from what the attempts before it have left of the hold. */
export function toAttemptRows(
  settlement: Booking,
  fields: SettledFields,
  heldNanousd: number,
): readonly LedgerAttemptRow[] {
  let left = heldNanousd;
  return (toAttemptFields(settlement, fields) ?? []).map(({ cost, ...attempt }) => {
    const { chargedNanousd, unbilledNanousd } = chargeOf(
      { ...settlement, costNanousd: cost },
      left,
    );
    left -= chargedNanousd;
    return {
      request_id: fields.request_id,
      workspace: fields.workspace_id,
      ...attempt,
      charged_nanousd: chargedNanousd,
      unbilled_nanousd: unbilledNanousd,
    };
  });
}

/** All tokens of all attempts of a request: they count against the limit of tokens per minute. */
export function usedTokens(fields: SettledFields, attempts: readonly AttemptTokens[]): number {
  const all = attempts.length === 0 ? [fields] : attempts;
  return all.reduce((sum, part) => sum + part.input_tokens + part.output_tokens, 0);
}

type AttemptTokens = Pick<AttemptFields, "input_tokens" | "output_tokens">;

export function toBooked(row: LedgerAttemptRow): BookedAttempt {
  return {
    attempt: row.attempt,
    provider: row.provider,
    upstreamModel: row.upstream_model,
    byok: row.byok === 1,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    reasoningTokens: row.reasoning_tokens,
    estimated: row.estimated === 1,
    chargedNanousd: row.charged_nanousd,
    unbilledNanousd: row.unbilled_nanousd,
  };
}
