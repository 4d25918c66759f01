import type { Carrier } from "./carrier.ts";
import type { HostedBlock, HostedTrace } from "./hosted.ts";
import type { ToolCalls } from "./paid-tools.ts";
import type { JsonObject } from "./respond-call.ts";

/** A piece of an answer. A plain reply collects these; a stream writes each. */
export type Part =
  | Text
  | Reasoning
  | { readonly type: "carrier"; readonly carrier: Carrier }
  /** A tool call begins. `key` names it within this answer; `callId` is the upstream's id, if it sent one. */
  | { readonly type: "call"; readonly key: string; readonly name: string; readonly callId?: string }
  | { readonly type: "arguments"; readonly key: string; readonly delta: string }
  /** A tool has run at the vendor: only for callers who sent it on the vendor's own wire. */
  | { readonly type: "hosted"; readonly item: HostedTrace | HostedBlock }
  | Annotated
  /** The usage up to this point; the last one counts. */
  | { readonly type: "usage"; readonly usage: TokenUsage }
  | Finish;

export interface Text {
  readonly type: "text";
  readonly text: string;
  /** It begins a text of its own: only for callers of the vendor's own wire, where a text is what one remark belongs to. */
  readonly isApart?: true;
}

/** A piece of a thought: counted, and shown to callers who ask for thoughts. */
export interface Reasoning {
  readonly type: "reasoning";
  readonly text: string;
  /** True if the vendor shows a summary of what the model thought. */
  readonly isSummary?: boolean;
  /** A new number begins a new paragraph of the same thought. */
  readonly paragraph?: number;
}

/** What the vendor remarks on the last `length` characters of a text; places that it names count from there. For callers of its own wire. */
export interface Annotated {
  readonly type: "annotations";
  readonly of: readonly JsonObject[];
  readonly length: number;
}

export interface Finish {
  readonly type: "finish";
  readonly reason: FinishReason;
  /** Which of the caller's texts it was that ended the answer, where the upstream names it. */
  readonly stopSequence?: string;
  /** A sentence for the caller: what else the upstream answered, that no wire has a form for. */
  readonly notice?: string;
}

/** `pause`: the vendor goes on with its own tools once it is sent the answer so far. Only its own wire says so. */
export type FinishReason = "stop" | "length" | "content_filter" | "pause";

export interface TokenUsage {
  /** All input tokens, the cached ones included. */
  readonly inputTokens: number;
  /** All output tokens, those of reasoning included. */
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  /** The part of `cacheWriteTokens` that was written to a cache kept for an hour. */
  readonly hourCacheWriteTokens?: number;
  /** The part of the input tokens that is audio. */
  readonly audioInputTokens?: number;
  readonly reasoningTokens: number;
  /** Of tools that ran at the vendor. */
  readonly toolCalls?: ToolCalls;
  /** The service tier that served, in the upstream's own word. */
  readonly serviceTier?: string;
  /** What the upstream charges for, if that differs from its counts. */
  readonly billed?: { readonly inputTokens: number; readonly outputTokens: number };
}
