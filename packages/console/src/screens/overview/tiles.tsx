import type { Schema } from "@portico/client";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Usd } from "../../parts/amounts.tsx";
import { formatCount, formatMs, formatShare, formatUsd } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { refreshing } from "./refreshing.ts";

const words = texts.overview;

/** What the gateway does at this moment. */
export function Now() {
  const mayCredits = useMay("getCredits");
  const mayStatus = useMay("getStatus");
  const credits = portico.getCredits.useQuery({}, { ...refreshing, enabled: mayCredits });
  const status = portico.getStatus.useQuery({}, { ...refreshing, enabled: mayStatus });
  if (!mayStatus) return null;
  return (
    <Section title={words.now}>
      <Answered query={status}>
        {({ data }) => <NowTiles status={data} credits={credits.data?.data} />}
      </Answered>
    </Section>
  );
}

interface NowTilesProps {
  readonly status: Schema<"Status">;
  readonly credits: Schema<"Credits"> | undefined;
}

function NowTiles({ status, credits }: NowTilesProps) {
  const { overhead, vector_cache: vectors, held } = status;
  const asked = vectors.hits + vectors.misses;
  // Where credit is not enforced, what is left of it means nothing.
  const left =
    credits?.enforced === true
      ? fill(words.left, { amount: formatUsd(credits.remaining) })
      : undefined;
  const minutes = Math.round(status.window_seconds / 60);
  return (
    <Tiles>
      <Tile
        label={words.inFlight}
        note={fill(words.processes, {
          processes: status.processes.length + status.processes_elsewhere,
          version: status.version,
        })}
      >
        <Count count={status.requests_in_flight} />
      </Tile>
      <Tile label={words.held} figure="held" value={held} note={left}>
        <Usd amount={held} isShort />
      </Tile>
      <Tile
        label={words.overhead}
        note={
          overhead === null
            ? fill(words.noCalls, { minutes })
            : fill(words.overheadSlowest, {
                p90: formatMs(overhead.p90),
                p99: formatMs(overhead.p99),
                requests: formatCount(overhead.requests),
                minutes,
              })
        }
      >
        {overhead === null ? "–" : formatMs(overhead.p50)}
      </Tile>
      <Tile
        label={words.vectorCache}
        note={fill(words.vectorHits, {
          hits: formatCount(vectors.hits),
          asked: formatCount(asked),
          minutes,
        })}
      >
        {asked === 0 ? "–" : formatShare(vectors.hits / asked)}
      </Tile>
    </Tiles>
  );
}

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
