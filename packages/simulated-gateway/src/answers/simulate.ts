import {
  type Answer,
  answerTo,
  countTokens,
  type Piece,
  type Question,
  textsOf,
} from "@portico/core/simulated-model";

/** A thought, a text, or a call with whole arguments. */
export type Said =
  /** Without `signature` it was cut off. */
  | { readonly type: "thought"; readonly text: string; readonly signature?: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly arguments: string };

export interface Simulated {
  readonly said: readonly Said[];
  readonly isCutShort: boolean;
  readonly inputTokens: number;
  /** Those of thoughts included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** What the simulated model says, its pieces put together. `isCutInHalf`: as if the tokens had run out after half of it. */
export function simulate(question: Question, isCutInHalf: boolean): Simulated {
  const answer = answerTo(question);
  const { pieces, outputTokens, isCutShort } = isCutInHalf ? halfOf(answer) : answer;
  return {
    said: saidIn(pieces, isCutShort),
    isCutShort,
    inputTokens: countTokens(textsOf(question)),
    outputTokens,
    reasoningTokens: pieces.filter(({ type }) => type === "reasoning").length,
  };
}

function halfOf({ pieces, outputTokens, reasoningTokens }: Answer): Answer {
  const half = Math.floor(outputTokens / 2);
  return { pieces: pieces.slice(0, half), outputTokens: half, reasoningTokens, isCutShort: true };
}

/** A call that was cut off is left out, as the gateway leaves it out. */
function saidIn(pieces: readonly Piece[], isCutShort: boolean): Said[] {
  const said: Said[] = [];
  for (const piece of pieces) {
    const joined = joinedWith(said.at(-1), piece);
    if (joined === null) said.push(beginningOf(piece));
    else said.splice(-1, 1, joined);
  }
  const whole = said.filter((one) => one.type !== "call" || isJson(one.arguments));
  const isSilent = whole.every(({ type }) => type === "thought");
  return isSilent && !isCutShort ? [...whole, { type: "text", text: "" }] : whole;
}

/** What was said last with one more piece; null where the piece begins something new. */
function joinedWith(last: Said | undefined, piece: Piece): Said | null {
  if (last?.type === "text" && piece.type === "text")
    return { ...last, text: last.text + piece.text };
  if (last?.type === "call" && piece.type === "arguments")
    return { ...last, arguments: last.arguments + piece.delta };
  if (last?.type !== "thought" || last.signature !== undefined) return null;
  if (piece.type === "carrier") return { ...last, signature: piece.carrier.data };
  return piece.type === "reasoning" ? { ...last, text: last.text + piece.text } : null;
}

function beginningOf(piece: Piece): Said {
  switch (piece.type) {
    case "call":
      return { type: "call", name: piece.name, arguments: "" };
    case "reasoning":
      return { type: "thought", text: piece.text };
    case "carrier":
      return { type: "thought", text: "", signature: piece.carrier.data };
    case "text":
      return { type: "text", text: piece.text };
    case "arguments":
      throw new Error("Arguments come after the beginning of their call.");
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
