import { isApiError } from "@portico/client";
import { type CodeKind, codeKindsOf, codeOf, type PlannedRequest } from "@portico/try-it";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { apiAddress } from "../../app/address.ts";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { CopyButton } from "../../parts/buttons.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ErrorHint } from "../../parts/error-hint.tsx";
import { formatCount, formatMs } from "../../parts/format.ts";
import { Meaning } from "../../parts/meaning.tsx";
import { Select } from "../../parts/select.tsx";
import { Failure } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { bodyOf, type Draft } from "./draft.ts";
import { eventsOf, firstTokenMs, type ShownEvent } from "./events.ts";
import type { AskedExchange, Frame } from "./use-exchange.ts";
import { planOf, wireFacts } from "./wire.ts";

/** The stream as it came, comments too. */
function RawFrames({ frames }: { readonly frames: readonly Frame[] }) {
  if (frames.length === 0) return <p className="fine">{texts.playground.noEvents}</p>;
  return <pre className="frames">{frames.map(({ text }) => text).join("\n\n")}</pre>;
}

/** A longer stream goes on, and is counted, without a row for each event: the page must stay usable. */
const mostRows = 500;

function EventList({ events }: { readonly events: readonly ShownEvent[] }) {
  const words = texts.playground;
  if (events.length === 0) return <p className="fine">{words.noEvents}</p>;
  const hidden = events.length - mostRows;
  return (
    <>
      <ol className="events">
        {events.slice(0, mostRows).map((event) => (
          <Row key={event.number} event={event} />
        ))}
      </ol>
      {hidden > 0 && <p className="fine">{fill(words.moreEvents, { count: hidden })}</p>}
    </>
  );
}

function Row({ event }: { readonly event: ShownEvent }) {
  const { number, name, detail, meaning, isFirst, frame } = event;
  return (
    <li>
      <details>
        <summary>
          <span className="fine figure">{number}</span>
          <span className="event-what">
            <code>{name}</code> <span className="fine">{detail}</span>
          </span>
          <span className="fine figure">{formatMs(frame.afterMs)}</span>
        </summary>
        {!isFirst && meaning !== "" && (
          <p className="fine">
            <Meaning text={meaning} />
          </p>
        )}
        <pre>{frame.text}</pre>
      </details>
      {isFirst && meaning !== "" && (
        <p className="fine">
          <Meaning text={meaning} />
        </p>
      )}
    </li>
  );
}

/** The request as code. The key is not in it: the code reads it from its environment. */
function Code({ plan }: { readonly plan: PlannedRequest }) {
  const kinds = codeKindsOf(plan);
  const [chosen, setChosen] = useState<CodeKind>("curl");
  const kind = kinds.find((each) => each === chosen) ?? "curl";
  return (
    <div className="answer">
      <Select
        label={texts.playground.copyAs}
        value={kind}
        options={kinds.map((value) => ({ value, label: value }))}
        onChange={(value) => value && setChosen(value)}
      />
      <CodeBlock label={kind} code={codeOf(kind, plan)} />
    </div>
  );
}

/** Why there is no whole answer, and what the documentation says of this kind of failure. */
function AnswerError({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const kind = isApiError(error) ? error.metadata?.["kind"] : undefined;
  return (
    <div className="answer">
      <Failure error={error} />
      {typeof kind === "string" && <ErrorHint code={kind} />}
    </div>
  );
}

const words = texts.playground;

interface AnswerProps {
  readonly draft: Draft;
  readonly exchange: AskedExchange;
}

/** What comes: the text as it grows, the events by their names, the frames as they are; and the request as code. */
export function Answer({ draft, exchange }: AnswerProps) {
  const { wire, stream, wireTraffic } = exchange;
  const [tab, setTab] = useState<"events" | "frames" | "code">("events");
  const events = useMemo(
    () => eventsOf(wireTraffic.frames, wireFacts[wire].events),
    [wireTraffic.frames, wire],
  );
  return (
    <div className="answer">
      <AnswerStatus exchange={exchange} />
      <AnswerError error={stream.error} />
      {stream.thoughts !== "" && (
        <details className="answer-thoughts">
          <summary>{words.thoughts}</summary>
          {stream.thoughts}
        </details>
      )}
      <section
        className="answer-text"
        aria-label={words.answer}
        aria-busy={stream.status === "streaming"}
      >
        {stream.text === "" ? <span className="fine">{words.nothingYet}</span> : stream.text}
      </section>
      <AnswerFacts {...{ exchange, events }} />
      <Tabs
        value={tab}
        onChange={setTab}
        tabs={[
          {
            name: "events",
            label: `${words.events} (${events.length})`,
            body: <EventList events={events} />,
          },
          { name: "frames", label: words.frames, body: <RawFrames frames={wireTraffic.frames} /> },
          {
            name: "code",
            label: words.code,
            body: <Code plan={planOf(draft.wire, bodyOf(draft), apiAddress)} />,
          },
        ]}
      />
    </div>
  );
}

interface AnswerFactsProps {
  readonly exchange: AskedExchange;
  readonly events: readonly ShownEvent[];
}

/** Where the stream is. */
function AnswerStatus({ exchange: { stream, wireTraffic } }: Pick<AnswerFactsProps, "exchange">) {
  return (
    <p role="status">
      {words.statuses[stream.status]}
      {wireTraffic.status !== null && ` (${wireTraffic.status})`}
    </p>
  );
}

/** How fast the stream came, and what the gateway booked for it. */
function AnswerFacts({ exchange, events }: AnswerFactsProps) {
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
