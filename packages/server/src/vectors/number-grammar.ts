import type { PiecesInHand } from "./pieces-in-hand.ts";
import { endOfSpace, space } from "./pieces-in-hand.ts";

const zero = 0x30;
const minus = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const comma = 0x2c;

/** Where the number that starts here ends, by RFC 8259, section 6; -1 where there is none. */
export function endOfNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let at = endOfDigits(bytes, first);
  if (at === first || (bytes[first] === zero && at - first > 1)) return -1;

  if (bytes[at] === dot) {
    const fraction = at + 1;
    at = endOfDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  return bytes[at] === 0x65 || bytes[at] === 0x45 ? endOfExponent(bytes, at + 1) : at;
}

function endOfExponent(bytes: Uint8Array, start: number): number {
  const sign = bytes[start];
  const first = sign === minus || sign === plus ? start + 1 : start;
  const end = endOfDigits(bytes, first);
  // An exponent of three digits could be beyond float64, which JSON readers take for infinity.
  const longest = sign === minus ? 3 : 2;
  return end === first || end - first > longest ? -1 : end;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  const length = bytes.length;
  let at = start;
  while (at < length && ((bytes[at] ?? 0) - zero) >>> 0 < 10) at += 1;

  return at;
}

/** Where the bytes of numbers and literals end. Their order is not checked here. */
export function endOfNumberBytes(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isNumberByte(bytes[at])) at += 1;

  return at;
}

export function isNumberByte(byte = 0): boolean {
  return (
    (byte >= zero && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === dot ||
    byte === minus ||
    byte === plus ||
    byte === 0x45
  );
}

/** The most digits of a number that is always exact. */
const shortDigits = 9;

/**
 * A whole number of few digits whose end is in hand, as counts and indexes are. Otherwise undefined, and the position
 * does not change.
 */
export function takeShortNumber(hand: PiecesInHand): number | undefined {
  const { bytes, position } = hand;
  let value = 0;
  let at = position;
  for (; at < position + shortDigits; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) break;

    value = value * 10 + digit;
  }
  const isZeroPadded = bytes[position] === zero && at > position + 1;
  // A longer number, or one that goes on in the next piece, is read by the whole grammar.
  const isWhole = at > position && at < bytes.length && !isNumberByte(bytes[at]);
  if (!isWhole || isZeroPadded) return undefined;

  hand.position = at;
  return value;
}

export interface NumberRun {
  /** The place behind the last passed comma; the byte there has not been checked. */
  readonly end: number;
  readonly count: number;
}

/** A sign, four digits and what stands behind them. A single read past the end makes all later ones slow. */
const lookahead = 6;

/**
 * Passes over numbers of the common form `-0.0123`, each with its comma. Stops at any other form and
 * short of the end of the bytes, which `endOfNumber` reads. Hot: it sees every byte of every decimal
 * vector. It is one loop, because calls in it are not always compiled away.
 */
export function passCommonNumbers(bytes: Uint8Array, view: DataView, start: number): NumberRun {
  const last = bytes.length - lookahead;
  let end = start;
  let count = 0;
  while (end <= last) {
    let at = (bytes[end] ?? 0) > space ? end : Math.min(endOfSpace(bytes, end), last);
    // One where there is a sign: without a branch, because half of all signs would be guessed wrong.
    at += (((bytes[at] ?? 0) ^ minus) - 1) >>> 31;
    if (!isHead(view.getInt32(at, true))) break;

    let others = 0;
    while (others === 0 && at + 4 <= last) {
      at += 4;
      others = othersThanDigits(view.getInt32(at, true));
    }
    at += digitsBefore(others);
    // Near the end of the bytes, `at` is still at a digit, which also ends the loop.
    if (bytes[at] !== comma) break;

    end = at + 1;
    count += 1;
  }
  return { end, count };
}

/** Whether four bytes are a digit, the point and two more digits; the first byte is the lowest. */
export function isHead(word: number): boolean {
  const values = word ^ 0x30_30_2e_30;
  return ((values | (values + 0x06_06_00_06)) & 0xf0_f0_ff_f0) === 0;
}

/**
 * Four bytes, of which those that are digits become zero. A digit's value stays below sixteen when
 * six is added; any other byte's does not, and what it carries only spoils the bytes behind it.
 */
export function othersThanDigits(word: number): number {
  const values = word ^ 0x30_30_30_30;
  return (values | (values + 0x06_06_06_06)) & 0xf0_f0_f0_f0;
}

/** Branches, because they are guessed right: most numbers of a vector have one length. */
export function digitsBefore(others: number): number {
  if ((others & 0xff_ff_ff) === 0) return 3;

  if ((others & 0xff_ff) === 0) return 2;

  return (others & 0xff) === 0 ? 1 : 0;
}
