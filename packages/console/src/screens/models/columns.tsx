import type { Schema } from "@portico/client";
import { Count, Time } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Price } from "../../parts/price.tsx";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { abilitiesOf } from "./select-models.ts";

type Model = Schema<"Model">;

const words = texts.models;

/** `compareCell` draws the button that puts a model beside others. */
export function columnsOf(
  compareCell: (model: Model) => React.ReactNode,
): readonly Column<Model>[] {
  return [
    { title: words.model, cell: ({ id }) => id, width: 2.5 },
    { title: words.kind, cell: ({ kind }) => kindName(kind), width: 0.7, isMinor: true },
    {
      title: words.input,
      cell: ({ pricing }) => <Price perToken={pricing.prompt} />,
      align: "end",
      width: 0.8,
    },
    {
      title: words.output,
      cell: ({ pricing }) => <Price perToken={pricing.completion} />,
      align: "end",
      width: 0.8,
    },
    {
      title: words.cached,
      cell: ({ pricing }) => <Price perToken={pricing.input_cache_read} />,
      align: "end",
      width: 0.8,
      isMinor: true,
    },
    {
      title: words.context,
      cell: (model) => <Count count={model.context_length} />,
      align: "end",
      width: 0.8,
      isMinor: true,
    },
    {
      title: words.abilities,
      cell: (model) => <Abilities model={model} />,
      width: 1.7,
      isMinor: true,
    },
    {
      title: words.source,
      cell: ({ pricing }) => <PriceSource pricing={pricing} />,
      width: 1.2,
      isMinor: true,
    },
    { title: words.compare, cell: compareCell, width: 1.35, align: "end", isMinor: true },
  ];
}

export function kindName(kind: Model["kind"]): string {
  return kind === undefined ? "" : words.kinds[kind];
}

export function Abilities({ model }: { readonly model: Model }) {
  return abilitiesOf(model).map((ability) => (
    <span key={ability}>
      <Badge>{words.abilityNames[ability]}</Badge>{" "}
    </span>
  ));
}

/** Where a price comes from, and how old it is. */
export function PriceSource({ pricing }: { readonly pricing: Schema<"ModelPricing"> }) {
  const { source, as_of } = pricing;
  if (source === undefined) return <span className="none">–</span>;
  return (
    <>
      {source}
      {typeof as_of === "string" && (
        <>
          , <Time at={as_of} ago />
        </>
      )}
    </>
  );
}
