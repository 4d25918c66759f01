import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { formatCount, formatMs } from "../../parts/format.ts";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { texts } from "../../texts/texts.ts";
import { firstTokenMs, type ShownEvent } from "./events.ts";
import type { AskedExchange } from "./use-exchange.ts";

const words = texts.playground;

interface AnswerFactsProps {
  readonly exchange: AskedExchange;
  readonly events: readonly ShownEvent[];
}

/** Where the stream is. */
export function AnswerStatus({
  exchange: { stream, wireTraffic },
}: Pick<AnswerFactsProps, "exchange">) {
  return (
    <p role="status">
      {words.statuses[stream.status]}
      {wireTraffic.status !== null && ` (${wireTraffic.status})`}
    </p>
  );
}

/** How fast the stream came, and what the gateway booked for it. */
export function AnswerFacts({ exchange, events }: AnswerFactsProps) {
  const { stream, wireTraffic } = exchange;
  const { status } = stream;
  const first = firstTokenMs(events);
  const last = events.at(-1)?.frame.afterMs;
  const isOver = status === "done" || status === "stopped" || status === "failed";
  const id = wireTraffic.generationId;
  return (
    <>
      {status !== "idle" && (
        <Tiles>
          <Tile label={words.firstToken}>{first === null ? "–" : formatMs(first)}</Tile>
          <Tile label={words.whole}>{last === undefined ? "–" : formatMs(last)}</Tile>
          {isOver && id !== null && <Booked key={id} id={id} />}
        </Tiles>
      )}
      {id !== null && (
        <p>
          <Link to="/requests" search={{ id }}>
            {id}
          </Link>{" "}
          <CopyButton text={id} />
        </p>
      )}
    </>
  );
}

const mostTries = 6;
const pauseMs = 500;

/** The gateway's own figures. A stream that was stopped is booked a moment later. */
function Booked({ id }: { readonly id: string }) {
  const { data } = portico.getGeneration.useQuery(
    { params: { query: { id } } },
    { retry: mostTries, retryDelay: pauseMs },
  );
  const booked = data?.data;
  return (
    <>
      <Tile label={words.cost}>
        <span data-figure="answer-cost" data-value={booked?.usage}>
          <Usd amount={booked?.usage} />
        </span>
      </Tile>
      <Tile label={words.tokens}>
        {booked === undefined
          ? "–"
          : `${formatCount(booked.tokens_prompt ?? 0)} → ${formatCount(booked.tokens_completion ?? 0)}`}
      </Tile>
    </>
  );
}
