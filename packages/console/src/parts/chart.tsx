import { useEffect, useRef } from "react";
import { useSettings } from "../app/settings.ts";
import { type Drawing, drawChart } from "./draw-chart.ts";
import { FigureTable } from "./figure-table.tsx";

export interface ChartProps extends Omit<Drawing, "height" | "zone"> {
  readonly label: string;
  readonly height?: number;
}

/** A chart over time. The same figures stand in a table behind it, for screen readers and for copying. */
export function Chart(props: ChartProps) {
  const { label, times, series, format, kind, isStacked, height = 220 } = props;
  const place = useRef<HTMLDivElement>(null);
  const { zone, theme } = useSettings();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    // Colours are read from the page: another theme is another drawing.
    element.dataset["theme"] = theme;
    return drawChart(element, { times, series, format, kind, isStacked, height, zone });
  }, [times, series, format, kind, isStacked, height, zone, theme]);
  return (
    <figure className="chart">
      <div ref={place} className="chart-canvas" aria-hidden="true" />
      <FigureTable {...{ label, times, series, format, zone }} />
    </figure>
  );
}
