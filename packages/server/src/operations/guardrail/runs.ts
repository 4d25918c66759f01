import type { Part } from "@portico/core/model-call/parts";
import type { JudgedText } from "./guard.ts";

export type Parts = readonly Part[];

/** Parts that are one text. */
export interface Run {
  readonly parts: readonly Part[];
  readonly judged: JudgedText;
}

interface Words {
  /** Parts of the same name are one text, if nothing stands between them; arguments of several calls may come by turns. */
  readonly name: string;
  readonly of: JudgedText["of"];
  readonly text: string;
}

/** Null for a part without words that the caller sees. */
function wordsIn(part: Part, showsThoughts: boolean): Words | null {
  const words = (name: string, of: JudgedText["of"], text: string) =>
    text === "" ? null : { name, of, text };
  if (part.type === "text") return words("text", "assistant", part.text);
  if (part.type === "arguments") return words(`call ${part.key}`, "tool_call", part.delta);
  if (part.type !== "reasoning" || !showsThoughts) return null;
  return words(`thought ${part.paragraph} ${part.isSummary}`, "thought", part.text);
}

/** Whether a guardrail has something to judge. */
export function hasWords(part: Part, showsThoughts: boolean): boolean {
  return part.type === "call" || wordsIn(part, showsThoughts) !== null;
}

export function runsOf(parts: Parts, showsThoughts: boolean): readonly Run[] {
  const tools = new Map(
    parts.flatMap((part) => (part.type === "call" ? [[`call ${part.key}`, part.name]] : [])),
  );
  const runs: { readonly words: Words; readonly parts: Part[]; text: string }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const part of parts) {
    const words = wordsIn(part, showsThoughts);
    if (part.type === "call") last = undefined;
    if (words === null) continue;
    const known = tools.has(words.name) ? runs.find((run) => run.words.name === words.name) : last;
    last = known?.words.name === words.name ? known : { words, parts: [], text: "" };
    if (last !== known) runs.push(last);
    last.parts.push(part);
    last.text += words.text;
  }
  return runs.map(({ words: { name, of }, parts: own, text }) => {
    const tool = tools.get(name);
    return { parts: own, judged: tool === undefined ? { of, text } : { of, name: tool, text } };
  });
}

/** Neither remarks on places in a text, nor what a vendor wants back with the words of a thought. */
export function isNoRemark(part: Part): boolean {
  return part.type !== "annotations" && !(part.type === "carrier" && part.carrier.of === "thought");
}

export function replaced(piece: Parts, runs: readonly Run[], texts: readonly string[]): Parts {
  const places = new Map(runs.flatMap(({ parts }, place) => parts.map((part) => [part, place])));
  return piece.filter(isNoRemark).flatMap((part): Parts => {
    const place = places.get(part);
    if (place === undefined) return [part];
    if (runs[place]?.parts[0] !== part) return [];
    const text = texts[place] ?? "";
    if (part.type === "arguments") return [{ ...part, delta: text }];
    return part.type === "text" || part.type === "reasoning" ? [{ ...part, text }] : [part];
  });
}

/** What may be shown, and the word at its end that may go on. All of it where there is no end of a word. */
export function atWord(held: Part[]): readonly [Parts, Part[]] {
  const from = held.findLastIndex((part) => part.type === "text" && /\s/.test(part.text));
  const part = held[from];
  if (part?.type !== "text" || held.slice(from).some(({ type }) => type !== "text"))
    return [held, []];
  const end = part.text.search(/\s\S*$/) + 1;
  const rest = held.slice(from + 1);
  if (end < part.text.length) rest.unshift({ ...part, text: part.text.slice(end) });
  return [[...held.slice(0, from), { ...part, text: part.text.slice(0, end) }], rest];
}
