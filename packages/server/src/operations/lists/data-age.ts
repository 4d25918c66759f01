import type { Aged } from "../../store/ports/page.ts";
import type { Headers } from "../operation.ts";

/** The header that says how old the oldest of these lists is; none where all were read from the primary. */
export function dataAge(...lists: readonly Aged[]): Headers | undefined {
  const oldestMs = Math.max(...lists.map(({ ageMs = -1 }) => ageMs));
  return oldestMs < 0 ? undefined : { "x-portico-data-age": String(oldestMs / 1000) };
}
