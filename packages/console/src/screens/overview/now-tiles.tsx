import type { Schema } from "@portico/client";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Usd } from "../../parts/amounts.tsx";
import { fill } from "../../parts/fill.ts";
import { formatCount, formatMs, formatShare, formatUsd } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
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
