import type { CacheMark, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { contentOf } from "@portico/core/wires/messages/left-out-of";

/** Whether an upstream may be asked to keep a cache for an hour, which costs more than one for minutes. */
export function asksForHourCache({
  conversation,
  tools,
  passThrough,
  cacheRetention,
}: Pick<RespondCall, "conversation" | "tools" | "passThrough" | "cacheRetention">): boolean {
  const marks = [...tools.map(({ cache }) => cache), ...conversation.flatMap(marksIn)];
  const isMarked = marks.some((mark) => mark !== undefined);
  return (
    (isMarked && cacheRetention !== undefined) ||
    marks.some((mark) => mark?.ttl === "1h") ||
    namesAnHour(passThrough)
  );
}

function marksIn(turn: Turn): readonly (CacheMark | undefined)[] {
  const ofTurn = turn.type === "call" || turn.type === "result" ? [turn.cache] : [];
  return [...ofTurn, ...contentOf(turn).map((part) => markOf(part))];
}

/** A block of one vendor's wire may have a mark of its own anywhere. */
function markOf(part: ReturnType<typeof contentOf>[number]): CacheMark | undefined {
  if (part.type !== "foreign") return part.cache;
  return namesAnHour(part.block) ? { ttl: "1h" } : undefined;
}

function namesAnHour(fields: object | undefined): boolean {
  return fields !== undefined && JSON.stringify(fields).includes('"1h"');
}
