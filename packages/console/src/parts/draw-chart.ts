import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatTick, stepLabel, tickWidth } from "./chart-times.ts";
import { type Step, stepMs } from "./periods.ts";

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
  /** Days are those of UTC, also for readers in other zones. */
  readonly step: Step;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly kind?: "lines" | "bars" | undefined;
  /** Each series on top of those before it. */
  readonly isStacked?: boolean | undefined;
  /** The space between each series and the next is filled: percentiles of one measurement. */
  readonly isBanded?: boolean | undefined;
  readonly height: number;
  readonly zone: string;
}

/** Colours that can be told apart with any eyes, on light and on dark. */
export const chartColours = 8;

export interface Drawn {
  /** Draws other figures of the same series. What the cursor points at stays. */
  update(drawing: Drawing): void;
  remove(): void;
}

/** Draws, and follows the width of its place. */
export function drawChart(place: HTMLElement, first: Drawing): Drawn {
  let drawing = first;
  const chart = new uPlot(
    optionsOf(place, first, () => drawing),
    dataOf(first),
    place,
  );
  const observer = new ResizeObserver(() => {
    const width = place.clientWidth;
    if (width > 0 && width !== chart.width) chart.setSize({ width, height: first.height });
  });
  observer.observe(place);
  return {
    update(next) {
      drawing = next;
      chart.setData(dataOf(next));
    },
    remove() {
      observer.disconnect();
      chart.destroy();
    },
  };
}

function optionsOf(place: HTMLElement, drawing: Drawing, now: () => Drawing): uPlot.Options {
  const { series, format, height, zone } = drawing;
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
    scales: {
      x: { range: (_, first, last) => [first - marginOf(now()), last + marginOf(now())] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    axes: [
      {
        ...axis,
        size: 32,
        values: (_, ticks, __, ___, apart) => ticks.map((at) => formatTick(at, apart, zone)),
      },
      { ...axis, size: (_, texts) => tickWidth(texts), values: (_, ticks) => ticks.map(format) },
    ],
    // Of stacked series the highest is drawn first, so that each lies in front of the next.
    series: [{}, ...series.map((_, index) => drawn(place, drawing, index))],
    plugins: [tooltip(now)],
    bands: bandsOf(place, drawing),
  };
}

/** Half a step, in seconds, so that the first and the last bar are whole; of a few points too, so that none is at the edge. */
function marginOf({ kind, step, times }: Drawing): number {
  return kind === "bars" || times.length < 3 ? stepMs[step] / 2000 : 0;
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
    // A line of one point has no length: it is drawn as a point.
    points:
      kind === "bars" ? { show: false } : { show: true, filter: alone, size: 6, fill: colour },
    ...(isFilled ? { fill: colour } : {}),
    ...(series[index]?.isDashed === true ? { dash: [6, 6] } : {}),
    ...(bars === undefined ? {} : { paths: bars }),
  };
}

/** The points that have no neighbour to draw a line to. */
function alone(chart: uPlot, series: number): number[] {
  const values = chart.data[series] ?? [];
  const isThere = (index: number) => values[index] !== null && values[index] !== undefined;
  return [...values.keys()].filter(
    (index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1),
  );
}

/** Between each series and the one below it. Of a stack, the upper one would else be painted over the lower one. */
function bandsOf(place: HTMLElement, { series, isStacked, isBanded }: Drawing): uPlot.Band[] {
  if (isStacked !== true && isBanded !== true) return [];
  return series.slice(1).map((_, index) => ({
    series: [index + 2, index + 1] as [number, number],
    ...(isBanded === true ? { fill: colourOf(place, `--band-${(index % chartColours) + 2}`) } : {}),
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
function tooltip(drawing: () => Drawing): uPlot.Plugin {
  const box = document.createElement("div");
  box.className = "chart-tip";
  box.hidden = true;
  return {
    hooks: {
      init: (chart) => void chart.over.append(box),
      setCursor: (chart) => {
        const { times, step, series, format, zone } = drawing();
        const { idx, left = 0 } = chart.cursor;
        const time = idx === null || idx === undefined ? undefined : times[idx];
        box.hidden = time === undefined;
        if (time === undefined || idx === null || idx === undefined) return;
        box.replaceChildren(
          line(stepLabel(time, step, zone)),
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
