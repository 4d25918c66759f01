import { useState } from "react";
import { texts } from "../texts/texts.ts";
import { stepLabel } from "./chart-times.ts";
import type { Drawing } from "./draw-chart.ts";
import { PlainTable } from "./small-table.tsx";

interface FigureTableProps extends Pick<Drawing, "times" | "step" | "series" | "format" | "zone"> {
  readonly label: string;
}

/** The legend of a chart, and its figures as a table that opens. */
export function FigureTable({ label, times, step, series, format, zone }: FigureTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <figcaption>
      <ul className="legend">
        {series.map((one, index) => (
          <li key={one.label} className={`legend-${(index % 8) + 1}`}>
            {one.label}
          </li>
        ))}
      </ul>
      <details className="figures" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{texts.parts.asTable}</summary>
        {isOpen && <Figures {...{ label, times, step, series, format, zone }} />}
      </details>
    </figcaption>
  );
}

/** Hundreds of cells, which only an open table needs. */
function Figures({ label, times, step, series, format, zone }: FigureTableProps) {
  return (
    <PlainTable
      label={label}
      columns={[
        { title: texts.parts.time, cell: ({ time }) => stepLabel(time, step, zone) },
        ...series.map((one) => ({
          title: one.label,
          cell: ({ at }: { readonly at: number }) => {
            const value = one.values[at];
            return value === null || value === undefined ? "–" : format(value);
          },
        })),
      ]}
      rows={times.map((time, at) => ({ time, at }))}
      rowKey={({ time }) => time}
    />
  );
}
