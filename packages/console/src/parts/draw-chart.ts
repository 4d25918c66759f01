import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatTime } from "./format.ts";

export interface Series {
  readonly label: string;
  /** One value for each time; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** For what is not measured: a forecast, a threshold. */
  readonly isDashed?: boolean;
}

export interface Drawing {
  /** The beginnings of the steps, in ascending order. Keep the same array while nothing changes. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly kind?: "lines" | "bars" | undefined;
  /** Each series on top of those before it. */
  readonly isStacked?: boolean | undefined;
  readonly height: number;
  readonly zone: string;
}

/** Colours that can be told apart with any eyes, on light and on dark. */
export const chartColours = 8;

/** Draws, follows the width of its place, and gives what takes it away again. */
export function drawChart(place: HTMLElement, drawing: Drawing): () => void {
  const chart = new uPlot(optionsOf(place, drawing), dataOf(drawing), place);
  const observer = new ResizeObserver(() => {
    const width = place.clientWidth;
    if (width > 0 && width !== chart.width) chart.setSize({ width, height: drawing.height });
  });
  observer.observe(place);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

function optionsOf(place: HTMLElement, drawing: Drawing): uPlot.Options {
  const { series, format, height, zone, isStacked = false } = drawing;
  const axis = {
    stroke: colourOf(place, "--muted"),
    grid: { stroke: colourOf(place, "--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: Math.max(place.clientWidth, 200),
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    axes: [axis, { ...axis, size: 64, values: (_, splits) => splits.map(format) }],
    // Of stacked series the highest is drawn first, so that each lies in front of the next.
    series: [{}, ...series.map((_, index) => drawn(place, drawing, index))],
    plugins: [tooltip(drawing)],
    ...(isStacked ? { bands: bandsOf(series.length) } : {}),
  };
}

function drawn(place: HTMLElement, drawing: Drawing, index: number): uPlot.Series {
  const { kind = "lines", isStacked = false, series } = drawing;
  const colour = colourOf(place, `--chart-${(index % chartColours) + 1}`);
  const isFilled = kind === "bars" || isStacked;
  const bars = kind === "bars" ? uPlot.paths.bars?.({ size: [0.7, 60] }) : undefined;
  return {
    label: series[index]?.label ?? "",
    stroke: colour,
    width: kind === "bars" ? 0 : 2,
    points: { show: false },
    ...(isFilled ? { fill: colour } : {}),
    ...(series[index]?.isDashed === true ? { dash: [6, 6] } : {}),
    ...(bars === undefined ? {} : { paths: bars }),
  };
}

/** Between each series and the one below it: else the upper one would be painted over the lower one. */
function bandsOf(count: number): uPlot.Band[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => ({
    series: [index + 2, index + 1] as [number, number],
  }));
}

function dataOf({ times, series, isStacked = false }: Drawing): uPlot.AlignedData {
  const seconds = times.map((time) => Date.parse(time) / 1000);
  const sums = times.map(() => 0);
  const rows = series.map(({ values }) =>
    isStacked
      ? values.map((value, index) => (sums[index] = (sums[index] ?? 0) + (value ?? 0)))
      : [...values],
  );
  return [seconds, ...rows];
}

/** What the cursor points at, in words. */
function tooltip({ times, series, format, zone }: Drawing): uPlot.Plugin {
  const box = document.createElement("div");
  box.className = "chart-tip";
  box.hidden = true;
  return {
    hooks: {
      init: (chart) => void chart.over.append(box),
      setCursor: (chart) => {
        const { idx, left = 0 } = chart.cursor;
        const time = idx === null || idx === undefined ? undefined : times[idx];
        box.hidden = time === undefined;
        if (time === undefined || idx === null || idx === undefined) return;
        box.replaceChildren(
          line(formatTime(time, zone)),
          ...series.map(({ label, values }) => {
            const value = values[idx];
            return line(`${label}: ${value === null || value === undefined ? "–" : format(value)}`);
          }),
        );
        const isRight = left > chart.over.clientWidth / 2;
        box.style.transform = `translateX(${left + (isRight ? -12 - box.offsetWidth : 12)}px)`;
      },
    },
  };
}

function line(text: string): HTMLElement {
  const element = document.createElement("div");
  element.textContent = text;
  return element;
}

/** A canvas knows no variables, and no `light-dark()`. */
function colourOf(place: HTMLElement, variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
