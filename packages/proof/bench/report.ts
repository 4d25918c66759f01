import { cpus } from "node:os";

export interface Figure {
  readonly workload: string;
  readonly contender: string;
  /** Medians over the rounds. */
  readonly requestsPerSecond: number;
  readonly cpuMicrosecondsPerRequest: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

export const reference = "bare Node proxy";
export const expressReference = "Express + validator";
const nothing = "–";

type Measured = "requestsPerSecond" | "cpuMicrosecondsPerRequest";

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The figures as a table; ratios are to the two references of the same run. */
export function toMarkdown(
  figures: readonly Figure[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): string {
  const rows = figures.map((figure) => {
    const ratio = (of: Measured, to: string): string => {
      const base = figures.find(
        ({ workload, contender }) => workload === figure.workload && contender === to,
      );
      return base ? (figure[of] / base[of]).toFixed(2) : nothing;
    };
    const measured = [
      figure.requestsPerSecond.toFixed(0),
      ratio("requestsPerSecond", reference),
      figure.cpuMicrosecondsPerRequest.toFixed(0),
      ratio("cpuMicrosecondsPerRequest", reference),
      ratio("cpuMicrosecondsPerRequest", expressReference),
      figure.p50Ms.toFixed(2),
      figure.p99Ms.toFixed(2),
    ];
    return [
      figure.workload,
      figure.contender,
      // Who has answered nothing rightly has no speed.
      ...(figure.requestsPerSecond === 0 ? measured.map(() => nothing) : measured),
      String(figure.failures),
    ];
  });
  const head = [
    "workload",
    "contender",
    "requests/s",
    "of the bare proxy",
    "CPU µs/request",
    "of the bare proxy",
    "of Express + validator",
    "p50 ms",
    "p99 ms",
    "failures",
  ];
  return [
    "# Benchmark",
    "",
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}; medians of ${rounds} interleaved rounds of ${seconds} s. Every check of the gateway is on.`,
    "",
    tableToMarkdown(head, rows),
    "",
  ].join("\n");
}

/** One table of the report. */
export interface Section {
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function sectionToMarkdown({ title, note, head, rows }: Section): string {
  return [`## ${title}`, "", note, "", tableToMarkdown(head, rows), ""].join("\n");
}

function tableToMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
