import { Chart } from "../../parts/chart.tsx";
import { CsvButton } from "../../parts/csv-button.tsx";
import { formatUsdShort } from "../../parts/format.ts";
import { Page, Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { useStack } from "../../parts/use-stack.ts";
import { fill } from "../../parts/words.ts";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { SpendFilters } from "./filters.tsx";
import { SpendTable } from "./spend-table.tsx";
import { Totals } from "./totals.tsx";
import { nameOf, type Spend, useSpend } from "./use-spend.ts";
import "./spend.css";

const words = texts.spend;
const csvPage = 1000;

export function Screen() {
  const spend = useSpend();
  const { figures, rows, stack, range } = spend;
  return (
    <Page
      title={words.title}
      lead={fill(words.lead, { first: range.first, last: range.last })}
      actions={
        <CsvButton
          path="/activity"
          query={{ ...figures, group_by: `${rows},${stack}`, limit: csvPage }}
          fileName={`spend-${range.first}-${range.last}.csv`}
        />
      }
    >
      <SpendFilters spend={spend} />
      <Spent spend={spend} />
    </Page>
  );
}

function Spent({ spend }: { readonly spend: Spend }) {
  const { figures, stack, steps, step } = spend;
  const names = useWorkspaceNames();
  const { query, top, series } = useStack({ figures, dimension: stack, steps, names });
  const title = fill(words.byStep, {
    dimension: nameOf(spend, stack).toLowerCase(),
    step: words.eachStep[step],
  });
  return (
    <Answered
      query={query}
      isEmpty={({ totals }) => totals.requests === 0}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ totals }) => (
        <div className="spend">
          <Totals spend={spend} totals={totals} />
          <Section title={title}>
            <Chart
              label={title}
              times={steps}
              step={step}
              series={series}
              format={formatUsdShort}
              kind="bars"
              isStacked
              height={260}
            />
          </Section>
          <Section title={words.table}>
            <SpendTable
              spend={spend}
              totals={totals}
              dearest={top.data?.data ?? []}
              names={names}
            />
          </Section>
        </div>
      )}
    </Answered>
  );
}
