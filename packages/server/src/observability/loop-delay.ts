import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

/** The monitor measures how late its own timer is. */
const resolutionMs = 20;

/** Prometheus knows these figures, in seconds, from every program for Node. */
const figures = ["min", "max", "mean", "stddev", "p50", "p90", "p99"] as const;

/** How late the event loop was, in milliseconds. */
export type LoopDelays = Readonly<Record<(typeof figures)[number], number>>;

const none: LoopDelays = { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 };

/**
 * Measures how late the event loop is while there is work. Measuring wakes the process fifty times a second, so it stops after
 * a window in which there was none.
 */
export class LoopDelay {
  readonly #monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  #isOn = false;
  #hasWork = false;
  #last = none;

  /** There is work. */
  note(): void {
    this.#hasWork = true;
    if (!this.#isOn) this.#monitor.enable();
    this.#isOn = true;
  }

  /** Of the window so far. */
  get now(): LoopDelays {
    const { count, min, max, mean, stddev } = this.#monitor;
    if (count === 0) return none;
    const at = (percentile: number) => late(this.#monitor.percentile(percentile));
    return {
      min: late(min),
      max: late(max),
      mean: late(mean),
      stddev: stddev / 1e6,
      p50: at(50),
      p90: at(90),
      p99: at(99),
    };
  }

  /** Of the window before. */
  get last(): LoopDelays {
    return this.#last;
  }

  /** A window ends, the next begins. */
  turn(): void {
    this.#last = this.now;
    this.#monitor.reset();
    if (!this.#hasWork) this.close();
    this.#hasWork = false;
  }

  close(): void {
    this.#monitor.disable();
    this.#isOn = false;
  }
}

function late(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - resolutionMs);
}

/** The library's own figures come from a monitor that never sleeps: puts those of `read` in their place. */
export function watchLoopDelay(registry: Registry, read: () => LoopDelays): void {
  for (const figure of figures) {
    const name = `nodejs_eventloop_lag_${figure}_seconds`;
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help: `The ${figure} of the event loop's delay while there was work.`,
      aggregator: figure === "min" || figure === "max" ? figure : "average",
      registers: [registry],
      collect() {
        this.set(read()[figure] / 1000);
      },
    });
  }
}
