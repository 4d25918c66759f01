import { meaningOf, stopOf } from "@portico/try-it";
import { eventMeanings } from "@portico/try-it/meanings";
import type { Frame } from "./use-exchange.ts";

/** One event beside the contract's name and description of it. */
export interface ShownEvent {
  readonly number: number;
  readonly name: string;
  readonly detail: string;
  readonly meaning: string;
  /** The first of its kind: its meaning stands open. */
  readonly isFirst: boolean;
  readonly frame: Frame;
}

export function eventsOf(frames: readonly Frame[], schema: string): readonly ShownEvent[] {
  const seen = new Set<string>();
  const events: ShownEvent[] = [];
  for (const frame of frames) {
    if (frame.data === null) continue;
    const { name, detail } = stopOf(schema, frame.data);
    const meaning = meaningOf(eventMeanings[schema] ?? {}, name);
    const number = events.length + 1;
    events.push({ number, name, detail, meaning, isFirst: !seen.has(name), frame });
    seen.add(name);
  }
  return events;
}

/** A piece of an answer: of its text, its thoughts or a call. */
const piece =
  /^(response\..+\.delta|delta\.(content|reasoning_details|tool_calls).*|content_block_delta)$/;

/** How long the first piece of the answer took; null while none has come. */
export function firstTokenMs(events: readonly ShownEvent[]): number | null {
  return events.find(({ name }) => piece.test(name))?.frame.afterMs ?? null;
}
