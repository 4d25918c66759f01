import { type Drawing, drawChart } from "../src/parts/draw-chart.ts";
import { formatUsdShort } from "../src/parts/format.ts";
import { type Step, stepMs, stepsBetween } from "../src/parts/periods.ts";

const days = 31;
const seriesCount = 8;
const redraws = 120;

declare global {
  interface Window {
    redraw(step: Step): Promise<readonly number[]>;
  }
}

const place = document.querySelector<HTMLElement>("#chart");

/** Milliseconds of each redraw, from new figures to the canvas's last stroke. */
window.redraw = async (step) => {
  if (place === null) throw new Error("The page has no place for a chart.");
  const times = stepsBetween(0, days * stepMs.day, step);
  const chart = drawChart(place, drawingOf(times, step, 0));
  const taken: number[] = [];
  for (let round = 1; round <= redraws; round++) {
    await new Promise(requestAnimationFrame);
    const next = drawingOf(times, step, round);
    const begin = performance.now();
    chart.update(next);
    // uPlot draws in a microtask of its own, which is queued before this one.
    await Promise.resolve();
    taken.push(performance.now() - begin);
  }
  chart.remove();
  return taken;
};

function drawingOf(times: readonly string[], step: Step, round: number): Drawing {
  return {
    ...{ times, step, kind: "bars", isStacked: true, format: formatUsdShort, height: 260 },
    zone: "UTC",
    series: Array.from({ length: seriesCount }, (_, series) => ({
      label: `Series ${series}`,
      values: times.map((_time, index) => 1 + Math.sin(index + series + round)),
    })),
  };
}
