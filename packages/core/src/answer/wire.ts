import type { Schema } from "@portico/contract/facts";
import type { FailureKind } from "../failures.ts";
import type { FinishReason, TokenUsage } from "../model-call/parts.ts";
import type { Picture, RespondCall, Turn } from "../model-call/respond-call.ts";
import type { AnswerItem } from "./answer-item.ts";
import type { Cost } from "./cost.ts";
import type { AnswerListener } from "./item-queue.ts";

/**
 * One form of a model call as callers send and read it. A wire translates and does nothing else: the way of a call
 * (plan, hold, ask, settle, answer) is the same for all wires.
 */
export interface Wire<Body, Frame, Reply> {
  /** For the ledger and the metrics. */
  readonly operation: "responses" | "chat" | "messages";
  /** The field that holds the conversation, for messages to callers. */
  readonly inputField: string;
  /** The field by which callers limit the answer, for messages to them. */
  readonly limitField: string;
  /** The fields that name the end user, for messages to callers: the first that is set counts. */
  readonly userFields: readonly string[];
  /** The first event says how many tokens the input has. They are estimated where the upstream has not said it by then. */
  readonly startsWithInputTokens: boolean;
  /** Written into a silent stream, so that nothing in between cuts it; a comment where this is absent. */
  readonly keepAlive?: string;
  /** Throws a GatewayError (400) for a request that contradicts itself. */
  read(body: Body, reading: Reading): ReadRequest<Frame>;
  reply(frame: AnswerFrame<Frame>, ended: EndedAnswer): Reply;
  events(frame: AnswerFrame<Frame>, header: Header): AnswerEvents;
}

/** A header of the request. */
export type Header = (name: string) => string | undefined;

/** What a wire needs to read a request, beside its body. */
export interface Reading {
  /** All headers whose names begin with a prefix. */
  headersOf(prefix: string): Readonly<Record<string, string>>;
  readonly readPicture: ReadPicture;
  /** Earlier responses are known, and stand in the body in place of what referred to them. */
  readonly keepsResponses?: boolean;
}

/** The address of an image and what is known of it. Throws a GatewayError (400) for what is no image. `place` is for its message. */
export type ReadPicture = (url: string, place: string) => FoundPicture;

export interface FoundPicture {
  /** A data URL with the media type of its bytes: some upstreams read the type, others the bytes. */
  readonly url: string;
  readonly picture?: Picture;
}

/** A request in a form that is independent of any wire and any upstream. */
export interface ReadRequest<Frame> {
  readonly modelId: string;
  /** Models that may answer in its place, in this order. */
  readonly models?: readonly string[];
  /** What the body names as its session: its requests go to the same endpoint. */
  readonly session?: string;
  readonly call: SentCall;
  readonly provider: Schema<"ProviderPreferences"> | null | undefined;
  /** Names of the optional parameters that it sets, as `require_parameters` names them. */
  readonly parameterNames: readonly string[];
  /** Names of what it says and no provider is sent, for notices. */
  readonly leftOut: readonly string[];
  /** What the reply repeats of the request. */
  readonly frame: Frame;
}

export interface SentCall
  extends Omit<RespondCall, "model" | "credential" | "requestId" | "conversation"> {
  readonly conversation: readonly SentTurn[];
}

export type SentTurn = Turn | SealedThought;

/** A thought of an earlier answer as the gateway gave it out: only the gateway can open it. */
export interface SealedThought {
  readonly type: "sealed";
  readonly seal: string;
  /** It holds a summary of what went before: where the request has it, for messages. */
  readonly summaryAt?: string;
}

/** What is known of an answer before its first content. */
export interface AnswerFrame<Frame> {
  readonly id: string;
  /** What the caller quotes when something went wrong. */
  readonly requestId: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly model: string;
  /** Who serves. */
  readonly provider: string;
  readonly asked: Frame;
}

export interface Charged extends Cost {
  readonly usage: TokenUsage;
}

/** For an answer without any known usage. */
export const nothingCharged: Charged = {
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  },
  chargedNanousd: 0,
};

export interface EndedAnswer extends Charged {
  readonly items: readonly AnswerItem[];
  readonly reason: FinishReason;
  /** Which of the caller's texts ended it, where the upstream names it. */
  readonly stopSequence: string | undefined;
  /** Seconds since 1970. */
  readonly endedAt: number;
}

/** A failure in mid-stream as callers may see it. */
export interface ToldFailure {
  readonly message: string;
  /** What the status would have been. */
  readonly status: number;
  readonly kind: FailureKind;
}

export interface FailedAnswer extends Charged {
  /** What callers have seen of it. */
  readonly items: readonly AnswerItem[];
  readonly failure: ToldFailure;
}

/** The text of events that is written and not sent yet. */
export abstract class EventText {
  protected written = "";

  /** The length of the text that `take` would return. */
  get length(): number {
    return this.written.length;
  }

  /** Returns the text since the last call, so that one read of the upstream becomes one write to the caller. */
  take(): string {
    const { written } = this;
    this.written = "";
    return written;
  }
}

/** Writes an answer as events: the listener's steps between `begin` and one of `end` and `fail`. */
export interface AnswerEvents extends AnswerListener, Pick<EventText, "length" | "take"> {
  /** `inputTokens` is 0 for wires that do not start with them. */
  begin(start: { readonly inputTokens: number }): void;
  end(ended: EndedAnswer): void;
  fail(failed: FailedAnswer): void;
}
