import type { LedgerAttemptRow, LedgerRow } from "../schema.ts";
import type { Counts } from "./activity-tables.ts";

/** What a request adds to one group of its day's activity. */
export type ActivityCounts = Pick<
  LedgerRow,
  | "group_id"
  | "provider"
  | "estimated"
  | "byok"
  | "input_tokens"
  | "output_tokens"
  | "cached_input_tokens"
  | "reasoning_tokens"
  | "charged_nanousd"
  | "unbilled_nanousd"
> & { readonly requests: 0 | 1; readonly failures: 0 | 1 };

type GroupAndProvider = Pick<LedgerRow, "group_id" | "provider">;
type Flags = Pick<LedgerRow, "estimated" | "byok">;
type Tokens = Pick<
  LedgerRow,
  "input_tokens" | "output_tokens" | "cached_input_tokens" | "reasoning_tokens"
>;
type Money = Pick<LedgerRow, "charged_nanousd" | "unbilled_nanousd">;
type Counted = GroupAndProvider & Flags & Tokens & Pick<LedgerRow, "status">;

/** A request counts once, under its last attempt; its money and tokens count under the attempt that used them. */
export function activityCounts(
  row: Counted,
  attempts: readonly LedgerAttemptRow[],
  paid: Money,
): readonly ActivityCounts[] {
  if (attempts.length === 0) return [{ ...usedBy(row, paid), ...countedOnce(row) }];
  return attempts.map((attempt, index) => ({
    ...usedBy(attempt, attempt),
    ...(index === attempts.length - 1 ? countedOnce(row) : countedBefore),
  }));
}

/** Named one by one: copying whole rows, of forty columns, took a hundredth of a request's time. */
function usedBy(place: GroupAndProvider & Tokens, paid: Money) {
  return {
    group_id: place.group_id,
    provider: place.provider,
    input_tokens: place.input_tokens,
    output_tokens: place.output_tokens,
    cached_input_tokens: place.cached_input_tokens,
    reasoning_tokens: place.reasoning_tokens,
    charged_nanousd: paid.charged_nanousd,
    unbilled_nanousd: paid.unbilled_nanousd,
  };
}

function countedOnce({ status, estimated, byok }: Flags & Pick<LedgerRow, "status">) {
  return { requests: 1, failures: status >= 400 ? 1 : 0, estimated, byok } as const;
}

const countedBefore = { requests: 0, failures: 0, estimated: 0, byok: 0 } as const;

/** What a request adds to a row of these tables, or takes from it. */
export function toCounts(part: ActivityCounts, sign: 1 | -1): Counts {
  return {
    requests: sign * part.requests,
    estimated_requests: sign * part.estimated,
    failures: sign * part.failures,
    byok_requests: sign * part.byok,
    input_tokens: sign * part.input_tokens,
    output_tokens: sign * part.output_tokens,
    cached_input_tokens: sign * part.cached_input_tokens,
    reasoning_tokens: sign * part.reasoning_tokens,
    cost_nanousd: sign * part.charged_nanousd,
    unbilled_nanousd: sign * part.unbilled_nanousd,
  };
}
