import { useEffect, useEffectEvent, useRef } from "react";
import { useSettings } from "../app/settings.ts";
import type { Drawing, Drawn } from "./draw-chart.ts";
import { FigureTable } from "./figure-table.tsx";

export interface ChartProps extends Omit<Drawing, "height" | "zone"> {
  readonly label: string;
  readonly height?: number;
}

/** A tenth of a first visit, and nothing without figures: it is loaded when the first of them stand there. */
const chartLibrary = () => import("./draw-chart.ts");

/** A chart over time. The same figures stand in a table behind it, for screen readers and for copying. */
export function Chart({ label, height = 220, ...given }: ChartProps) {
  const settings = useSettings();
  const { times, step, series, format, kind } = given;
  const zone = step === "day" ? "UTC" : settings.zone;
  // Colours are read from the page: another theme is another canvas, as are other series.
  const canvas = [zone, settings.theme, kind, step, ...series.map((one) => one.label)].join("\n");
  return (
    <figure className="chart">
      <Canvas key={canvas} drawing={{ ...given, height, zone }} />
      <FigureTable {...{ label, times, step, series, format, zone }} />
    </figure>
  );
}

function Canvas({ drawing }: { readonly drawing: Drawing }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(null);
  const draw = useEffectEvent(({ drawChart }: Awaited<ReturnType<typeof chartLibrary>>) => {
    if (place.current !== null) drawn.current = drawChart(place.current, drawing);
  });
  const update = useEffectEvent((figures: Pick<Drawing, "times" | "series">) =>
    drawn.current?.update({ ...drawing, ...figures }),
  );
  useEffect(() => {
    let isGone = false;
    void chartLibrary().then((library) => isGone || draw(library));
    return () => {
      isGone = true;
      drawn.current?.remove();
    };
  }, []);
  const { times, series } = drawing;
  useEffect(() => update({ times, series }), [times, series]);
  return (
    <div
      ref={place}
      className="chart-canvas"
      style={{ minHeight: drawing.height }}
      aria-hidden="true"
    />
  );
}
