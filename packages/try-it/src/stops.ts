import { isRecord } from "@portico/contract/is-record";
import { chunkStop } from "./chunk-stop.ts";
import { messageStop } from "./message-stop.ts";
import { jsonOf } from "./plan.ts";
import { responseStop } from "./response-stop.ts";
import type { Stop } from "./stop.ts";

/** As the drawings of the guides name events. A stream of another kind is shown by its events' types. */
const readers: Readonly<Record<string, (data: string) => Stop>> = {
  StreamEvent: responseStop,
  ChatStreamEvent: chunkStop,
  MessageStreamEvent: messageStop,
};

/** The name of one event and what it brings. What arrives may be anything: nothing is taken for granted here. */
export function stopOf(schema: string, data: string): Stop {
  if (data === "[DONE]") return { name: "[DONE]", detail: "" };
  const event = jsonOf(data);
  if (!isRecord(event)) return { name: "not JSON", detail: data.slice(0, 200) };
  try {
    const { name, detail } = readers[schema]?.(data) ?? { name: event["type"], detail: "" };
    return { name: String(name ?? "event"), detail };
  } catch {
    return { name: String(event["type"] ?? "event"), detail: "" };
  }
}

/** What the contract says of an event: `delta.tool_calls[0]` and `finish_reason, error` have parts that it does not. */
export function meaningOf(meanings: Readonly<Record<string, string>>, name: string): string {
  const [plain = ""] = name.replace(/\[\d+\]$/, "").split(", ");
  return meanings[name] ?? meanings[plain] ?? "";
}
