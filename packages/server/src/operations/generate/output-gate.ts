import type { Answer } from "@portico/core/answer/answer";
import { writtenText } from "@portico/core/answer/answer-tally";
import { splitPair } from "@portico/core/answer/growing-text";
import type { Part } from "@portico/core/model-call/parts";
import type { OutputGate } from "../../answer/answer-stream.ts";
import { fewestTokens, type TokenBound } from "./bound-input-tokens.ts";

/**
 * An upstream that obeys its limit is never cut: tokenizers differ by less than this (the larger one where the model's
 * own is not known and another one counts), and the slack is for answers of a few tokens.
 */
const margins = { known: 1.125, unknown: 1.5 } as const;
const slackTokens = 64;
/** No language is written with more characters a token than this on average. */
const charactersPerToken = 8;
/** Characters per token that are kept of a text that is cut. */
const shownCharactersPerToken = 4;
/** Counting takes time, so the next count waits for this much more text. */
const growth = 1.25;

/**
 * Stops an answer that is longer than allowed and paid for. Parts and characters are counted as they arrive, which is
 * cheap; only an answer with more of either than its limit could explain is counted in tokens.
 */
export function createOutputGate(limitTokens: number, tokenBound: TokenBound): OutputGate {
  const margin = tokenBound === "bytes" ? margins.unknown : margins.known;
  return new Gate(Math.ceil(limitTokens * margin) + slackTokens, tokenBound);
}

class Gate implements OutputGate {
  readonly #mostTokens: number;
  readonly #tokenBound: TokenBound;
  #beyond: readonly Part[] | null = null;
  #parts = 0;
  #characters = 0;
  #partsToCount: number;
  #charactersToCount: number;

  constructor(mostTokens: number, tokenBound: TokenBound) {
    this.#mostTokens = mostTokens;
    this.#tokenBound = tokenBound;
    this.#partsToCount = mostTokens;
    this.#charactersToCount = mostTokens * charactersPerToken;
  }

  get beyond(): readonly Part[] | null {
    return this.#beyond;
  }

  pass(parts: readonly Part[], answer: Answer): readonly Part[] | Promise<readonly Part[]> {
    for (const part of parts) {
      this.#parts += 1;
      if (part.type !== "usage" && part.type !== "finish")
        this.#characters += writtenText(part).length;
    }
    const isLong = this.#parts > this.#partsToCount || this.#characters > this.#charactersToCount;
    return isLong ? this.#count(parts, answer) : parts;
  }

  async #count(parts: readonly Part[], answer: Answer): Promise<readonly Part[]> {
    const { shown, thoughts } = answer.uncounted;
    const before =
      (answer.usage?.outputTokens ?? 0) +
      (await fewestTokens(shown.text + thoughts.text, this.#tokenBound));
    const text = parts.map(writtenIn).join("");
    const tokens = before + (await fewestTokens(text, this.#tokenBound));
    if (tokens > this.#mostTokens) return this.#split(parts, this.#mostTokens - before);
    this.#partsToCount = this.#parts * growth;
    this.#charactersToCount = this.#characters * growth;
    return parts;
  }

  #split(parts: readonly Part[], leftTokens: number): readonly Part[] {
    let left = Math.max(leftTokens, 0) * shownCharactersPerToken;
    for (const [index, part] of parts.entries()) {
      const characters = writtenIn(part).length;
      if (characters > left) return this.#splitAt(parts, index, left);
      left -= characters;
    }
    // If the upstream has not ended by itself, it is left after these parts.
    if (!parts.some(({ type }) => type === "finish")) this.#beyond = [];
    return parts;
  }

  #splitAt(parts: readonly Part[], index: number, characters: number): readonly Part[] {
    const before = parts.slice(0, index);
    const part = parts[index];
    if (part?.type !== "text") {
      this.#beyond = parts.slice(index);
      return before;
    }
    const [shown] = splitPair(part.text.slice(0, characters));
    this.#beyond = [{ ...part, text: part.text.slice(shown.length) }, ...parts.slice(index + 1)];
    return [...before, { ...part, text: shown }];
  }
}

function writtenIn(part: Part): string {
  return part.type === "usage" || part.type === "finish" ? "" : writtenText(part);
}
