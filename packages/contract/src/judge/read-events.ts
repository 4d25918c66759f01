import { streamEnd } from "../stream-order.ts";

export interface ReadEvents {
  /** Parsed, and `[DONE]` as that string. */
  readonly events: readonly unknown[];
  readonly problems: readonly string[];
}

/** Reads a stream in the form of the interface: `data:` lines, each followed by a blank line, and comments. */
export function readEvents(text: string): ReadEvents {
  const events: unknown[] = [];
  const problems: string[] = [];
  if (!text.endsWith("\n\n")) problems.push("The stream does not end with a blank line.");
  for (const block of text.split("\n\n").filter(Boolean)) {
    if (block.startsWith(":")) continue;
    const data = /^data: (.*)$/s.exec(block)?.[1];
    if (data === undefined || data.includes("\n")) {
      problems.push(`This is no data line followed by a blank one: ${block.slice(0, 80)}`);
      continue;
    }
    const event = data === streamEnd ? streamEnd : parse(data);
    if (event === undefined) problems.push(`This event is not JSON: ${data.slice(0, 80)}`);
    else events.push(event);
  }
  return { events, problems };
}

/** Undefined for what is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
