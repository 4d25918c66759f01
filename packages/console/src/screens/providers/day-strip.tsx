import type { Schema } from "@portico/client";
import { useSettings } from "../../app/settings.ts";
import { formatCount, formatMs, formatShare, formatTime } from "../../parts/format.ts";
import { PlainTable } from "../../parts/small-table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { type Bar, barsOf, slots, summaryOf } from "./strip.ts";

const words = texts.providers;
const height = 40;

/**
 * The last day in stretches of five minutes: how much of each bar is filled from the top says how many attempts failed. The same
 * stands in words above it, and in the table below it.
 */
export function DayStrip({
  timeLine,
  now,
}: {
  readonly timeLine: readonly Schema<"ProviderSlot">[];
  readonly now: number;
}) {
  const bars = barsOf(timeLine, now);
  const { attempts, failed, bad } = summaryOf(bars);
  if (bars.length === 0) return <p className="fine">{words.nothingAsked}</p>;
  const summary = fill(bad === 0 ? words.daySummary : words.dayWithBad, {
    attempts: formatCount(attempts),
    failed: formatCount(failed),
    bad,
  });
  return (
    <figure className="day-strip">
      <p>{summary}</p>
      <svg
        viewBox={`0 0 ${slots} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        <rect className="strip-none" x="0" y={height - 1} width={slots} height="1" />
        {bars.map((bar) => (
          <StripBar key={bar.at} bar={bar} />
        ))}
      </svg>
      <figcaption className="strip-ends fine">
        <span>{words.dayAgo}</span>
        <span className="strip-legend">
          <span className="strip-key-answered">{words.answered}</span>{" "}
          <span className="strip-key-failed">{words.failed}</span>
        </span>
        <span>{words.now}</span>
      </figcaption>
      <details className="figures">
        <summary>{texts.parts.asTable}</summary>
        <StripTable bars={bars} />
      </details>
    </figure>
  );
}

function StripBar({ bar: { at, failed, slot } }: { readonly bar: Bar }) {
  const { zone } = useSettings();
  const split = failed * height;
  return (
    <g>
      <title>
        {fill(words.stretch, {
          time: formatTime(slot.from, zone),
          answered: slot.answered,
          failed: slot.failed,
        })}
      </title>
      <rect className="strip-answered" x={at} y={split} width="1" height={height - split} />
      <rect className="strip-failed" x={at} y="0" width="1" height={split} />
    </g>
  );
}

function StripTable({ bars }: { readonly bars: readonly Bar[] }) {
  const { zone } = useSettings();
  return (
    <PlainTable
      columns={[
        { title: texts.parts.time, cell: ({ slot }) => formatTime(slot.from, zone) },
        { title: words.answered, cell: ({ slot }) => formatCount(slot.answered) },
        { title: words.failed, cell: ({ slot }) => formatCount(slot.failed) },
        { title: words.failedShare, cell: ({ failed }) => formatShare(failed) },
        {
          title: words.latency,
          cell: ({ slot }) => (slot.latency === null ? "–" : formatMs(slot.latency.p50)),
        },
      ]}
      rows={bars.toReversed()}
      rowKey={({ at }) => String(at)}
    />
  );
}
