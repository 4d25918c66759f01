import type { ContentPart, RespondCall } from "@portico/core/model-call/respond-call";
import { type Fields, isFields } from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { type Abilities, Gathering, orderResults, shownId } from "./gathering.ts";
import { type AssistantMessage, type CallTurn, callsIn, type Message } from "./messages.ts";

export interface Conversation {
  /** Instructions, system and developer messages as one text. */
  readonly system: string;
  /** The same in its parts, for dialects that take several. */
  readonly systemParts: readonly ContentPart[];
  /** Roles alternate. */
  readonly messages: readonly Message[];
}

/**
 * The conversation for dialects that know two alternating roles and one place for instructions:
 * neighbours of one role become one message, so parallel calls and their results stay together.
 */
export function toConversation(call: RespondCall, abilities: Abilities = {}): Conversation {
  const gathered = new Gathering(abilities);
  if (call.instructions) gathered.system.push([{ type: "text", text: call.instructions }]);

  for (const turn of call.conversation) gathered.add(turn);

  orderResults(gathered.messages);
  const texts = gathered.system.map(plainText).filter((text) => text !== "");
  const conversation = {
    system: texts.join("\n\n"),
    systemParts: gathered.system.flat(),
    messages: gathered.messages,
  };
  return withQuestion(conversation);
}

/** The texts of a content, one after the other. */
export function plainText(content: readonly ContentPart[]): string {
  return content
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");
}

/** The assistant's turn since the last question if it has results, so that the model continues it; else empty. */
export function turnGoingOn({ messages }: Conversation): readonly AssistantMessage[] {
  const turn = messages.slice(messages.findLastIndex(isQuestion) + 1);
  const goesOn = turn.some(isAnswered) && turn.at(-1)?.role === "user";
  return goesOn ? turn.filter((message) => message.role === "assistant") : [];
}

function isQuestion(message: Message): boolean {
  return message.role === "user" && message.results.length === 0 && !message.isSystem;
}

function isAnswered(message: Message): boolean {
  return message.role === "user" && message.results.length > 0;
}

export function hasCalls({ messages }: Conversation): boolean {
  return messages.some((message) => message.role === "assistant" && callsIn(message).length > 0);
}

/** A call's arguments as the object that most dialects want. */
export function argumentsOf(call: CallTurn): Fields {
  if (call.arguments.trim() === "") return {};

  try {
    const value: unknown = JSON.parse(call.arguments);
    return isFields(value) ? value : { value };
  } catch (cause) {
    throw notJson(call, cause);
  }
}

function notJson(call: CallTurn, cause: unknown): UpstreamError {
  const message = `The arguments of the call "${shownId(call.callId)}" are not valid JSON.`;
  return new UpstreamError("rejected", message, { cause });
}

/** A conversation of only instructions still needs a question. */
function withQuestion(conversation: Conversation): Conversation {
  const { system, messages } = conversation;
  if (messages.length > 0 || system === "") return conversation;

  const content: ContentPart[] = [{ type: "text", text: system }];
  return { system: "", systemParts: [], messages: [{ role: "user", results: [], content }] };
}
