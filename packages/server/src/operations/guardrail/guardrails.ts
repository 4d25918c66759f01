import type { AnswerItem } from "@portico/core/answer/answer-item";
import type { SentCall, SentTurn } from "@portico/core/answer/wire";
import type { ContentPart } from "@portico/core/model-call/respond-call";
import { matchesAny } from "@portico/core/rules/patterns";
import type { Caller } from "../../caller.ts";
import type { GuardrailSettings } from "../../configuration/guardrail-schema.ts";
import { GatewayError } from "../../errors.ts";
import { Guard, type GuardParts, type JudgedText } from "./guard.ts";

/** Called with each text; returns what stands in its place. */
type Change = (text: JudgedText) => string;

interface JudgedRequest {
  readonly caller: Pick<Caller, "keyId" | "workspaceId">;
  readonly generationId: string;
  readonly signal: AbortSignal;
}

/** The operator's hooks, of which the first that a call fits judges it. */
export class Guardrails {
  readonly #all: readonly GuardrailSettings[];
  readonly #parts: GuardParts;

  constructor(all: readonly GuardrailSettings[], parts: GuardParts) {
    this.#all = all;
    this.#parts = parts;
  }

  /** Null where none judges the call. Of several models that may answer, one that fits is enough. */
  guardOf(
    context: JudgedRequest,
    call: {
      readonly operation: string;
      readonly models: readonly string[];
      readonly user: string | null | undefined;
    },
  ): Guard | null {
    const { caller } = context;
    const settings = this.#all.find(
      ({ keys, workspaces, models }) =>
        (keys === null || (caller.keyId !== null && keys.includes(caller.keyId))) &&
        (workspaces === null || workspaces.includes(caller.workspaceId)) &&
        (models === null || call.models.some((id) => matchesAny(models, id))),
    );
    if (settings === undefined) return null;
    return new Guard(settings, this.#parts, {
      signal: context.signal,
      id: context.generationId,
      operation: call.operation,
      model: call.models[0] ?? "",
      key_id: caller.keyId,
      workspace_id: caller.workspaceId,
      end_user: call.user ?? null,
    });
  }
}

/** The call as its guardrail lets it go on. */
export async function judgedCall(guard: Guard, call: SentCall): Promise<SentCall> {
  if (!guard.settings.before) return call;
  let unread = 0;
  const texts = gathered((change) => mapCall(call, change, () => (unread += 1)));
  if (texts.length === 0 && unread === 0) return call;
  const judged = await guard.judge("before", { texts, unread, isLast: true });
  return judged === null ? call : mapCall(call, inTheirPlace(judged), () => {});
}

/** The items of a whole answer as its caller gets them, or why not. */
export async function judgedItems(
  guard: Guard,
  items: readonly AnswerItem[],
): Promise<readonly AnswerItem[] | GatewayError> {
  if (!guard.settings.after || guard.signal.aborted) return items;
  const texts = gathered((change) => items.map((item) => mapItem(item, change)));
  const unread = items.filter(({ type }) => type === "hosted").length;
  if (texts.length === 0 && unread === 0) return items;
  try {
    const judged = await guard.judge("after", { texts, unread, isLast: true });
    if (judged === null) return items;
    const change = inTheirPlace(judged);
    return items.map((item) => mapItem(item, change));
  } catch (error) {
    if (error instanceof GatewayError) return error;
    // The caller has left, and sees none of it.
    return items;
  }
}

/** The texts that a walk meets, in its order. Empty ones are not judged. */
function gathered(walk: (change: Change) => unknown): readonly JudgedText[] {
  const texts: JudgedText[] = [];
  walk((text) => {
    if (text.text !== "") texts.push(text);
    return text.text;
  });
  return texts;
}

/** The same walk meets them in the same order. */
function inTheirPlace(texts: readonly string[]): Change {
  const left = texts.values();
  return ({ text }) => (text === "" ? text : (left.next().value ?? text));
}

/** Thoughts of earlier turns are left out: they were judged as answers, and their seals do not fit other words. */
function mapCall(call: SentCall, change: Change, onUnread: () => void): SentCall {
  const { instructions } = call;
  const said =
    instructions === undefined ? undefined : change({ of: "system", text: instructions });
  const names = new Map<string, string>();
  const content = (parts: readonly ContentPart[], about: Omit<JudgedText, "text">) =>
    parts.map((part) => {
      if (part.type !== "text" || part.cites !== undefined) onUnread();
      return part.type === "text" ? saidAgain(part, change({ ...about, text: part.text })) : part;
    });
  const conversation = call.conversation.map((turn): SentTurn => {
    if (turn.type === "message")
      return { ...turn, content: content(turn.content, { of: ofRole(turn.role) }) };
    if (turn.type === "call") {
      const { name, arguments: text } = turn;
      names.set(turn.callId, name);
      return { ...turn, arguments: change({ of: "tool_call", name, text }) };
    }
    if (turn.type !== "result") return turn;
    const name = names.get(turn.callId);
    const of = "tool_result";
    return { ...turn, output: content(turn.output, name === undefined ? { of } : { of, name }) };
  });
  return { ...call, ...(said !== undefined && { instructions: said }), conversation };
}

/** What a text cites does not fit other words. */
function saidAgain({ cites, ...part }: TextPart, text: string): TextPart {
  return { ...part, text, ...(text === part.text && cites !== undefined && { cites }) };
}

type TextPart = Extract<ContentPart, { readonly type: "text" }>;

function ofRole(role: "system" | "developer" | "user" | "assistant"): JudgedText["of"] {
  return role === "developer" ? "system" : role;
}

function mapItem(item: AnswerItem, change: Change): AnswerItem {
  if (item.type === "message") {
    const text = change({ of: "assistant", text: item.text });
    if (text === item.text) return item;
    // Places in the former text.
    const { annotations: _, ...rest } = item;
    return { ...rest, text };
  }
  if (item.type === "call") {
    const { name, arguments: text } = item;
    return { ...item, arguments: change({ of: "tool_call", name, text }) };
  }
  if (item.type !== "thought") return item;
  const paragraphs = item.paragraphs.map((text) => change({ of: "thought", text }));
  if (paragraphs.every((text, index) => text === item.paragraphs[index])) return item;
  // It holds the former words.
  const { seal: _, ...rest } = item;
  return { ...rest, paragraphs };
}
