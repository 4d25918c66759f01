import { MalformedJson } from "./malformed-json.ts";
import type { PiecesInHand } from "./pieces-in-hand.ts";

const quote = 0x22;
const backslash = 0x5c;

/** Up to so many bytes are looked at here: asking for the next quote takes as long. */
const short = 32;

/**
 * The text of a short string that is in hand as a whole and holds nothing but printable ASCII without escapes, as
 * nearly all keys and most values are; undefined, and nothing is passed, where it is another one.
 */
export function takeShortString(hand: PiecesInHand): string | undefined {
  const { bytes, position } = hand;
  if (bytes[position] !== quote) {
    return undefined;
  }
  const last = Math.min(position + short, bytes.length - 1);
  for (let at = position + 1; at <= last; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      hand.position = at + 1;
      return bytes.toString("latin1", position + 1, at);
    }
    if (byte < 0x20 || byte > 0x7e || byte === backslash) {
      return undefined;
    }
  }
  return undefined;
}

/** Passes a string, all of which is in hand then; returns how long it is, quotes included. */
export function passString(hand: PiecesInHand): number {
  expectQuote(hand);
  let length = 1;
  for (;;) {
    const end = hand.bytes.indexOf(quote, hand.position + length);
    if (end === -1) {
      length = hand.bytes.length - hand.position;
      readOn(hand);
    } else {
      length = end + 1 - hand.position;
      if (!isEscaped(hand.bytes, end)) {
        hand.position = end + 1;
        return length;
      }
    }
  }
}

/** Passes a string that holds no escapes; returns what is between its quotes, uncopied. */
export function passPlainString(hand: PiecesInHand): readonly Uint8Array[] {
  expectQuote(hand);
  hand.position += 1;
  hand.record();
  let end = hand.bytes.indexOf(quote, hand.position);
  while (end === -1) {
    hand.position = hand.bytes.length;
    readOn(hand);
    end = hand.bytes.indexOf(quote);
  }
  hand.position = end;
  const pieces = hand.takeRecord();
  hand.position += 1;
  return pieces;
}

function expectQuote(hand: PiecesInHand): void {
  if (hand.bytes[hand.position] !== quote) {
    throw new MalformedJson(`no string at byte ${hand.passed}`);
  }
}

function readOn(hand: PiecesInHand): void {
  if (!hand.readOn()) {
    throw new MalformedJson("a string without an end");
  }
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === backslash) {
    before -= 1;
  }
  return (at - before) % 2 === 1;
}
