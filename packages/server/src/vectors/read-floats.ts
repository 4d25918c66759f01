import { digitsBefore, isHead, type NumberRun, othersThanDigits } from "./number-grammar.ts";
import { endOfSpace, space } from "./pieces-in-hand.ts";

const minus = 0x2d;
const comma = 0x2c;
const point = 0x2e;
const nine = 0x39;

/** A float64 holds these powers exactly, so that one division by them is rounded once, as the engine's own reading is. */
const powers = Float64Array.from({ length: 17 }, (_, exponent) => 10 ** exponent);
/** Digits behind the point that are read; of the further digits only the end is searched. */
const mostPlaces = 16;
/** All whole numbers up to here are exact in a float64, whose own limit is a little higher. */
const mostExact = 9e15;
/** This many bytes behind a number's first byte are read without a check for the end of the bytes. */
const lookahead = 32;
/** With as many digits in hand, those left out add less than a part in 10^13 … */
const leastCut = 1e13;
/** … so that the number lies between what was read and this many times as much. */
const cutMargin = 1 + 2e-13;

/**
 * Reads numbers of the common form `-0.0123`, each with its comma, into `values` from `from` on; `count` is the place
 * behind the last one. Each equals `Math.fround(Number(text))`. It stops at any other form, short of the end of the
 * bytes, where `values` is full, and at the few numbers whose rounding to float32 depends on digits that were not read.
 * Hot: it sees every byte of every vector that is converted.
 */
export function readCommonFloats(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  values: Float32Array,
  from: number,
): NumberRun {
  const last = bytes.length - lookahead;
  let end = start;
  let count = from;
  while (end <= last && count < values.length) {
    let at = (bytes[end] ?? 0) > space ? end : Math.min(endOfSpace(bytes, end), last);
    // One where there is a sign: without a branch, because half of all signs would be guessed wrong.
    const sign = (((bytes[at] ?? 0) ^ minus) - 1) >>> 31;
    at += sign;
    if (!isHead(view.getInt32(at, true))) break;
    const places = placesAt(view, at + 2, last);
    const value = floatOf((bytes[at] ?? 0) & 0x0f, view, at + 2, places);
    at += 2 + places;
    // Near the end of the bytes, `at` is still at a digit, which also ends the loop.
    if (bytes[at] !== comma || Number.isNaN(value)) break;
    values[count] = value * (1 - 2 * sign);
    count += 1;
    end = at + 1;
  }
  return { end, count };
}

/** How many digits there are, as far as the end of the bytes is known to be away. */
function placesAt(view: DataView, start: number, last: number): number {
  let at = start;
  let others = othersThanDigits(view.getInt32(at, true));
  while (others === 0 && at <= last) {
    at += 4;
    others = othersThanDigits(view.getInt32(at, true));
  }
  return at + digitsBefore(others) - start;
}

/** A digit, the point and so many digits; not a number where the first of them do not say what the float32 is. */
function floatOf(digit: number, view: DataView, start: number, places: number): number {
  let whole = digit;
  const read = Math.min(places, mostPlaces);
  const lastFour = start + read - 4;
  let at = start;
  for (; at <= lastFour; at += 4) whole = whole * 10_000 + fourDigits(view.getInt32(at, true));
  const left = read & 3;
  // Shifts zeros in front of the digits, in place of the bytes behind them.
  const rest = left === 0 ? 0 : fourDigits(view.getInt32(at, true) << (32 - 8 * left));
  whole = whole * (powers[left] ?? 1) + rest;
  if (whole > mostExact) return Number.NaN;
  const value = whole / (powers[read] ?? 1);
  const rounded = Math.fround(value);
  if (read === places) return rounded;
  return whole >= leastCut && Math.fround(value * cutMargin) === rounded ? rounded : Number.NaN;
}

/** Digits and perhaps a point, whose grammar has been checked; not a number where there are too many, or an exponent. */
export function shortFloat(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start] === minus ? 1 : 0;
  let whole = 0;
  let isBehindPoint = 0;
  let places = 0;
  for (let at = start + sign; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === point) {
      isBehindPoint = 1;
      continue;
    }
    if (byte > nine || places === mostPlaces) return Number.NaN;
    whole = whole * 10 + (byte & 0x0f);
    places += isBehindPoint;
  }
  const isExact = whole <= mostExact;
  return isExact ? Math.fround(whole / (powers[places] ?? 1)) * (1 - 2 * sign) : Number.NaN;
}

/** The number that four digits make, the first of which is the lowest byte: two sums of two digits, then one of both. */
function fourDigits(word: number): number {
  const digits = word & 0x0f_0f_0f_0f;
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) & 0x00_ff_00_ff;
  return (Math.imul(pairs, 100) + (pairs >>> 16)) & 0xff_ff;
}
