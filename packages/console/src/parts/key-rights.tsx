import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { Count } from "./amounts.tsx";

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
