import type { CacheMark, MarkedPlace, RespondCall } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf, listOf } from "../../json/json-shape.ts";

/** A block of a request that is being written. */
export type Block = Record<string, unknown>;

/** The retention that keeps marks without a time of their own for an hour, in place of the usual minutes. */
export function keepsLong({ cacheRetention }: RespondCall): boolean {
  return cacheRetention === "24h" || cacheRetention === "1h";
}

export function cacheControl(mark: CacheMark | undefined, isLong: boolean): Fields | undefined {
  return mark && { type: "ephemeral", ttl: mark.ttl ?? (isLong ? "1h" : undefined) };
}

/**
 * The vendor refuses a request with more marks than this. The last ones are kept, because each covers everything
 * before it. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const mostMarks = 4;

export function keepsMarks(_model: string, places: readonly MarkedPlace[]): boolean {
  return places.length <= mostMarks;
}

/** Removes the first marks where there are too many, in the order in which the vendor reads the parts. */
export function limitMarks(body: Fields): void {
  const messages = listOf(body["messages"]).flatMap((message) =>
    listOf(fieldsOf(message)["content"]),
  );
  const blocks = [...listOf(body["tools"]), ...listOf(body["system"]), ...messages];
  const marked = blocks.flatMap(markedIn);
  // A mark on the request itself takes a place, too.
  const places = mostMarks - (body["cache_control"] == null ? 0 : 1);
  for (const block of marked.slice(0, Math.max(0, marked.length - places)))
    block["cache_control"] = undefined;
}

/** A block, after the blocks inside it: the mark of a result comes after theirs. */
function markedIn(block: unknown): readonly Block[] {
  if (!isBlock(block)) return [];

  const within = block["type"] === "tool_result" ? listOf(block["content"]).flatMap(markedIn) : [];
  return block["cache_control"] == null ? within : [...within, block];
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null;
}
