const zero = 0x30;
const minus = 0x2d;
const plus = 0x2b;
const dot = 0x2e;

/**
 * Where the number that starts here ends, by RFC 8259, section 6; -1 where there is none. Hot: it
 * sees every byte of every decimal vector.
 */
export function endOfNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let at = endOfDigits(bytes, first);
  if (at === first || (bytes[first] === zero && at - first > 1)) {
    return -1;
  }
  if (bytes[at] === dot) {
    const fraction = at + 1;
    at = endOfDigits(bytes, fraction);
    if (at === fraction) {
      return -1;
    }
  }
  return bytes[at] === 0x65 || bytes[at] === 0x45 ? endOfExponent(bytes, at + 1) : at;
}

function endOfExponent(bytes: Uint8Array, start: number): number {
  const sign = bytes[start];
  const first = sign === minus || sign === plus ? start + 1 : start;
  const end = endOfDigits(bytes, first);
  // Three digits could be more than a float64 holds, which JSON readers take for infinity.
  const longest = sign === minus ? 3 : 2;
  return end === first || end - first > longest ? -1 : end;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  const length = bytes.length;
  let at = start;
  while (at < length && ((bytes[at] ?? 0) - zero) >>> 0 < 10) {
    at += 1;
  }
  return at;
}
