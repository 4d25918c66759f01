import { fieldsOf, textOf } from "@portico/core/json/shape";
import type { Turn } from "@portico/core/model-call/respond-call";
import {
  lastUserMessage,
  latestResults,
  type Question,
  textOfParts,
} from "@portico/core/simulated-model";
import type { Behaviour, Call } from "../call.ts";
import type { WireName } from "./script.ts";

/** What a script and the journal know of a request. */
export interface Asked {
  readonly operation: string;
  /** Null for an operation that calls no model. */
  readonly wire: WireName | null;
  readonly model: string | null;
  readonly stream: boolean;
  /** 1 for a question without earlier answers. */
  readonly turn: number;
  /** The user's last message. */
  readonly prompt: string;
  /** The system's words. */
  readonly instructions: string;
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
  /** Those that the conversation ends with. */
  readonly results: readonly AskedResult[];
}

export interface AskedResult {
  readonly tool: string;
  readonly text: string;
}

const wires: Readonly<Record<string, WireName>> = {
  createResponse: "responses",
  compactResponse: "responses",
  createChatCompletion: "chat",
  createMessage: "messages",
  createEmbeddings: "embeddings",
  createRerank: "rerank",
};

/** Reads a call that its behaviour's `check` has let pass. */
export function askedOf({ pack, body }: Call, behaviour: Behaviour | undefined): Asked {
  const { id } = pack.facts;
  const fields = fieldsOf(body);
  const question = behaviour?.question?.(body);
  return {
    operation: id,
    wire: wires[id] ?? null,
    model: textOf(fields["model"]) ?? null,
    stream: fields["stream"] === true,
    turn: question ? turnOf(question.conversation) : 1,
    prompt: question ? lastUserMessage(question.conversation) : "",
    instructions: question ? instructionsOf(question) : "",
    tools: question ? question.tools.map(({ name }) => name) : [],
    results: question ? resultsOf(question.conversation) : [],
  };
}

/** What the model said, thought and called without a word in between is one answer. */
function turnOf(conversation: readonly Turn[]): number {
  const isAnswer = (turn: Turn | undefined): boolean =>
    turn !== undefined &&
    (turn.type === "call" ||
      turn.type === "thought" ||
      (turn.type === "message" && turn.role === "assistant"));
  const begun = conversation.filter(
    (turn, index) => isAnswer(turn) && !isAnswer(conversation[index - 1]),
  );
  return begun.length + 1;
}

function instructionsOf({ instructions = "", conversation }: Question): string {
  const said = conversation.flatMap((turn) =>
    turn.type === "message" && (turn.role === "system" || turn.role === "developer")
      ? [textOfParts(turn.content)]
      : [],
  );
  return [instructions, ...said].filter(Boolean).join("\n");
}

function resultsOf(conversation: readonly Turn[]): AskedResult[] {
  const names = new Map(
    conversation.flatMap((turn) => (turn.type === "call" ? [[turn.callId, turn.name]] : [])),
  );
  return latestResults(conversation).map(({ callId, output }) => ({
    tool: names.get(callId) ?? "",
    text: textOfParts(output),
  }));
}
