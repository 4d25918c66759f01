import type { CacheMark, MarkedPlace, RespondCall } from "@portico/core/model-call/respond-call";
import { contentOf } from "@portico/core/wires/messages/left-out-of";

type Marked = Pick<RespondCall, "conversation" | "tools" | "passThrough">;

interface PlacedMark extends CacheMark {
  readonly place: MarkedPlace;
}

/** The marks of a call for prompt caches, without those inside blocks of one vendor's wire. */
export function marksOf({ conversation, tools, passThrough }: Marked): readonly PlacedMark[] {
  const marks: PlacedMark[] = [];
  const add = (place: MarkedPlace, mark: CacheMark | undefined) => {
    if (mark !== undefined) marks.push({ place, ...mark });
  };
  if (passThrough?.fields["cache_control"] != null) marks.push({ place: "request" });
  for (const tool of tools) add("tool", tool.cache);
  for (const turn of conversation) {
    if (turn.type === "call" || turn.type === "result") add(turn.type, turn.cache);
    for (const part of contentOf(turn)) if (part.type !== "foreign") add(part.type, part.cache);
  }
  return marks;
}

/** Whether an upstream may be asked to keep a cache for an hour, which costs more than one for minutes. */
export function asksForHourCache(call: Marked & Pick<RespondCall, "cacheRetention">): boolean {
  const marks = marksOf(call);
  return (
    (marks.length > 0 && call.cacheRetention !== undefined) ||
    marks.some(({ ttl }) => ttl === "1h") ||
    namesAnHour(call.passThrough) ||
    call.conversation.some((turn) => contentOf(turn).some(isForAnHour))
  );
}

/** A block of one vendor's wire may have a mark of its own anywhere. */
function isForAnHour(part: ReturnType<typeof contentOf>[number]): boolean {
  return part.type === "foreign" && namesAnHour(part.block);
}

function namesAnHour(fields: object | undefined): boolean {
  return fields !== undefined && JSON.stringify(fields).includes('"1h"');
}
