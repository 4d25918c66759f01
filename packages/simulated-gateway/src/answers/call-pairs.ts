import { refusedAt } from "../failure.ts";
import { isJson } from "./simulate.ts";

/** What a wire calls a call, its id and its result, for messages to callers. */
interface PairWords {
  readonly call: string;
  readonly id: string;
  readonly output: string;
}

/** Where the request has a call or a result, and its id. */
interface PairPlace {
  readonly item: string;
  readonly id: string;
}

/** Refuses, in the gateway's words, what no schema can express: each call has its own id and one result, after it. */
export class CallPairs {
  readonly #words: PairWords;
  readonly #calls = new Map<string, { readonly path: string; answeredAt: string | null }>();

  constructor(words: PairWords) {
    this.#words = words;
  }

  call(id: string, text: string, place: PairPlace & { readonly text: string }): void {
    const { output, ...words } = this.#words;
    const earlier = this.#calls.get(id);
    if (earlier !== undefined)
      throw refusedAt(
        place.id,
        `is used by ${earlier.path} already: each call needs ${words.id} of its own.`,
      );
    if (text.trim() !== "" && !isJson(text))
      throw refusedAt(
        place.text,
        `must be valid JSON text: send the arguments as the model gave them, or leave out the call and its ${output}.`,
      );
    this.#calls.set(id, { path: place.item, answeredAt: null });
  }

  output(id: string, place: PairPlace): void {
    const { call: noun, output } = this.#words;
    const call = this.#calls.get(id);
    if (call === undefined)
      throw refusedAt(
        place.id,
        `belongs to no ${noun} before it: send the call too, or leave out its ${output}.`,
      );
    if (call.answeredAt !== null)
      throw refusedAt(
        place.id,
        `belongs to a call that ${call.answeredAt} has answered already: send one ${output} for each call.`,
      );
    call.answeredAt = place.item;
  }
}
