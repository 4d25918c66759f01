import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Badge } from "../../parts/badge.tsx";
import { LimitCard } from "../../parts/limit-card.tsx";
import { texts } from "../../texts/texts.ts";
import { type BindingLimit, bindingLimits } from "./limits-of.ts";

const words = texts.keys.limits;

/** All limits in money that can refuse the key's requests. The first of them binds next. */
export function KeyLimits({ apiKey }: { readonly apiKey: Schema<"ApiKey"> }) {
  const budgets = portico.listBudgets.useQuery(
    { params: { query: { workspace_id: apiKey.workspace_id, limit: 1000 } } },
    { enabled: useMay("listBudgets") },
  );
  const credits = portico.getCredits.useQuery({}, { enabled: useMay("getCredits") });
  const limits = bindingLimits(apiKey, {
    budgets: budgets.data?.data ?? [],
    credits: credits.data?.data,
  });
  if (limits.length === 0) return <p>{words.none}</p>;
  return (
    <ul className="limit-cards">
      {limits.map((limit, index) => (
        <li key={`${limit.source}:${limit.budgetId}`}>
          <LimitCard
            title={<LimitTitle limit={limit} />}
            badge={index === 0 && <Badge tone="info">{words.bindsNext}</Badge>}
            limit={limit.limit}
            remaining={limit.remaining}
            note={
              limit.source === "key" && apiKey.limit_reset !== null
                ? texts.parts.resets[apiKey.limit_reset]
                : undefined
            }
          />
        </li>
      ))}
    </ul>
  );
}

function LimitTitle({ limit }: { readonly limit: BindingLimit }) {
  if (limit.budgetId === null) return words.sources[limit.source];
  return (
    <>
      {words.sources[limit.source]}{" "}
      <Link to="/budgets" search={{ budget: limit.budgetId }}>
        {limit.name}
      </Link>
    </>
  );
}
