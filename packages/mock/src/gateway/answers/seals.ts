import { wordsOf } from "@portico/core/answer/answer-item";
import type { SealThought } from "@portico/core/answer/draft";
import type { SentTurn } from "@portico/core/answer/wire";
import { fromBase64Url, toBase64Url } from "@portico/core/base64";
import { fieldsOf } from "@portico/core/json/shape";
import type { Turn } from "@portico/core/model-call/respond-call";

/** The family of the simulated model's carriers. */
const family = "sandbox";

/** A seal of the mock hides nothing: it is the thought and its signature in Base64. */
export const sealThought: SealThought = (thought, { data: signature }) =>
  toBase64Url(JSON.stringify({ text: wordsOf(thought), signature }));

/** The turns with the thoughts that come back in seals. A seal that cannot be opened is left out without an error. */
export function openSeals(turns: readonly SentTurn[]): Turn[] {
  return turns.flatMap((turn) => (turn.type === "sealed" ? openSeal(turn.seal) : [turn]));
}

function openSeal(seal: string): Turn[] {
  const { text, signature: data } = fieldsOf(readJson(fromBase64Url(seal)));
  if (typeof text !== "string" || typeof data !== "string") return [];
  return [{ type: "thought", text, carrier: { family, of: "thought", data } }];
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
