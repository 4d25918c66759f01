import type { Schema } from "@portico/client";
import { useQueries } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { portico } from "../../app/portico.ts";
import { Count } from "../../parts/amounts.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Section } from "../../parts/page.tsx";
import { Price } from "../../parts/price.tsx";
import { ScrollBox } from "../../parts/small-table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { Abilities, kindName, PriceSource } from "./columns.tsx";
import { comparedIds, pathOf, toggled } from "./select-models.ts";

type Model = Schema<"Model">;

const route = getRouteApi("/models");
const words = texts.models;

/** Up to four models side by side. Which ones stands in the address. */
export function Comparison({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { compare } = route.useSearch();
  const navigate = route.useNavigate();
  const ids = comparedIds(compare);
  const models = useQueries({
    queries: ids.map((id) => portico.getModel.queryOptions({ params: { path: pathOf(id) } })),
  });
  if (ids.length === 0) return null;
  const change = (next: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, compare: next }), replace: true });
  return (
    <Section
      title={words.comparison}
      actions={
        <Button kind="quiet" onClick={() => change(undefined)}>
          {words.endComparison}
        </Button>
      }
    >
      <ScrollBox className="comparison">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.model}</th>
              {ids.map((id) => (
                <th key={id} scope="col">
                  <ModelHead
                    id={id}
                    onOpen={() => onOpen(id)}
                    onLeave={() => change(toggled(compare, id) ?? undefined)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, cell]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {models.map(({ data, isPending }, index) => (
                  <td key={ids[index]}>
                    {data === undefined ? (isPending ? "…" : words.unknown) : cell(data.data)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Section>
  );
}

interface ModelHeadProps {
  readonly id: string;
  readonly onOpen: () => void;
  readonly onLeave: () => void;
}

function ModelHead({ id, onOpen, onLeave }: ModelHeadProps) {
  return (
    <span className="compared">
      <Button kind="quiet" onClick={onOpen}>
        {id}
      </Button>
      <Button kind="quiet" onClick={onLeave} aria-label={fill(words.takeAway, { model: id })}>
        ✕
      </Button>
    </span>
  );
}

const lines: readonly (readonly [name: string, cell: (model: Model) => ReactNode])[] = [
  [words.kind, ({ kind }) => kindName(kind)],
  [words.input, ({ pricing }) => <Price perToken={pricing.prompt} />],
  [words.output, ({ pricing }) => <Price perToken={pricing.completion} />],
  [words.cached, ({ pricing }) => <Price perToken={pricing.input_cache_read} />],
  [words.context, (model) => <Count count={model.context_length} />],
  [words.mostOutput, (model) => <Count count={model.top_provider.max_completion_tokens} />],
  [words.takes, ({ architecture }) => architecture.input_modalities.join(", ")],
  [words.abilities, (model) => <Abilities model={model} />],
  [words.source, ({ pricing }) => <PriceSource pricing={pricing} />],
];
