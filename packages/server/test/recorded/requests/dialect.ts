import type { RespondCall, ToolDefinition, Turn } from "@portico/core/model-call/respond-call";

/** The recorded requests of one dialect, read backwards: what was meant, and what was said without its liberties. */
export interface RequestDialect {
  /** The neutral call that would be made into this body; undefined where it holds more than the interface can say. */
  toCall(body: unknown): Partial<RespondCall> | undefined;
  /** The body with everything that may be written in several ways written in one. */
  plain(body: unknown): unknown;
}

export function say(role: "system" | "user" | "assistant", text: string): Turn {
  return { type: "message", role, content: [{ type: "text", text }] };
}

/** Undefined members do not count. */
export function sent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

export function definedTool(
  name: string,
  description: string,
  parameters: unknown,
): ToolDefinition {
  return {
    name,
    ...(description === "" ? {} : { description }),
    parameters: Object(parameters),
  };
}

/** Neighbours of one role are one message. */
export function joined<Message extends { role: string; content: readonly unknown[] }>(
  messages: readonly Message[],
): readonly { role: string; content: readonly unknown[] }[] {
  const result: { role: string; content: readonly unknown[] }[] = [];
  for (const { role, content } of messages) {
    const last = result.at(-1);
    if (last?.role === role)
      result[result.length - 1] = { role, content: [...last.content, ...content] };
    else result.push({ role, content });
  }
  return result;
}
