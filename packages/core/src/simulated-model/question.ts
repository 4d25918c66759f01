import type { ContentPart, RespondCall, Turn } from "../model-call/respond-call.ts";

/** What of a call the simulated model heeds. */
export interface Question
  extends Pick<
    RespondCall,
    | "instructions"
    | "conversation"
    | "tools"
    | "toolChoice"
    | "parallelToolCalls"
    | "maxOutputTokens"
    | "textFormat"
  > {
  /** Whether the model thinks before it answers and before each call. */
  readonly thinks?: boolean;
}

export type Result = Extract<Turn, { type: "result" }>;

/** The texts of some content, a line each. */
export function textOfParts(parts: readonly ContentPart[]): string {
  return parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}

/** The user's last message. */
export function lastUserMessage(conversation: readonly Turn[]): string {
  return textOfParts(lastUserContent(conversation)).trim();
}

export function lastUserContent(conversation: readonly Turn[]): readonly ContentPart[] {
  const turn = conversation.findLast((each) => each.type === "message" && each.role === "user");
  return turn?.type === "message" ? turn.content : [];
}

/** The results that the conversation ends with. */
export function latestResults(conversation: readonly Turn[]): readonly Result[] {
  const start = conversation.findLastIndex((turn) => turn.type !== "result") + 1;
  return conversation.slice(start).filter((turn) => turn.type === "result");
}

/** Everything that counts as input. */
export function textsOf({ instructions = "", conversation, tools }: Question): string[] {
  const texts = [instructions];
  for (const turn of conversation)
    switch (turn.type) {
      case "message":
        texts.push(textOfParts(turn.content));
        break;
      case "call":
        texts.push(turn.name, turn.arguments);
        break;
      case "result":
        texts.push(textOfParts(turn.output));
        break;
      case "thought":
        texts.push(turn.text);
        break;
    }

  for (const tool of tools) {
    const parameters = tool.parameters === undefined ? "" : JSON.stringify(tool.parameters);
    texts.push(tool.name, tool.description ?? "", parameters);
  }
  return texts;
}
