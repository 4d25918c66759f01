import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { ChangeLink } from "../../parts/links.tsx";
import { Section } from "../../parts/page.tsx";
import { LimitRing } from "../../parts/ring.tsx";
import { Answered } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { nearTheirLimit, needsAttention, ofPresentBudgets } from "./needs-attention.ts";
import { refreshing } from "./refreshing.ts";

type Alert = Schema<"Alert">;
type Budget = Schema<"Budget">;

const words = texts.overview;
const mostAlerts = 100;
const mostBudgets = 1000;
const mostShown = 6;

/** What someone should act on. */
export function Attention() {
  const mayAlerts = useMay("listAlerts");
  const mayBudgets = useMay("listBudgets");
  return (
    <>
      {mayAlerts && <Alerts />}
      {mayBudgets && <FullBudgets />}
    </>
  );
}

function Alerts() {
  const alerts = portico.listAlerts.useQuery(
    { params: { query: { limit: mostAlerts } } },
    refreshing,
  );
  const budgets = useBudgets();
  const isAll = budgets.data !== undefined && budgets.data.data.length < mostBudgets;
  const present = isAll ? budgets.data.data : null;
  return (
    <Section title={words.attention} actions={<Link to="/budgets">{words.allAlerts}</Link>}>
      <Answered query={alerts}>
        {({ data }) => <AlertList alerts={ofPresentBudgets(data, present)} />}
      </Answered>
    </Section>
  );
}

function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const now = Date.now();
  const open = alerts.filter((alert) => needsAttention(alert, now));
  if (open.length === 0) return <p className="fine">{words.nothingToDo}</p>;
  return (
    <ul className="overview-list">
      {open.slice(0, mostShown).map((alert) => (
        <li key={alert.id}>
          <Badge tone={toneOf(alert)}>{words.alertKinds[alert.kind]}</Badge>
          <span>{wordsOf(alert)}</span>
          <ChangeLink cause={alert.kind} subject={alert.subject} />
          {alert.state === "failed" && <Badge tone="bad">{words.notDelivered}</Badge>}
          <span className="fine">
            <Time at={alert.created_at} ago />
          </span>
        </li>
      ))}
      {open.length > mostShown && (
        <li className="fine">{fill(words.moreAlerts, { count: open.length - mostShown })}</li>
      )}
    </ul>
  );
}

function toneOf({ kind, threshold_percent: percent }: Alert): Tone {
  return kind === "budget" && (percent ?? 0) < 95 ? "warning" : "bad";
}

function wordsOf({ subject_name: name, threshold_percent: percent }: Alert): string {
  return percent === null ? name : fill(words.reached, { name, percent });
}

function useBudgets() {
  const may = useMay("listBudgets");
  return portico.listBudgets.useQuery(
    { params: { query: { limit: mostBudgets } } },
    { ...refreshing, enabled: may },
  );
}

function FullBudgets() {
  const budgets = useBudgets();
  const full = nearTheirLimit(budgets.data?.data ?? []);
  if (full.length === 0) return null;
  return (
    <Section title={words.fullBudgets} actions={<Link to="/budgets">{words.allBudgets}</Link>}>
      <ul className="overview-list">
        {full.slice(0, mostShown).map((budget) => (
          <FullBudget key={budget.id} budget={budget} />
        ))}
      </ul>
    </Section>
  );
}

function FullBudget({ budget: { name, state } }: { readonly budget: Budget }) {
  if (state === null) return null;
  const { limit, spent, held, remaining, resets_at: resets } = state;
  return (
    <li>
      <LimitRing limit={limit} spent={spent} held={held} />
      <strong>{name}</strong>
      <span>
        <Usd amount={remaining} isShort /> {words.leftOf} <Usd amount={limit} />
      </span>
      {resets !== null && (
        <span className="fine">
          {words.resets} <Time at={resets} ago />
        </span>
      )}
    </li>
  );
}
