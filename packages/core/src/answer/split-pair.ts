/** Cuts off the first half of a surrogate pair at the end, so that no reader gets half a character. */
export function splitPair(text: string): readonly [string, string] {
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return isHalf ? [text.slice(0, -1), text.slice(-1)] : [text, ""];
}
