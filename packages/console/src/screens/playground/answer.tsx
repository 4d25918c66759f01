import { useMemo, useState } from "react";
import { apiAddress } from "../../app/address.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { AnswerError } from "./answer-error.tsx";
import { AnswerFacts, AnswerStatus } from "./answer-facts.tsx";
import { Code } from "./code.tsx";
import { bodyOf, type Draft } from "./draft.ts";
import { EventList } from "./event-list.tsx";
import { eventsOf } from "./events.ts";
import { RawFrames } from "./raw-frames.tsx";
import type { AskedExchange } from "./use-exchange.ts";
import { planOf, wireFacts } from "./wire.ts";

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
