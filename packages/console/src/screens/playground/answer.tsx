import { isApiError } from "@portico/client";
import { type CodeKind, codeKindsOf, codeOf, type PlannedRequest } from "@portico/try-it";
import { useMemo, useState } from "react";
import { apiAddress } from "../../app/address.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ErrorHint } from "../../parts/error-hint.tsx";
import { fill } from "../../parts/fill.ts";
import { formatMs } from "../../parts/format.ts";
import { Meaning } from "../../parts/meaning.tsx";
import { Select } from "../../parts/select.tsx";
import { Failure } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { AnswerFacts, AnswerStatus } from "./answer-facts.tsx";
import { bodyOf, type Draft } from "./draft.ts";
import { eventsOf, type ShownEvent } from "./events.ts";
import type { Frame } from "./recorder.ts";
import type { AskedExchange } from "./use-exchange.ts";
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
