import { meaningOf, stopOf } from "@portico/try-it";
import { make, meaning } from "./dom.ts";
import { masked } from "./session.ts";

/** A stream as a list that grows while it arrives: each event beside the contract's name and description of it. */
export interface EventsView {
  readonly element: HTMLElement;
  readonly count: number;
  add(data: string, afterMs: number): void;
}

/** A longer stream goes on, and is counted, without a row for each event: the page must stay usable. */
const mostRows = 1000;

export function eventsView(schema: string, meanings: Readonly<Record<string, string>>): EventsView {
  const list = make("ol", { class: "try-events" });
  const more = make("p", { class: "try-hint" });
  const seen = new Set<string>();
  let count = 0;
  return {
    element: make("div", {}, list, more),
    get count() {
      return count;
    },
    add(data, afterMs) {
      count += 1;
      if (count > mostRows) {
        more.textContent = `${count - mostRows} more events have no row here.`;
        return;
      }
      const { name, detail } = stopOf(schema, data);
      const text = meaningOf(meanings, name);
      const isFirst = !seen.has(name);
      seen.add(name);
      list.append(row({ count, name, detail, text, isFirst, data, afterMs }));
    },
  };
}

interface Row {
  readonly count: number;
  readonly name: string;
  readonly detail: string;
  readonly text: string;
  /** The description stands open at the first event of its kind; the others have it inside. */
  readonly isFirst: boolean;
  readonly data: string;
  readonly afterMs: number;
}

function row({ count, name, detail, text, isFirst, data, afterMs }: Row): HTMLElement {
  const summary = make(
    "summary",
    {},
    make("span", { class: "try-event-number" }, String(count)),
    make(
      "span",
      { class: "try-event-name" },
      make("code", {}, name),
      " ",
      make("span", { class: "try-event-detail" }, masked(detail)),
    ),
    make("span", { class: "try-event-time" }, `${Math.round(afterMs)} ms`),
  );
  const inside = make(
    "details",
    {},
    summary,
    ...(text === "" || isFirst ? [] : [make("p", {}, meaning(text))]),
    make("pre", { tabindex: "0" }, make("code", {}, masked(pretty(data)))),
  );
  return make("li", {}, inside, ...(text !== "" && isFirst ? [meaning(text)] : []));
}

export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
