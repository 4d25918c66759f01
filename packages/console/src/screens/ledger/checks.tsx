import type { Schema } from "@portico/client";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/buttons.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { type SmallColumn, SmallTable } from "../../parts/small-table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

type Check = Schema<"LedgerCheck">;

const words = texts.ledger.check;

interface ChecksProps {
  readonly ledger: Schema<"Ledger">;
  readonly isBusy: boolean;
  readonly onAgain: () => unknown;
}

/** Whether the gateway's sums agree with each other: the answer, when it was found, and every comparison behind it. */
export function Checks({ ledger, isBusy, onAgain }: ChecksProps) {
  const { checks, agrees, checked_at } = ledger;
  const unread = checks.filter((check) => check.agrees === null).length;
  return (
    <div className={agrees ? "notice" : "notice failure"} role={agrees ? undefined : "alert"}>
      <p className="agreement">
        <Badge tone={agrees ? "good" : "bad"}>{agrees ? words.agrees : words.disagrees}</Badge>{" "}
        {fill(unread === 0 ? words.all : words.some, {
          count: checks.length - unread,
          all: checks.length,
        })}{" "}
        <Time at={checked_at} ago />{" "}
        <Button kind="quiet" onClick={() => onAgain()} isBusy={isBusy}>
          {words.again}
        </Button>
      </p>
      {!agrees && <WhatToDo />}
      <details className="checks" open={!agrees}>
        <summary>{words.details}</summary>
        <CheckTable checks={checks} />
      </details>
    </div>
  );
}

function WhatToDo() {
  return (
    <div className="details">
      <ol className="steps">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CodeBlock label={words.command} code="portico backup" />
    </div>
  );
}

function CheckTable({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <SmallTable
      columns={[
        { title: words.what, cell: ({ name }) => words.names[name] },
        { title: words.result, cell: (check) => <Result check={check} /> },
        ...(["expected", "found", "difference"] as const).map((sum) => ({
          title: words[sum],
          align: "end" as const,
          cell: (check: Check) =>
            check.unit === "usd" ? <Usd amount={check[sum]} /> : <Count count={check[sum]} />,
        })),
      ]}
      rows={checks}
      rowKey={({ name }) => name}
    />
  );
}

function Result({ check: { agrees } }: { readonly check: Check }) {
  const tone: Tone = agrees === null ? "plain" : agrees ? "good" : "bad";
  const word = agrees === null ? words.notRead : agrees ? words.equal : words.unequal;
  return <Badge tone={tone}>{word}</Badge>;
}

const sumWords = texts.ledger;
const amounts = ["held", "charged", "unbilled", "refunded"] as const;

/** How requests were booked: what was held for them, and what became of it. */
export function StateSums({ ledger }: { readonly ledger: Schema<"Ledger"> }) {
  const { totals } = ledger;
  // Nothing was removed before it was counted, except in old stores.
  const states = ledger.states.filter(({ state, requests }) => state !== "pruned" || requests > 0);
  return (
    <SmallTable
      className="state-sums"
      columns={sumColumns}
      rows={[...states, { ...totals, state: "total" as const }]}
      rowKey={({ state }) => state}
    />
  );
}

type Sums = Schema<"LedgerSums"> & { readonly state: keyof typeof sumWords.states | "total" };

const sumColumns: readonly SmallColumn<Sums>[] = [
  {
    title: sumWords.state,
    cell: ({ state }) =>
      state === "total" ? (
        sumWords.allStates
      ) : (
        <>
          {sumWords.states[state]}
          <div className="fine">{sumWords.stateNotes[state]}</div>
        </>
      ),
  },
  {
    title: sumWords.requests,
    align: "end",
    cell: ({ state, requests }) => (
      <span data-figure={`ledger-${state}-requests`} data-value={requests}>
        <Count count={requests} />
      </span>
    ),
  },
  ...amounts.map(
    (amount): SmallColumn<Sums> => ({
      title: sumWords.sums[amount],
      align: "end",
      cell: ({ state, [amount]: sum }) => (
        <span data-figure={`ledger-${state}-${amount}`} data-value={sum}>
          <Usd amount={sum} />
        </span>
      ),
    }),
  ),
];
