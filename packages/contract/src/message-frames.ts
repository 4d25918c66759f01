import { parse } from "./judge/read-events.ts";

/** A stream of `POST /messages` as it was sent, taken apart. */
export interface ReadMessageEvents {
  readonly events: readonly unknown[];
  /** What is wrong with the form, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads a stream of `POST /messages`: of each event a line `event:`, a line `data:` and a blank line; comments between
 * them. Client libraries drop an event whose `event:` line is missing, so it must be there and equal the `type`.
 */
export function readMessageEvents(text: string): ReadMessageEvents {
  const events: unknown[] = [];
  const problems: string[] = [];
  if (!text.endsWith("\n\n")) problems.push("The stream does not end with a blank line.");
  for (const block of text.split("\n\n").filter((each) => each !== "" && !each.startsWith(":"))) {
    const { name, data } =
      /^event: (?<name>[^\n]*)\ndata: (?<data>[^\n]*)$/.exec(block)?.groups ?? {};
    const event = data === undefined ? undefined : parse(data);
    if (event === undefined)
      problems.push(`This is no event line with a line of JSON: ${block.slice(0, 80)}`);
    else {
      events.push(event);
      const type: unknown = Object(event).type;
      if (type !== name) problems.push(`The event line says ${name}, the type is ${String(type)}.`);
    }
  }
  return { events, problems };
}
