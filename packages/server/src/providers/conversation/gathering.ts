import type {
  ContentPart,
  ForeignPart,
  Thought,
  Turn,
} from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import {
  type AssistantEntry,
  type AssistantMessage,
  type CallTurn,
  callsIn,
  type Message,
  type NamedResult,
  type ResultTurn,
  type UserMessage,
  wordsOf,
} from "./messages.ts";

/** What a dialect can say, beyond what all can. */
export interface Abilities {
  /** The family of the thoughts that it writes; it leaves out all others. */
  readonly thoughts?: string;
  /** Whether it writes a block of one vendor's wire. */
  readonly blocks?: (part: ForeignPart) => boolean;
  /** A message of the operator in mid-conversation stays where it is. */
  readonly systemInPlace?: boolean;
}

/** Puts turns together to messages of alternating roles. */
export class Gathering {
  /** Instructions and what the operator said: a list for each message. */
  readonly system: (readonly ContentPart[])[] = [];
  readonly messages: Message[] = [];
  readonly #abilities: Abilities;
  readonly #names = new Map<string, string>();
  /** Thoughts that wait for the text or call behind them: vendors refuse a message that ends with a thought. */
  #thoughts: Thought[] = [];

  constructor(abilities: Abilities) {
    this.#abilities = abilities;
  }

  add(turn: Turn): void {
    switch (turn.type) {
      case "thought":
        this.#addThought(turn);
        break;
      case "call":
        this.#names.set(turn.callId, turn.name);
        this.#addOfAssistant([turn]);
        break;
      case "result":
        this.#addResult(turn);
        break;
      default:
        this.#addMessage(turn);
    }
  }

  #addMessage(turn: Extract<Turn, { readonly type: "message" }>): void {
    const content = this.#known(turn.content).filter(hasContent);
    if (turn.role === "assistant") this.#addOfAssistant(content);
    else if (turn.role === "user") {
      this.#thoughts = [];
      for (const part of content) userAt(this.messages).content.push(part);
    } else if (this.#abilities.systemInPlace && this.messages.length > 0) {
      const isFilled = content.length > 0;
      if (isFilled) this.messages.push({ role: "user", results: [], content, isSystem: true });
    } else this.system.push(content);
  }

  #addThought(thought: Thought): void {
    const { carrier } = thought;
    if (carrier === undefined || carrier.family !== this.#abilities.thoughts) return;
    if (carrier.of !== "text") {
      this.#thoughts.push(thought);
      return;
    }
    const last = this.messages.at(-1);
    if (last?.role === "assistant") last.entries.push(thought);
  }

  #addOfAssistant(entries: readonly AssistantEntry[]): void {
    if (entries.length === 0) return;
    const message = assistantAt(this.messages);
    for (const entry of [...this.#thoughts, ...entries]) message.entries.push(entry);
    this.#thoughts = [];
  }

  #addResult(turn: ResultTurn): void {
    this.#thoughts = [];
    const name = nameOf(this.#names, turn);
    const output = this.#known(turn.output);
    userAt(this.messages).results.push({ ...turn, output, name });
  }

  #known(content: readonly ContentPart[]): readonly ContentPart[] {
    const { blocks } = this.#abilities;
    return content.flatMap((part): readonly ContentPart[] => {
      if (part.type === "text" && part.cites !== undefined && !blocks?.(part.cites)) {
        const { cites: _, ...uncited } = part;
        return [uncited];
      }
      return part.type !== "foreign" || blocks?.(part) ? [part] : wordsOf(part);
    });
  }
}

/** Most upstreams refuse an empty text. */
function hasContent(part: ContentPart): boolean {
  return part.type !== "text" || part.text !== "";
}

/** Brings results into the order of the calls that they answer. */
export function orderResults(messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role === "user" && before?.role === "assistant" && message.results.length > 1) {
      const calls = callsIn(before);
      const places = placesOf(calls);
      const place = ({ callId }: NamedResult) => places.get(callId) ?? calls.length;
      message.results.sort((one, other) => place(one) - place(other));
    }
  }
}

/** An id in a message: callers may send long ones. */
export function shownId(id: string): string {
  return id.length > 100 ? `${id.slice(0, 100)}…` : id;
}

function userAt(messages: Message[]): UserMessage {
  const last = messages.at(-1);
  if (last?.role === "user" && !last.isSystem) return last;

  const next: UserMessage = { role: "user", results: [], content: [] };
  messages.push(next);
  return next;
}

function assistantAt(messages: Message[]): AssistantMessage {
  const last = messages.at(-1);
  if (last?.role === "assistant") return last;

  const next: AssistantMessage = { role: "assistant", entries: [] };
  messages.push(next);
  return next;
}

function nameOf(names: ReadonlyMap<string, string>, turn: ResultTurn): string {
  const name = names.get(turn.callId);
  if (name === undefined)
    throw new UpstreamError(
      "rejected",
      `The function_call_output with call_id "${shownId(turn.callId)}" answers no function_call before it.`,
    );

  return name;
}

function placesOf(calls: readonly CallTurn[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, { callId }] of calls.entries())
    if (!places.has(callId)) places.set(callId, index);

  return places;
}
