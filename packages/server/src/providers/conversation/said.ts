import type { ContentPart, SaidPart } from "@portico/core/model-call/respond-call";

/** A content without the blocks that only one vendor's wire has. */
export function said(content: readonly ContentPart[]): readonly SaidPart[] {
  return content.filter((part) => part.type !== "foreign");
}
