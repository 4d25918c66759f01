import { useState } from "react";
import { texts } from "../texts/texts.ts";
import { stepLabel } from "./chart-times.ts";
import type { Drawing } from "./draw-chart.ts";

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
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.parts.time}</th>
          {series.map((one) => (
            <th key={one.label} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time}>
            <th scope="row">{stepLabel(time, step, zone)}</th>
            {series.map((one) => {
              const value = one.values[index];
              return (
                <td key={one.label}>
                  {value === null || value === undefined ? "–" : format(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
