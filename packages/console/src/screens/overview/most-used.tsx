import { portico } from "../../app/portico.ts";
import { Count, Usd } from "../../parts/amounts.tsx";
import { type Dimension, identityOf, labelsOf } from "../../parts/dimensions.ts";
import { formatMs, formatShare } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import type { Figures } from "../../parts/use-stack.ts";
import { texts } from "../../texts/texts.ts";
import { refreshing } from "./refreshing.ts";

const words = texts.overview;
const shown = 5;

interface MostUsedProps {
  readonly figures: Figures;
  readonly dimension: Dimension;
  readonly title: string;
}

/** What cost most in the period, by one dimension. */
export function MostUsed({ figures, dimension, title }: MostUsedProps) {
  const top = portico.listActivity.useQuery(
    { params: { query: { ...figures, group_by: [dimension], limit: shown } } },
    refreshing,
  );
  return (
    <Section title={title}>
      <Answered query={top}>
        {({ data }) => {
          const labels = labelsOf(data, dimension);
          return (
            <table className="overview-table" aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">{texts.parts.dimensions[dimension]}</th>
                  <th scope="col">{words.requests}</th>
                  <th scope="col">{words.failed}</th>
                  <th scope="col">{words.median}</th>
                  <th scope="col">{words.spent}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((row, index) => (
                  <tr key={identityOf(row, dimension)}>
                    <th scope="row">{labels[index]?.label}</th>
                    <td>
                      <Count count={row.requests} />
                    </td>
                    <td>{row.requests > 0 && formatShare(row.failed_requests / row.requests)}</td>
                    <td>{row.latency === null ? "–" : formatMs(row.latency.p50)}</td>
                    <td>
                      <Usd amount={row.usage} isShort />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </Answered>
    </Section>
  );
}
