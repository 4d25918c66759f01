import type { Schema } from "@portico/client";

type Alert = Schema<"Alert">;
type Budget = Schema<"Budget">;

/** Whether someone should act on it now: what is over, and what was delivered about a period that is over, is left out. */
export function needsAttention(alert: Alert, now: number): boolean {
  if (alert.state === "failed") return true;
  if (alert.kind === "provider_down") return alert.resolved_at === null;
  if (alert.kind === "budget") return alert.resets_at === null || Date.parse(alert.resets_at) > now;
  return true;
}

const nearlySpent = 0.8;

/** Budgets of which four fifths are spent or held, the fullest first. */
export function nearTheirLimit(budgets: readonly Budget[]): readonly Budget[] {
  return budgets
    .filter((budget) => shareOf(budget) >= nearlySpent)
    .toSorted((one, other) => shareOf(other) - shareOf(one));
}

function shareOf({ state }: Budget): number {
  if (state === null) return 0;
  return state.limit === 0 ? 1 : (state.spent + state.held) / state.limit;
}
