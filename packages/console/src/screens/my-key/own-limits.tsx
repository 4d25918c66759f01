import type { Schema } from "@portico/client";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { LimitCard } from "../../parts/limit-card.tsx";
import { texts } from "../../texts/texts.ts";

type KeyBudget = Schema<"KeyBudget">;
const words = texts.myKey.budgets;

/** All limits in money that can refuse the key, those of which the least is left first. */
export function OwnLimits({ apiKey }: { readonly apiKey: Schema<"CurrentKey"> }) {
  return (
    <>
      {apiKey.budgets.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="limit-cards">
          {apiKey.budgets.map((budget) => (
            <li key={`${budget.limit_source}:${budget.budget_id}`}>
              <OwnLimit budget={budget} />
            </li>
          ))}
        </ul>
      )}
      <p className="fine">
        {words.heldNow} <Usd amount={apiKey.held} />
      </p>
    </>
  );
}

function OwnLimit({ budget }: { readonly budget: KeyBudget }) {
  const { limit, spent, held, remaining } = budget;
  const isKnown = limit !== null && spent !== null && held !== null && remaining !== null;
  return (
    <LimitCard
      title={
        <>
          {words.sources[budget.limit_source]} {budget.name}
        </>
      }
      badge={<LimitBadge budget={budget} />}
      limit={isKnown ? { limit, spent, held, remaining } : null}
      remaining={remaining}
      note={budget.resets_at === null ? words.neverResets : <Resets at={budget.resets_at} />}
    />
  );
}

function LimitBadge({ budget }: { readonly budget: KeyBudget }) {
  if (budget.is_exhausted) return <Badge tone="bad">{words.usedUp}</Badge>;
  return budget.binds_next ? <Badge tone="info">{texts.keys.limits.bindsNext}</Badge> : null;
}

function Resets({ at }: { readonly at: string }) {
  return (
    <>
      {words.resets} <Time at={at} />
    </>
  );
}
