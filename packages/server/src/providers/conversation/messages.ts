import type { Carrier } from "@portico/core/model-call/carrier";
import type {
  ContentPart,
  ForeignPart,
  SaidPart,
  Thought,
  Turn,
} from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../upstream/upstream-error.ts";

export type CallTurn = Extract<Turn, { readonly type: "call" }>;
export type ResultTurn = Extract<Turn, { readonly type: "result" }>;

/** A result together with the name of the function whose call it answers. */
export interface NamedResult extends ResultTurn {
  readonly name: string;
}

export interface UserMessage {
  readonly role: "user";
  /** In the order of the calls that they answer; they come before the content. */
  readonly results: NamedResult[];
  readonly content: ContentPart[];
  /** The message is the operator's, for the dialects that keep such messages in their place. */
  readonly isSystem?: true;
}

export interface AssistantMessage {
  readonly role: "assistant";
  /** Thoughts, content and calls in the order in which the model made them. */
  readonly entries: AssistantEntry[];
}

export type AssistantEntry = ContentPart | CallTurn | Thought;

export type Message = UserMessage | AssistantMessage;

export function callsIn({ entries }: AssistantMessage): readonly CallTurn[] {
  return entries.filter((entry) => entry.type === "call");
}

/** What the assistant said, without its calls and thoughts. */
export function contentIn({ entries }: AssistantMessage): readonly ContentPart[] {
  return entries.filter((entry) => entry.type !== "call" && entry.type !== "thought");
}

/** The most carriers kept of one answer, because an endless answer would fill the memory. */
export const mostCarried = 4 * 1024 * 1024;

/** What a vendor wants back of a thought, where the thought is of its family and belongs to the same kind of part. */
export function carriedBy(
  { carrier }: Thought,
  family: string,
  of: Carrier["of"],
): string | undefined {
  return carrier?.family === family && carrier.of === of ? carrier.data : undefined;
}

/** A content without the blocks that only one vendor's wire has, or with the words that say the same. */
export function said(content: readonly ContentPart[]): readonly SaidPart[] {
  return content.flatMap((part) => (part.type === "foreign" ? wordsOf(part) : [part]));
}

/** A message that holds nothing but blocks of another vendor's wire. */
export function isOthers(turn: Turn): boolean {
  return turn.type === "message" && turn.content.length > 0 && said(turn.content).length === 0;
}

export function wordsOf({ words: text }: ForeignPart): SaidPart[] {
  return text === undefined ? [] : [{ type: "text", text }];
}

/** A content as a dialect writes it. A refusal names the part that cannot be written. */
export function written<Out>(
  content: readonly ContentPart[],
  write: (part: SaidPart) => Out,
): Out[] {
  return said(content).map((part) => writtenPart(part, () => write(part)));
}

/** One part of it. */
export function writtenPart<Out>(part: SaidPart, write: () => Out): Out {
  try {
    return write();
  } catch (cause) {
    throw cause instanceof UpstreamError && "place" in part ? at(part.place, cause) : cause;
  }
}

function at(place: string | undefined, cause: UpstreamError): UpstreamError {
  const { failure, message } = cause;
  return new UpstreamError(failure, `${place}: ${message}`, { cause });
}
