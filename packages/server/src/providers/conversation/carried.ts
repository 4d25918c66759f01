import type { Carrier } from "@portico/core/model-call/carrier";
import type { Thought } from "@portico/core/model-call/respond-call";

/** The most carriers kept of one answer, because an endless answer would fill the memory. */
export const mostCarried = 4 * 1024 * 1024;

/** What a vendor wants back of a thought, where the thought is of its family and belongs to the same kind of part. */
export function carriedBy(
  { carrier }: Thought,
  family: string,
  of: Carrier["of"],
): string | undefined {
  return carrier?.family === family && carrier.of === of ? carrier.data : undefined;
}
