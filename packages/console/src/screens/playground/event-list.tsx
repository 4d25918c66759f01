import { fill } from "../../parts/fill.ts";
import { formatMs } from "../../parts/format.ts";
import { Meaning } from "../../parts/meaning.tsx";
import { texts } from "../../texts/texts.ts";
import type { ShownEvent } from "./events.ts";

/** A longer stream goes on, and is counted, without a row for each event: the page must stay usable. */
const mostRows = 500;

export function EventList({ events }: { readonly events: readonly ShownEvent[] }) {
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
