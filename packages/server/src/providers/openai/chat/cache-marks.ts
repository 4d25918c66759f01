import type { CacheMark, ContentPart, MarkedPlace } from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import { plainText } from "../../conversation/conversation.ts";

/** Which of the callers' marks and hints for prompt caches a vendor knows. */
export interface Caching {
  /** `prompt_cache_key` sends requests with the same beginning to the same cache. */
  readonly key?: true;
  readonly retention?: true;
  /** `cache_control` on texts: with its time to live, or without. */
  readonly marks?: "timed" | "untimed";
  readonly tools?: true;
}

/** Whether a vendor knows the marks at all of these places. */
export function keepsMarks({ marks, tools }: Caching, places: readonly MarkedPlace[]): boolean {
  const known = ["text", "result", ...(tools ? ["tool"] : [])];
  return marks !== undefined && places.every((place) => known.includes(place));
}

/** The field of a part that a cache may end with. */
export function cacheControl(mark: CacheMark | undefined, { marks }: Caching): Fields {
  if (mark === undefined || marks === undefined) return {};
  const ttl = mark.ttl === undefined || marks === "untimed" ? {} : { ttl: mark.ttl };
  return { cache_control: { type: "ephemeral", ...ttl } };
}

/** The texts of a content: as one string, unless a mark has to stand at one of them. `last` marks the last one. */
export function markedText(
  content: readonly ContentPart[],
  caching: Caching,
  last?: CacheMark,
): unknown {
  const texts = content.filter((part) => part.type === "text").filter(({ text }) => text !== "");
  const isMarked = last !== undefined || texts.some((part) => part.cache !== undefined);
  if (!isMarked || caching.marks === undefined || texts.length === 0) return plainText(content);
  return texts.map(({ text, cache }, index) => {
    const mark = cache ?? (index === texts.length - 1 ? last : undefined);
    return { type: "text", text, ...cacheControl(mark, caching) };
  });
}
