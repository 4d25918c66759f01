import { Badge } from "../../parts/badge.tsx";
import { fill } from "../../parts/fill.ts";
import { formatMs } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { texts } from "../../texts/texts.ts";
import type { Generation } from "./tail.ts";
import { type Span, ticksOf, type Waterfall, waterfallOf } from "./waterfall.ts";

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
