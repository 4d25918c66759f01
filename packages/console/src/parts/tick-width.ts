const usualPx = 64;
const characterPx = 8;
const gapPx = 10;

/** How much room the texts beside an axis need: small amounts have many digits. */
export function tickWidth(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(usualPx, longest * characterPx + gapPx);
}
