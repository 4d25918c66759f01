import type { Call } from "./call.ts";
import type { Carrier } from "./carrier.ts";
import type { PaidTools } from "./paid-tools.ts";

export interface RespondCall extends Call {
  /** Whether to ask the upstream for a stream. */
  readonly stream: boolean;
  readonly instructions?: string;
  readonly conversation: readonly Turn[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolSelection;
  readonly parallelToolCalls?: boolean;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly reasoning?: { readonly effort?: string; readonly maxTokens?: number };
  readonly textFormat?: TextFormat;
  /** How long-winded the text should be, in the vendor's words. */
  readonly verbosity?: string;
  readonly serviceTier?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the caller wants to see of the model's thoughts. Absent: upstreams are asked for neither. */
  readonly thoughts?: { readonly text: boolean; readonly carriers: boolean };
  /** Requests with the same key share a vendor's prompt cache. */
  readonly cacheKey?: string;
  readonly cacheRetention?: string;
  /** The last turn wants a summary of the others: a vendor that compacts conversations itself is asked for that in its place. */
  readonly compacts?: true;
  readonly passThrough?: PassThrough;
  /** The tools at the vendor that are held for; absent where none are, or where a workspace pays the vendor itself. */
  readonly paidTools?: PaidTools;
}

/** Headers and fields of one vendor's own wire, which only vendors of its family read. */
export interface PassThrough {
  readonly family: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: JsonObject;
  /** Tools that are no functions. */
  readonly tools?: readonly JsonObject[];
}

/** Where a vendor's prompt cache may end a prefix that it keeps. */
export interface CacheMark {
  readonly ttl?: "5m" | "1h";
}

/** What of a call a mark for a prompt cache stands at. */
export type MarkedPlace = "call" | "file" | "image" | "request" | "result" | "text" | "tool";

export type TextFormat =
  | { readonly type: "text" }
  | { readonly type: "json_object" }
  | {
      readonly type: "json_schema";
      readonly name: string;
      readonly description?: string;
      readonly schema: JsonObject;
      readonly strict?: boolean;
    };

export type JsonObject = Readonly<Record<string, unknown>>;

export type ToolSelection = "auto" | "none" | "required" | { readonly name: string };

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonObject;
  readonly strict?: boolean;
  readonly cache?: CacheMark;
  /** Further fields of the caller's own wire, which only vendors of the family of `passThrough` read. */
  readonly own?: JsonObject;
  /** The custom tool that this function stands for: a vendor that has such tools is sent it in place of the function. */
  readonly freeform?: Freeform;
  /** The vendor's own tool that this function stands for: vendors of its family that know it are sent it in place of the function. */
  readonly vendorTool?: { readonly family: string; readonly tool: JsonObject };
}

/** A tool that takes text of any form, or of that of a grammar. */
export interface Freeform {
  readonly description?: string;
  readonly grammar?: { readonly syntax: string; readonly definition: string };
}

export type Turn =
  | {
      readonly type: "message";
      readonly role: "system" | "developer" | "user";
      readonly content: readonly ContentPart[];
    }
  | {
      readonly type: "message";
      readonly role: "assistant";
      readonly content: readonly ContentPart[];
    }
  | {
      readonly type: "call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
      /** It called the function that stands for a custom tool. */
      readonly isFreeform?: true;
      readonly cache?: CacheMark;
    }
  | {
      readonly type: "result";
      readonly callId: string;
      readonly output: readonly ContentPart[];
      /** The tool failed, and its output says how. */
      readonly isError?: boolean;
      readonly cache?: CacheMark;
    }
  | Thought;

/**
 * What the model thought in an earlier turn, in its place: one with a carrier of a call directly before that call, one
 * with a carrier of a text directly after it. A vendor leaves out the carriers of other families.
 */
export interface Thought {
  readonly type: "thought";
  readonly text: string;
  readonly isSummary?: boolean;
  readonly carrier?: Carrier;
}

export type ContentPart = SaidPart | ForeignPart;

/** A block of one vendor's wire that has no neutral form: vendors of other families leave it out. */
export interface ForeignPart {
  readonly type: "foreign";
  readonly family: string;
  readonly block: JsonObject;
  /** Where the caller's request has it, for notices. */
  readonly place?: string;
  /**
   * It is text of a form that the gateway knows. Any other block may name files, addresses and what else costs, so it goes on only
   * with the workspace's own credential.
   */
  readonly isPlain?: true;
  /** It is text that a search at the vendor has found, or what it was asked: it goes on beside a tool for searches that is paid for. */
  readonly isFound?: true;
  /** It is the caller's own, of unknown size: it goes on with any credential. */
  readonly isOwn?: true;
  /** What it says, for vendors that cannot be sent the block. */
  readonly words?: string;
}

/** `place` is the field of the caller's request that holds the address or the data, for error messages. */
export type SaidPart =
  | {
      readonly type: "text";
      readonly text: string;
      readonly cache?: CacheMark;
      /** What an earlier answer cites with it, as its vendor's wire has it. */
      readonly cites?: ForeignPart;
    }
  | {
      readonly type: "image";
      readonly url: string;
      readonly detail?: string;
      readonly place?: string;
      readonly picture?: Picture;
      readonly cache?: CacheMark;
    }
  | {
      readonly type: "file";
      readonly filename?: string;
      readonly data?: string;
      readonly url?: string;
      readonly place?: string;
      readonly cache?: CacheMark;
    };

/**
 * What is known of an image without fetching it: that it is one still picture, and its size if its header could be
 * read. For an image without this, the size that the upstream will count is unknown.
 */
export interface Picture {
  readonly width?: number;
  readonly height?: number;
}
