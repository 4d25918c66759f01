import { eventTypes, isStreamEventType, type StreamEvent } from "@portico/contract";
import { chunkStop, messageStop, responseStop, type Stop } from "@portico/try-it";
import { escapeHtml } from "./escape-html.ts";

/** Which readers an event is for: those of the interface description, those of today's libraries, or both. */
type Lane = "interface" | "libraries" | "both";

/** Written for readers of the interface description alone; the libraries have events of their own in their place. */
const interfaceOnly: ReadonlySet<string> = new Set([
  "response.content_part.delta",
  "response.done",
]);

const laneNames: Readonly<Record<Lane, string>> = {
  interface: "interface description only",
  libraries: "libraries only",
  both: "both",
};

export function laneOf(type: string): Lane {
  if (interfaceOnly.has(type)) return "interface";
  if (!isStreamEventType(type)) return "both";
  return eventTypes[type].addition ? "libraries" : "both";
}

/** A stream of the contract's examples as lines, one an event: `0 | response.created | both | status in_progress`. */
export function eventLines(stream: string): string {
  const events = stream
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  if (events[0]?.includes('"chat.completion.chunk"')) return librariesLines(events, chunkStop);
  if (events[0]?.includes('"message_start"')) return librariesLines(events, messageStop);
  return events
    .map((data) => {
      if (data === "[DONE]") return "– | [DONE] | both | the stream is over";
      const { name, detail } = responseStop(data);
      const { sequence_number: number }: StreamEvent = JSON.parse(data);
      return `${number} | ${name} | ${laneNames[laneOf(name)]} | ${detail}`;
    })
    .join("\n");
}

/** A stream that today's libraries alone read, one event a line: `1 | delta.content | libraries only | "Bon"`. */
function librariesLines(data: readonly string[], stopOf: (text: string) => Stop): string {
  return data
    .map((text, index) => {
      const { name, detail } = stopOf(text);
      return `${text === "[DONE]" ? "–" : index} | ${name} | ${laneNames.libraries} | ${detail}`;
    })
    .join("\n");
}

/** Those lines as a drawing: two rails, and each event a stop on one of them or on both. */
export function drawEventLanes(lines: string): string {
  const stops = lines.split("\n").map((line) => {
    const [number = "", type = "", lane = "", ...detail] = line.split(" | ");
    const key = (["interface", "libraries", "both"] as const).find(
      (name) => laneNames[name] === lane,
    );
    return `<li class="stop stop-${key ?? "both"}"><span class="stop-rails" aria-hidden="true"></span><span class="stop-number">${escapeHtml(number)}</span><span class="stop-text"><code>${escapeHtml(type)}</code> <span class="stop-detail">${escapeHtml(detail.join(" | "))}</span><span class="visually-hidden"> (${escapeHtml(lane)})</span></span></li>`;
  });
  return `<figure class="rails"><figcaption><span class="rail-key rail-key-interface">Interface description</span><span class="rail-key rail-key-libraries">Today’s libraries</span></figcaption><ol>${stops.join("")}</ol></figure>\n`;
}
