import type { Carrier } from "../model-call/carrier.ts";
import type { HostedBlock, HostedTrace } from "../model-call/hosted.ts";
import type { Reasoning } from "../model-call/parts.ts";
import type { JsonObject } from "../model-call/respond-call.ts";
import type { AnswerItem, ThoughtItem } from "./answer-item.ts";
import { MalformedAnswer } from "./answer-limits.ts";
import { GrowingText } from "./growing-text.ts";
import { JsonProgress } from "./json-progress.ts";

/** An item that has begun and may still grow. */
export type Draft = MessageDraft | CallDraft | ThoughtDraft | HostedDraft;

/** A message's text, a call's arguments, or a paragraph of a thought so far. */
export interface GrowingPiece {
  readonly text: GrowingText;
  /** Half of a surrogate pair whose other half has not come yet. */
  heldBack: string;
}

interface Written extends GrowingPiece {
  readonly id: string;
  /** How much of the text the upstream's last usage covers; undefined: nothing, not even the item itself. */
  counted: number | undefined;
  isDone: boolean;
}

export interface MessageDraft extends Written {
  readonly type: "message";
  readonly annotations: JsonObject[];
}

export interface CallDraft extends Written {
  readonly type: "call";
  readonly callId: string;
  readonly name: string;
  readonly progress: JsonProgress;
}

export interface ThoughtDraft {
  readonly type: "thought";
  readonly id: string;
  readonly of: Carrier["of"];
  readonly isSummary: boolean;
  readonly paragraphs: GrowingPiece[];
  /** The upstream's number of the last paragraph. */
  paragraph: number | undefined;
  carrier: Carrier | undefined;
  isDone: boolean;
}

/** It comes whole. */
export interface HostedDraft {
  readonly type: "hosted";
  readonly id: string;
  readonly item: HostedTrace | HostedBlock;
  isDone: boolean;
}

export function newMessage(id: string): MessageDraft {
  const written = { ...nothingYet(), counted: undefined, isDone: false };
  return { type: "message", id, annotations: [], ...written };
}

export function newHosted(item: HostedDraft["item"]): HostedDraft {
  return { type: "hosted", id: String(item["id"] ?? ""), item, isDone: false };
}

export function newCall(id: string, callId: string, name: string): CallDraft {
  const progress = new JsonProgress();
  return {
    type: "call",
    id,
    callId,
    name,
    progress,
    ...nothingYet(),
    counted: undefined,
    isDone: false,
  };
}

export function newThought(id: string, of: Carrier["of"], isSummary = false): ThoughtDraft {
  return {
    type: "thought",
    id,
    of,
    isSummary,
    paragraphs: [],
    paragraph: undefined,
    carrier: undefined,
    isDone: false,
  };
}

/** The piece that a thought goes on with; `isNew` where it begins a paragraph. */
export function paragraphFor(
  draft: ThoughtDraft,
  { paragraph }: Pick<Reasoning, "paragraph">,
): { readonly piece: GrowingPiece; readonly isNew: boolean } {
  const last = draft.paragraphs.at(-1);
  const goesOn = paragraph === undefined || paragraph === draft.paragraph;
  if (last !== undefined && goesOn) return { piece: last, isNew: false };
  const piece = nothingYet();
  draft.paragraphs.push(piece);
  draft.paragraph = paragraph;
  return { piece, isNew: true };
}

function nothingYet(): GrowingPiece {
  return { text: new GrowingText(), heldBack: "" };
}

/** What was written of an item since the upstream's last usage. Thoughts are counted apart. */
export function uncountedOf(draft: Draft): string {
  if (draft.type === "thought" || draft.type === "hosted") return "";
  if (draft.counted !== undefined) return draft.text.toString().slice(draft.counted);
  return (draft.type === "call" ? draft.name : "") + draft.text.toString();
}

export function isEmptyCall(draft: Draft): boolean {
  return draft.type === "call" && draft.text.isBlank;
}

/** Seals a thought with what its vendor wants back. */
export type SealThought = (
  thought: Pick<ThoughtItem, "paragraphs" | "isSummary">,
  carrier: Carrier,
) => string;

/** The item as a wire gets it. Throws if a call's arguments are not JSON. */
export function toItem(draft: Draft, isWhole: boolean, seal: SealThought | undefined): AnswerItem {
  switch (draft.type) {
    case "message": {
      const { id, annotations } = draft;
      const text = draft.text.toString();
      return { type: "message", id, text, ...(annotations.length > 0 && { annotations }), isWhole };
    }
    case "hosted":
      return { type: "hosted", id: draft.id, item: draft.item, isWhole: true };
    case "thought":
      return toThought(draft, isWhole, seal);
    case "call": {
      const text = draft.text.toString();
      checkArguments(draft.name, text);
      const { id, callId, name } = draft;
      return { type: "call", id, callId, name, arguments: text, isWhole: true };
    }
  }
}

function toThought(
  { id, of, isSummary, paragraphs: pieces, carrier }: ThoughtDraft,
  isWhole: boolean,
  seal: SealThought | undefined,
): ThoughtItem {
  const paragraphs = pieces.map(({ text }) => text.toString());
  const thought = { type: "thought", id, of, isSummary, paragraphs, isWhole } as const;
  if (carrier === undefined || seal === undefined) return thought;
  return { ...thought, seal: seal(thought, carrier) };
}

function checkArguments(name: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new MalformedAnswer(
      `The arguments of the call of ${JSON.stringify(name)} are not valid JSON.`,
      { cause },
    );
  }
}
