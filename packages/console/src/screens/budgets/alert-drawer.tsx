import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { formatUsd } from "../../parts/format.ts";
import { ChangeLink, KeyLink, ProviderLink } from "../../parts/links.tsx";
import { Section } from "../../parts/page.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

/** What an alert is about, as a link to where one sees its cause. */
function SubjectLink({ subject }: Pick<Schema<"Alert">, "subject">) {
  const [kind, id = ""] = subject.split(":");
  const words = <code>{subject}</code>;
  switch (kind) {
    case "key":
      return <KeyLink id={id}>{words}</KeyLink>;
    case "provider":
      return <ProviderLink id={id}>{words}</ProviderLink>;
    case "budget":
      return (
        <Link to="/budgets" search={{ budget: id }}>
          {words}
        </Link>
      );
    default:
      // The credits, and what no key was charged for.
      return <Link to="/ledger">{words}</Link>;
  }
}

type Alert = Schema<"Alert">;
const words = texts.budgets.alert;

interface AlertDrawerProps {
  /** Undefined where the list as it is filtered does not have it. */
  readonly alert: Alert | undefined;
  readonly onClose: () => void;
}

export function AlertDrawer({ alert, onClose }: AlertDrawerProps) {
  if (alert === undefined)
    return (
      <Dialog open as="drawer" onClose={onClose} title={words.one}>
        <p>{words.notInList}</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      as="drawer"
      onClose={onClose}
      title={`${words.kinds[alert.kind]}: ${alert.subject_name}`}
      lead={summaryOf(alert)}
    >
      <div className="details">
        <ChangeLink cause={alert.kind} subject={alert.subject} />
        <Facts facts={factsOf(alert)} />
        <Section title={words.deliveries}>
          {alert.deliveries.length === 0 ? (
            <p>{words.noDeliveries}</p>
          ) : (
            <ul className="limit-cards">
              {alert.deliveries.map((delivery) => (
                <li key={`${delivery.channel} ${delivery.type} ${delivery.recipient}`}>
                  <Delivery delivery={delivery} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </Dialog>
  );
}

function factsOf(alert: Alert): readonly (readonly [string, ReactNode])[] {
  const money = (amount: number | null) => (amount === null ? null : <Usd amount={amount} />);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.at, <Time key="at" at={alert.created_at} />],
    [words.subject, <SubjectLink key="subject" subject={alert.subject} />],
    [words.period, alert.period === "all" ? null : alert.period],
    [words.limit, money(alert.limit)],
    [words.spentThen, money(alert.spent)],
    [words.leftThen, money(alert.remaining)],
    [words.resetsAt, alert.resets_at && <Time at={alert.resets_at} />],
    [words.resolved, alert.resolved_at && <Time at={alert.resolved_at} />],
    ...Object.entries(alert.details).map(
      ([name, value]) => [wordsOfDetail(name), textOf(value)] as const,
    ),
  ];
  // Each kind of alert has facts of its own.
  return facts.filter(([, value]) => value !== null);
}

const detailWords: Readonly<Record<string, string>> = words.details;

function wordsOfDetail(name: string): string {
  return detailWords[name] ?? name.replaceAll("_", " ");
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const tones = { waiting: "info", sending: "info", sent: "good", failed: "bad" } as const;

function Delivery({ delivery }: { readonly delivery: Schema<"AlertDelivery"> }) {
  return (
    <article className="limit-card">
      <div>
        <h3>
          {words.channels[delivery.channel]}{" "}
          {delivery.recipient === null ? "" : fill(words.to, { recipient: delivery.recipient })}{" "}
          <Badge tone={tones[delivery.state]}>{words.deliveryStates[delivery.state]}</Badge>
        </h3>
        <Facts
          facts={[
            [words.type, <code key="type">{delivery.type}</code>],
            [words.attempts, delivery.attempts],
            [words.sentAt, delivery.sent_at && <Time at={delivery.sent_at} />],
            [words.nextAttempt, delivery.next_attempt_at && <Time at={delivery.next_attempt_at} />],
            [words.lastError, delivery.last_error],
          ]}
        />
      </div>
    </article>
  );
}

const summaries = texts.budgets.alert.summaries;

/** An alert in one sentence. */
export function summaryOf(alert: Schema<"Alert">): string {
  const { kind, threshold_percent: percent, limit, spent, resolved_at: resolved } = alert;
  if (kind === "budget" && percent !== null && limit !== null)
    return fill(summaries.budget, { percent, limit: formatUsd(limit) });
  if (kind === "limit_blocking" && limit !== null)
    return fill(summaries.limit_blocking, { limit: formatUsd(limit) });
  if (kind === "unbilled" && spent !== null)
    return fill(summaries.unbilled, { spent: formatUsd(spent) });
  if (kind === "provider_down") return resolved === null ? summaries.down : summaries.restored;
  return kind === "key_exposed" ? summaries.key_exposed : texts.budgets.alert.kinds[kind];
}
