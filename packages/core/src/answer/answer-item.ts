import type { Carrier } from "../model-call/carrier.ts";
import type { HostedBlock, HostedTrace } from "../model-call/hosted.ts";
import type { JsonObject } from "../model-call/respond-call.ts";

/** An item of an answer, complete or cut short, as every wire gets it. */
export type AnswerItem = MessageItem | CallItem | ThoughtItem | HostedItem;

export interface MessageItem {
  readonly type: "message";
  /** Unique within the gateway; each wire puts a prefix of its own before it. */
  readonly id: string;
  readonly text: string;
  /** What the vendor remarks on places in the text, such as what they cite. */
  readonly annotations?: readonly JsonObject[];
  /** False where the answer ended within it. */
  readonly isWhole: boolean;
}

export interface CallItem {
  readonly type: "call";
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  readonly isWhole: true;
}

/** What a tool left that ran at the vendor, for callers of the vendor's own wire. */
export interface HostedItem {
  readonly type: "hosted";
  readonly id: string;
  readonly item: HostedTrace | HostedBlock;
  readonly isWhole: true;
}

/** What the model thought. It stands before the call that it belongs to, and behind the text that it belongs to. */
export interface ThoughtItem {
  readonly type: "thought";
  readonly id: string;
  readonly of: Carrier["of"];
  readonly paragraphs: readonly string[];
  readonly isSummary: boolean;
  /** The thought with what its vendor wants back, sealed; only where the caller asked for it and the vendor has such a thing. */
  readonly seal?: string;
  readonly isWhole: boolean;
}

/** Between the paragraphs of a thought that stands as one text. */
export const paragraphBreak = "\n\n";

/** A thought as one text: what wires show of it, and what its seal holds. */
export function wordsOf({ paragraphs }: Pick<ThoughtItem, "paragraphs">): string {
  return paragraphs.join(paragraphBreak);
}
