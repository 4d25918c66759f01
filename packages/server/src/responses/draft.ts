import type { Schema } from "@portico/contract";
import { JsonProgress } from "./json-progress.ts";
import { MalformedAnswer } from "./malformed-answer.ts";
import { newId } from "./new-id.ts";

export type OutputItem = Schema<"OutputItem">;

/** An item that has begun and may still grow. */
export type Draft = MessageDraft | CallDraft;

interface Growing {
  readonly id: string;
  /** A message's text or a call's arguments so far. */
  text: string;
  /** Half of a character whose other half is still to come. */
  heldBack: string;
  isDone: boolean;
}

export interface MessageDraft extends Growing {
  readonly type: "message";
}

export interface CallDraft extends Growing {
  readonly type: "function_call";
  readonly callId: string;
  readonly name: string;
  readonly progress: JsonProgress;
}

export function newMessage(): MessageDraft {
  return { type: "message", id: newId("msg"), text: "", heldBack: "", isDone: false };
}

export function newCall(callId: string, name: string): CallDraft {
  return {
    type: "function_call",
    id: newId("fc"),
    callId,
    name,
    text: "",
    heldBack: "",
    isDone: false,
    progress: new JsonProgress(),
  };
}

export function isEmptyCall(draft: Draft): boolean {
  return draft.type === "function_call" && draft.text.trim() === "";
}

/** The item as the caller sees it; throws where a call's arguments are no JSON. */
export function toItem(draft: Draft, status: "completed" | "incomplete"): OutputItem {
  if (draft.type === "message")
    return {
      type: "message",
      id: draft.id,
      role: "assistant",
      status,
      content: [{ type: "output_text", text: draft.text, annotations: [], logprobs: [] }],
    };
  checkArguments(draft);
  return {
    type: "function_call",
    id: draft.id,
    call_id: draft.callId,
    name: draft.name,
    arguments: draft.text,
    status: "completed",
  };
}

function checkArguments(draft: CallDraft): void {
  try {
    JSON.parse(draft.text);
  } catch (cause) {
    throw new MalformedAnswer(
      `The arguments of the call of ${JSON.stringify(draft.name)} are not valid JSON.`,
      { cause },
    );
  }
}
