/** What a model is asked, in a form that is independent of any wire. */
export interface Question {
  /** Whether the model thinks before it answers and before each call. */
  readonly thinks?: boolean;
  readonly instructions?: string;
  readonly conversation: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly toolChoice: "auto" | "none" | "required" | { readonly name: string };
  readonly parallelToolCalls?: boolean;
  readonly maxOutputTokens?: number;
  readonly textFormat?:
    | { readonly type: "text" }
    | { readonly type: "json_object" }
    | { readonly type: "json_schema"; readonly schema: Readonly<Record<string, unknown>> };
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export type Turn = Message | Call | Result | Thought;

interface Message {
  readonly type: "message";
  readonly role: "system" | "developer" | "user" | "assistant";
  readonly content: readonly ContentPart[];
}

export interface Call {
  readonly type: "call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

export interface Result {
  readonly type: "result";
  readonly callId: string;
  readonly output: readonly ContentPart[];
}

/** What the model thought in an earlier turn. */
export interface Thought {
  readonly type: "thought";
  readonly text: string;
  /** What the maker of the thought wants back with it. */
  readonly carrier?: { readonly family: string; readonly data: string };
}

export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  /** Of these only the type is known to the model. */
  | { readonly type: "image" | "file" | "foreign" };

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
