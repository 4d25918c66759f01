import type { Embedded } from "../model-call/embed-call.ts";

/**
 * Returns what is wrong with an answer, or null. Callers would store a missing, surplus or wrongly sized vector
 * beside the wrong text, or spoil a whole index with it, so such an answer never reaches them. Where the catalogue has no
 * length, all vectors must have the same one.
 */
export function checkVectors(
  { vectors }: Embedded,
  count: number,
  dimensions = vectors[0]?.dimensions,
): string | null {
  if (vectors.length !== count) return `it gave ${vectors.length} vectors for ${count} inputs`;
  const wrong = vectors.findIndex((vector) => vector.dimensions !== dimensions);
  return wrong < 0
    ? null
    : `vector ${wrong} has ${vectors[wrong]?.dimensions} dimensions instead of ${dimensions}`;
}
