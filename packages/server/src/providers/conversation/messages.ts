import type { ContentPart, Thought, Turn } from "@portico/core/model-call/respond-call";

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
