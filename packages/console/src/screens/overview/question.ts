import type { Span } from "./span.ts";

/** What the tiles show. The page asks for it before the screen is there: src/early/main.ts. */
export function usedIn({ figures }: Span) {
  const group_by: ["day"] = ["day"];
  return { ...figures, group_by, limit: 1000 };
}
