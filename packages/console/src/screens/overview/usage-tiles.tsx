import type { Schema } from "@portico/client";
import { Count, Usd } from "../../parts/amounts.tsx";
import { fill } from "../../parts/fill.ts";
import { formatCount, formatMs, formatShare, formatUsd } from "../../parts/format.ts";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.overview;

/** What was used in the period. All of it is the gateway's own sum, and so are the percentiles. */
export function UsageTiles({ totals }: { readonly totals: Schema<"ActivityTotals"> }) {
  const { requests, failed_requests: failed, usage, unbilled } = totals;
  const tokens = totals.prompt_tokens + totals.completion_tokens;
  return (
    <Tiles>
      <Tile label={words.requests} figure="requests" value={requests}>
        <Count count={requests} isShort />
      </Tile>
      <Tile label={words.failed} figure="failed-requests" value={failed} note={failedNote(totals)}>
        <Count count={failed} isShort />
      </Tile>
      <Tile
        label={words.spent}
        figure="spent"
        value={usage}
        note={unbilled > 0 && fill(words.unbilled, { amount: formatUsd(unbilled) })}
      >
        <Usd amount={usage} isShort />
      </Tile>
      <Tile
        label={words.tokens}
        figure="tokens"
        value={tokens}
        note={fill(words.inAndOut, {
          input: formatCount(totals.prompt_tokens),
          output: formatCount(totals.completion_tokens),
        })}
      >
        <Count count={tokens} isShort />
      </Tile>
      <TimesTile label={words.latency} figure="latency" times={totals.latency} />
      <TimesTile label={words.firstToken} figure="first-token" times={totals.time_to_first_token} />
      <CacheTile totals={totals} />
    </Tiles>
  );
}

/** The share of what was booked, and what was refused before it. */
function failedNote(totals: Schema<"ActivityTotals">): string | false {
  const { requests, failed_requests: failed, refused_requests: refused } = totals;
  const notes = [
    ...(requests > 0 ? [fill(words.ofAll, { share: formatShare(failed / requests) })] : []),
    ...(refused > 0 ? [fill(words.refusedToo, { count: formatCount(refused) })] : []),
  ];
  return notes.length > 0 && notes.join(" · ");
}

interface TimesTileProps {
  readonly label: string;
  readonly figure: string;
  readonly times: Schema<"Percentiles"> | null;
}

function TimesTile({ label, figure, times }: TimesTileProps) {
  if (times === null) return <Tile label={label}>–</Tile>;
  const note = fill(words.slowest, { p90: formatMs(times.p90), p99: formatMs(times.p99) });
  return (
    <Tile label={label} figure={figure} value={times.p50} note={note}>
      {formatMs(times.p50)}
    </Tile>
  );
}

function CacheTile({ totals }: { readonly totals: Schema<"ActivityTotals"> }) {
  const { cache_share: share, cached_tokens: cached } = totals;
  return (
    <Tile
      label={words.promptCache}
      figure="cached-tokens"
      value={cached}
      note={fill(words.cachedTokens, { count: formatCount(cached) })}
    >
      {share === null ? "–" : formatShare(share)}
    </Tile>
  );
}
