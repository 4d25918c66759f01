import type { Schema } from "@portico/client";
import type { ReactNode } from "react";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { fill } from "../../parts/words.ts";
import words from "./words.json" with { type: "json" };
import { hunkOf } from "./yaml-lines.ts";

interface PlanViewProps {
  readonly plan: Schema<"ConfigurationPlan">;
  readonly before: string;
  readonly after: string;
}

export function PlanView({ plan, before, after }: PlanViewProps) {
  const { changes, models, providers, prices, keys, waiting } = plan;
  if (changes.length === 0) return <output>{words.nothing}</output>;
  const { removed, added } = hunkOf(linesIn(before), linesIn(after));
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [words.places, changes],
    [words.providersAdded, providers.added],
    [words.providersRemoved, providers.removed],
    [words.modelsAdded, models.added],
    [words.modelsRemoved, models.removed],
    [words.withoutCredential, plan.without_credential],
    [words.prices, prices.map(priceLine)],
    [words.keys, keys.map(({ id, name }) => `${id} ${name}`)],
    [words.waiting, waiting],
  ];
  return (
    <Section title={words.wouldChange}>
      <Facts
        facts={facts
          .filter(([, names]) => names.length > 0)
          .map(([title, names]): readonly [string, ReactNode] => [title, shortened(names)])}
      />
      <pre className="configuration-lines">
        <del>{removed.map((line) => `- ${line}\n`).join("")}</del>
        <ins>{added.map((line) => `+ ${line}\n`).join("")}</ins>
      </pre>
    </Section>
  );
}

const linesIn = (text: string) => text.trimEnd().split("\n");

function priceLine({ model, provider, before, after }: Schema<"ConfigurationPriceChange">): string {
  return `${model}@${provider}: ${before.prompt}, ${before.completion} → ${after.prompt}, ${after.completion}`;
}

const mostShown = 12;

function shortened(names: readonly string[]): string {
  const more = names.length - mostShown;
  const shown = names.slice(0, mostShown).join(", ");
  return more > 0 ? `${shown} ${fill(words.more, { count: more })}` : shown;
}
