import type { PiecesInHand } from "./pieces-in-hand.ts";
import { MalformedJson } from "./vector.ts";

const quote = 0x22;
const backslash = 0x5c;

/** Up to this many bytes are checked one by one, because a search for the next quote takes as long. */
const short = 32;

/**
 * The text of a short string that is in hand as a whole and holds only printable ASCII without escapes, as nearly all
 * keys and most values do. Otherwise undefined, and the position does not change.
 */
export function takeShortString(hand: PiecesInHand): string | undefined {
  const { bytes, position } = hand;
  if (bytes[position] !== quote) return undefined;

  const last = Math.min(position + short, bytes.length - 1);
  for (let at = position + 1; at <= last; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      hand.position = at + 1;
      return bytes.toString("latin1", position + 1, at);
    }
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return undefined;
  }
  return undefined;
}

/** This much is checked here before the engine's own search for a quote is called, which is slow to start. */
const bytesBeforeSearch = 256;

/** Passes a string, all of which is in hand then; returns how long it is, quotes included. */
export function passString(hand: PiecesInHand, longest: number): number {
  expectQuote(hand);
  let length = 1;
  for (;;) {
    const { found, end } = endOfString(hand.bytes, hand.position + length);
    length = end - hand.position;
    if (length > longest) throw new MalformedJson("a string that is too long");

    if (found) {
      hand.position = end;
      return length;
    }
    readOn(hand);
  }
}

/**
 * Where the string ends, behind its quote; or as far as it is known to go on, never between a backslash and what it escapes.
 * Each byte is looked at once, however many quotes are escaped.
 */
function endOfString(bytes: Buffer, start: number): { found: boolean; end: number } {
  let at = start;
  while (at < bytes.length) {
    const near = Math.min(at + bytesBeforeSearch, bytes.length);
    at = endNear(bytes, at, near);
    if (bytes[at] === quote) return { found: true, end: at + 1 };

    // A backslash at the end escapes the first byte of the next piece.
    if (at === bytes.length - 1 && bytes[at] === backslash) return { found: false, end: at };

    at = at < near ? at : beforeNextQuote(bytes, at);
  }
  return { found: false, end: bytes.length };
}

/** The quote that ends the string, or the end of the stretch, or a backslash at the end of all. */
function endNear(bytes: Buffer, start: number, near: number): number {
  let at = start;
  while (at < near && bytes[at] !== quote) {
    if (bytes[at] === backslash && at + 1 === bytes.length) return at;

    at += bytes[at] === backslash ? 2 : 1;
  }
  return at;
}

/** The next quote, or the backslashes before it. */
function beforeNextQuote(bytes: Buffer, start: number): number {
  const found = bytes.indexOf(quote, start);
  let at = found === -1 ? bytes.length : found;
  while (at > start && bytes[at - 1] === backslash) at -= 1;

  return at;
}

/** Passes a string that holds no escapes; returns what is between its quotes, uncopied. */
export function passPlainString(hand: PiecesInHand, longest: number): readonly Uint8Array[] {
  expectQuote(hand);
  hand.position += 1;
  const start = hand.passed;
  hand.record();
  let end = hand.bytes.indexOf(quote, hand.position);
  while (end === -1) {
    hand.position = hand.bytes.length;
    readOn(hand);
    end = hand.bytes.indexOf(quote);
    if (hand.passed - start > longest) throw new MalformedJson("a string that is too long");
  }
  hand.position = end;
  const pieces = hand.takeRecord();
  hand.position += 1;
  return pieces;
}

function expectQuote(hand: PiecesInHand): void {
  if (hand.bytes[hand.position] !== quote)
    throw new MalformedJson(`no string at byte ${hand.passed}`);
}

function readOn(hand: PiecesInHand): void {
  if (!hand.readOn()) throw new MalformedJson("a string without an end");
}
