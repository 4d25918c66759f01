import { isFields } from "../json/shape.ts";
import { type Answer, limited, type Piece } from "./answer.ts";
import type { Question } from "./question.ts";
import { signatureOf, thoughtFamily } from "./thoughts.ts";
import { toTokens } from "./tokens.ts";

/** The words of a script for a model: its thought comes first, then text, then calls. */
export interface Said {
  readonly thinks?: string;
  readonly text?: string;
  readonly calls?: readonly SaidCall[];
}

export interface SaidCall {
  readonly name: string;
  /** A text is sent as it is, so that a broken one can be rehearsed. */
  readonly arguments?: Readonly<Record<string, unknown>> | string;
}

/** The answer in these words, in tokens like any other, and cut short where the question allows no more of them. */
export function answerSaying(said: Said, { maxOutputTokens }: Question): Answer {
  return limited(piecesOf(said), maxOutputTokens);
}

function* piecesOf({ thinks = "", text = "", calls = [] }: Said): Generator<Piece> {
  if (thinks !== "") {
    for (const token of toTokens(thinks)) yield { type: "reasoning", text: token };
    const carrier = { family: thoughtFamily, of: "thought" as const, data: signatureOf(thinks) };
    yield { type: "carrier", carrier };
  }
  for (const token of toTokens(text)) yield { type: "text", text: token };
  for (const [index, { name, arguments: given = {} }] of calls.entries()) {
    const key = String(index);
    yield { type: "call", key, name };
    const written = isFields(given) ? JSON.stringify(given) : given;
    for (const delta of toTokens(written)) yield { type: "arguments", key, delta };
  }
}
