import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { Count, Usd } from "./amounts.tsx";
import { LimitRing } from "./ring.tsx";
import { Tile, Tiles } from "./tile.tsx";

type Rows = readonly (readonly [string, ReactNode])[];

const rates = [
  "requests_per_minute",
  "tokens_per_minute",
  "max_requests_in_flight",
  "max_output_tokens",
] as const;

const rights = [
  "allowed_models",
  "allowed_providers",
  "allowed_networks",
  "data_collection",
  "zero_data_retention",
  "requires_end_user",
] as const;

const words = texts.keys.facts;

export function rateFacts(key: Pick<Schema<"ApiKey">, (typeof rates)[number]>): Rows {
  return rates.map((field) => [
    texts.keys.form[field],
    key[field] === null ? words.noLimit : <Count key={field} count={key[field]} />,
  ]);
}

/** What an ordinary key may use, in words. */
export function rightFacts(key: Pick<Schema<"ApiKey">, (typeof rights)[number]>): Rows {
  return [
    [words.models, namesOf(key.allowed_models, words.allModels)],
    [words.providers, namesOf(key.allowed_providers, words.allProviders)],
    [words.data, dataRuleOf(key)],
    [words.endUser, key.requires_end_user ? words.endUserRequired : words.endUserOptional],
  ];
}

function dataRuleOf(key: Pick<Schema<"ApiKey">, "data_collection" | "zero_data_retention">) {
  const rules = [
    key.data_collection === "deny" && texts.keys.form.denyCollection,
    key.zero_data_retention && texts.keys.form.zeroRetention,
  ];
  return rules.filter(Boolean).join("; ") || words.eachRequest;
}

export function namesOf(names: readonly string[] | null, none: string): ReactNode {
  if (names === null) return none;
  return (
    <ul className="names">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

const useWords = texts.keys.use;
const figures = ["usage_daily", "usage_weekly", "usage_monthly", "usage"] as const;

type Used = Pick<Schema<"ApiKey">, (typeof figures)[number]>;

export function KeyUse({ apiKey }: { readonly apiKey: Used }) {
  return (
    <Tiles>
      {figures.map((figure) => (
        <Tile key={figure} label={useWords[figure]}>
          <span data-figure={`key-${figure}`} data-value={apiKey[figure]}>
            <Usd amount={apiKey[figure]} />
          </span>
        </Tile>
      ))}
    </Tiles>
  );
}

interface LimitCardProps {
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  /** Null where the amounts may not be read. */
  readonly limit: {
    readonly limit: number;
    readonly spent: number;
    readonly held: number;
    readonly remaining: number;
  } | null;
  readonly remaining: number | null;
  readonly note?: ReactNode;
}

const limitWords = texts.parts.limit;

/** One limit in money: a ring, and the same in figures. */
export function LimitCard({ title, badge, limit, remaining, note }: LimitCardProps) {
  return (
    <article className="limit-card">
      {limit !== null && <LimitRing {...limit} size={56} />}
      <div>
        <h3>
          {title} {badge}
        </h3>
        <p className="limit-left">
          <Usd amount={remaining} />{" "}
          {limit !== null && (
            <>
              {limitWords.leftOf} <Usd amount={limit.limit} />
            </>
          )}
        </p>
        {limit !== null && (
          <p className="fine">
            {limitWords.spent} <Usd amount={limit.spent} /> · {limitWords.held}{" "}
            <Usd amount={limit.held} />
          </p>
        )}
        {note !== undefined && <p className="fine">{note}</p>}
      </div>
    </article>
  );
}
