export const banner =
  "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.";
