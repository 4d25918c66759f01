import type { Schema } from "@portico/client";
import { fill } from "../../parts/fill.ts";
import { formatUsd } from "../../parts/format.ts";
import { texts } from "../../texts/texts.ts";

const words = texts.budgets.alert.summaries;

/** An alert in one sentence. */
export function summaryOf(alert: Schema<"Alert">): string {
  const { kind, threshold_percent: percent, limit, spent, resolved_at: resolved } = alert;
  if (kind === "budget" && percent !== null && limit !== null)
    return fill(words.budget, { percent, limit: formatUsd(limit) });
  if (kind === "limit_blocking" && limit !== null)
    return fill(words.limit_blocking, { limit: formatUsd(limit) });
  if (kind === "unbilled" && spent !== null)
    return fill(words.unbilled, { spent: formatUsd(spent) });
  if (kind === "provider_down") return resolved === null ? words.down : words.restored;
  return kind === "key_exposed" ? words.key_exposed : texts.budgets.alert.kinds[kind];
}
