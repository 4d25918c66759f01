import { GatewayError } from "../../failures.ts";

/** What a wire calls a call, its id and its result, for messages to callers. */
export interface PairWords {
  readonly call: string;
  readonly id: string;
  readonly output: string;
}

/** Where the request has a call or a result, and its parts. */
export interface PairPlace {
  readonly item: string;
  readonly id: string;
}

/**
 * Checks that each call and each output of a conversation comes once, the call first. For anything else an upstream
 * would return an error in its own words, or match an output to the wrong call.
 */
export class CallPairs {
  readonly #words: PairWords;
  readonly #calls = new Map<string, { readonly path: string; answeredAt: string | null }>();

  constructor(words: PairWords) {
    this.#words = words;
  }

  call(callId: string, text: string, place: PairPlace & { readonly text: string }): void {
    const { id, output } = this.#words;
    const earlier = this.#calls.get(callId);
    if (earlier !== undefined)
      throw refused(
        place.id,
        `is used by ${earlier.path} already: each call needs ${article(id)} ${id} of its own`,
      );
    const fault = faultOf(text, output);
    if (fault !== null) throw refused(place.text, fault);
    this.#calls.set(callId, { path: place.item, answeredAt: null });
  }

  output(callId: string, place: PairPlace): void {
    const { call: noun, output } = this.#words;
    const call = this.#calls.get(callId);
    if (call === undefined)
      throw refused(
        place.id,
        `belongs to no ${noun} before it: send the call too, or leave out its ${output}`,
      );
    if (call.answeredAt !== null)
      throw refused(
        place.id,
        `belongs to a call that ${call.answeredAt} has answered already: send one ${output} for each call`,
      );
    call.answeredAt = place.item;
  }
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? "an" : "a";
}

/** What is wrong with the arguments, or null. Some clients send an empty text for no arguments. */
function faultOf(text: string, output: string): string | null {
  if (text.trim() === "") return null;
  const excess = excessOf(text);
  if (excess === "depth") return "must not be nested that deep: 64 levels are the most";
  if (excess === "values") return "must not hold that many values: 100,000 are the most";
  try {
    JSON.parse(text);
    return null;
  } catch {
    return `must be valid JSON text: send the arguments as the model gave them, or leave out the call and its ${output}`;
  }
}

function refused(field: string, fault: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} ${fault}.`,
    metadata: { field },
  });
}

/** No function's parameters nest deeper; parsed, 20 MB of brackets are 1 GB of arrays. */
const mostDepth = 64;
const mostValues = 100_000;

/** The limit that a JSON text exceeds, or null. Runs before parsing, and does not check the grammar. */
function excessOf(json: string): "depth" | "values" | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case 0x22:
        index = endOfString(json, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        values += 1;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c:
        values += 1;
        break;
    }
    if (depth > mostDepth) return "depth";
    if (values > mostValues) return "values";
  }
  return null;
}

/** The index of the closing quote; `indexOf` skips long strings quickly. */
function endOfString(json: string, opening: number): number {
  let end = json.indexOf('"', opening + 1);
  while (end > 0 && isEscaped(json, end, opening)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number, opening: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes > opening && json.charCodeAt(at - 1 - backslashes) === 0x5c)
    backslashes += 1;
  return backslashes % 2 === 1;
}
