import { endOfNumber, endOfNumberBytes, passCommonNumbers } from "./number-grammar.ts";
import type { PiecesInHand } from "./pieces-in-hand.ts";
import { readCommonFloats, shortFloat } from "./read-floats.ts";
import { MalformedJson, mostValues } from "./vector.ts";

/** The longest list, far larger than any vector. */
const mostBytes = 4 * 1024 * 1024;

/** The cursor's functions that a list needs. */
interface List {
  readonly passed: number;
  open(character: "["): void;
  /** After `[`: whether there is an item. */
  firstItem(): boolean;
  /** After an item: whether there is another. */
  nextItem(): boolean;
}

/** Passes an array of numbers: its bytes, and how many there are. */
export function passNumbers(
  list: List,
  hand: PiecesInHand,
): { pieces: readonly Uint8Array[]; count: number } {
  hand.next();
  hand.record();
  list.open("[");
  const start = list.passed;
  let count = 0;
  for (let more = list.firstItem(); more; more = list.nextItem()) {
    const run = passCommonNumbers(hand.bytes, hand.view, hand.position);
    hand.position = run.end;
    passNumber(hand);
    count += run.count + 1;
    refuseLong(count, list.passed - start);
  }
  return { pieces: hand.takeRecord(), count };
}

/** Reads an array of numbers as float32 into `room`, or into more room where that is too small. */
export function readNumbers(list: List, hand: PiecesInHand, room: Float32Array): Float32Array {
  list.open("[");
  const start = list.passed;
  let values = room;
  let count = 0;
  for (let more = list.firstItem(); more; more = list.nextItem()) {
    const run = readCommonFloats(hand.bytes, hand.view, hand.position, values, count);
    hand.position = run.end;
    count = run.count;
    if (count === values.length) values = larger(values);

    const at = passNumber(hand);
    refuseLong(count + 1, list.passed - start);
    values[count] = float32(hand.bytes, at, hand.position);
    count += 1;
  }
  return values.subarray(0, count);
}

/** Any number, by the whole grammar; gives where in the piece in hand it begins. */
function passNumber(hand: PiecesInHand): number {
  hand.next();
  let end = endOfNumber(hand.bytes, hand.position);
  const { length } = hand.bytes;
  const mayBeCut =
    end === length || (end === -1 && endOfNumberBytes(hand.bytes, hand.position) === length);
  if (mayBeCut && hand.readOnUntil(endOfNumberBytes)) end = endOfNumber(hand.bytes, hand.position);

  if (end === -1) throw new MalformedJson(`no number at byte ${hand.passed}`);

  const start = hand.position;
  hand.position = end;
  return start;
}

function refuseLong(count: number, bytes: number): void {
  if (count > mostValues || bytes > mostBytes) throw new MalformedJson("a vector that is too long");
}

function larger(values: Float32Array): Float32Array {
  const copy = new Float32Array(Math.max(values.length * 2, 64));
  copy.set(values);
  return copy;
}

/** The engine reads numbers with many digits or an exponent: ten times as slow, mostly to make the text. */
function float32(bytes: Buffer, start: number, end: number): number {
  const short = shortFloat(bytes, start, end);
  if (!Number.isNaN(short)) return short;

  const value = Math.fround(Number(bytes.toString("latin1", start, end)));
  if (!Number.isFinite(value)) throw new MalformedJson("a number beyond float32");

  return value;
}
