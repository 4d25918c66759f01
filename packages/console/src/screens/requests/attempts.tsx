import { Badge } from "../../parts/badge.tsx";
import { formatMs } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import type { Generation } from "./tail.ts";

/** One bar, in milliseconds after the request's arrival. */
interface Span {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isServing: boolean;
  /** Of the provider; null where the connection failed. */
  readonly status: number | null;
  /** Why the attempt did not serve; null for the one that did. */
  readonly failure: string | null;
}

interface Waterfall {
  readonly spans: readonly Span[];
  /** When the first byte of the answer came; null where none came. */
  readonly firstByte: number | null;
  /** The end of the time line. */
  readonly end: number;
}

type Timed = Pick<Generation, "provider_responses" | "latency" | "error">;

/** Attempts follow each other: where the beginning of one was not kept, it is the end of the one before. */
export function waterfallOf({ provider_responses, latency, error }: Timed): Waterfall {
  const spans: Span[] = [];
  for (const attempt of provider_responses ?? []) {
    const from = attempt.start ?? spans.at(-1)?.to ?? 0;
    spans.push({
      number: spans.length + 1,
      name: attempt.endpoint_id ?? attempt.provider_name ?? "–",
      from,
      to: from + (attempt.latency ?? 0),
      isServing: !attempt.failure && error === null,
      status: attempt.status,
      failure: attempt.failure ?? null,
    });
  }
  const end = Math.max(latency ?? 0, ...spans.map(({ to }) => to));
  return { spans, firstByte: error === null ? latency : null, end: end === 0 ? 1 : end };
}

/** Round times for the axis: at most five steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(end: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(end / 5));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => end / one <= 5) ?? end;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

const words = texts.requests.attempts;

/** The attempts at providers over time: bars, and the same in words. */
export function Attempts({ generation }: { readonly generation: Generation }) {
  const waterfall = waterfallOf(generation);
  if (waterfall.spans.length === 0) return null;
  return (
    <Section title={words.title}>
      <Axis waterfall={waterfall} />
      <ol className="attempts">
        {waterfall.spans.map((span) => (
          <Attempt key={span.number} {...{ span, waterfall }} />
        ))}
      </ol>
      <p className="fine">
        {waterfall.firstByte === null
          ? words.noFirstByte
          : fill(words.firstByte, { time: formatMs(waterfall.firstByte) })}
      </p>
    </Section>
  );
}

function Attempt({ span, waterfall }: { readonly span: Span; readonly waterfall: Waterfall }) {
  const { name, from, to, isServing, status, failure } = span;
  return (
    <li className="attempt">
      <span className="attempt-name">
        <strong>{name}</strong>{" "}
        <Badge tone={isServing ? "good" : "bad"}>
          {status ?? words.noStatus} {failure ?? ""}
        </Badge>
      </span>
      <svg
        className="attempt-bar"
        viewBox="0 0 1000 14"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {ticksOf(waterfall.end).map((at) => (
          <line key={at} className="attempt-grid" {...vertical(at, waterfall)} />
        ))}
        <rect
          className={isServing ? "attempt-served" : "attempt-failed"}
          x={(from / waterfall.end) * 1000}
          width={Math.max(4, ((to - from) / waterfall.end) * 1000)}
          y="2"
          height="10"
        />
        {waterfall.firstByte !== null && (
          <line className="attempt-first" {...vertical(waterfall.firstByte, waterfall)} />
        )}
      </svg>
      <span className="fine">
        {fill(words.span, { from: formatMs(from), to: formatMs(to), time: formatMs(to - from) })}
      </span>
    </li>
  );
}

function vertical(at: number, { end }: Waterfall) {
  const x = (at / end) * 1000;
  return { x1: x, x2: x, y1: 0, y2: 14 };
}

function Axis({ waterfall: { end } }: { readonly waterfall: Waterfall }) {
  return (
    <div className="attempt-axis fine" aria-hidden="true">
      {ticksOf(end).map((at) => (
        <span key={at} style={placed((at / end) * 100)}>
          {formatMs(at)}
        </span>
      ))}
    </div>
  );
}

/** The first label begins at the left end, the last one ends at the right end. */
function placed(percent: number) {
  return { left: `${percent}%`, transform: `translateX(-${percent}%)` };
}
