import type { Turn } from "@portico/core/model-call/respond-call";
import { at, itemsAt, textAt } from "../readers/reading.ts";
import { definedTool, joined, type RequestDialect, say } from "./dialect.ts";

export const geminiRequests: RequestDialect = {
  toCall(body) {
    const contents = itemsAt(body, "contents");
    const tools = itemsAt(body, "tools");
    const parts = contents.flatMap((content) => itemsAt(content, "parts"));
    const isPlain =
      parts.every((part) => at(part, "thought") !== true) &&
      parts.every((part) => at(part, "text") ?? at(part, "functionCall") ?? answerOf(part)) &&
      tools.every((tool) => at(tool, "functionDeclarations") !== undefined) &&
      declarationsOf(body).every((tool) => at(tool, "parameters") !== undefined);
    if (!isPlain || !answersFollowCalls(contents)) return undefined;

    const system = systemText(body);
    const max = at(body, "generationConfig", "maxOutputTokens");
    return {
      ...(system === "" ? {} : { instructions: system }),
      conversation: turnsOf(contents),
      tools: declarationsOf(body).map((tool) =>
        definedTool(
          textAt(tool, "name"),
          textAt(tool, "description"),
          lower(at(tool, "parameters")),
        ),
      ),
      ...(typeof max === "number" ? { maxOutputTokens: max } : {}),
    };
  },
  plain(body) {
    return {
      system: systemText(body),
      contents: joined(
        itemsAt(body, "contents").map((content) => ({
          role: textAt(content, "role") || "user",
          content: itemsAt(content, "parts")
            .map(plainPart)
            .filter((part) => part !== undefined),
        })),
      ),
      tools: declarationsOf(body).map((tool) => [
        textAt(tool, "name"),
        textAt(tool, "description"),
        withoutEmpty(lower(at(tool, "parameters"))),
      ]),
      max: at(body, "generationConfig", "maxOutputTokens"),
    };
  },
};

function declarationsOf(body: unknown): readonly unknown[] {
  return itemsAt(body, "tools").flatMap((tool) => itemsAt(tool, "functionDeclarations"));
}

function systemText(body: unknown): string {
  return itemsAt(body, "systemInstruction", "parts")
    .map((part) => textAt(part, "text"))
    .join("");
}

function answerOf(part: unknown): unknown {
  return at(part, "functionResponse");
}

/** Some clients answer in plain text what was called, which the interface cannot say. */
function answersFollowCalls(contents: readonly unknown[]): boolean {
  const parts = contents.flatMap((content) => itemsAt(content, "parts"));
  const calls = parts.filter((part) => at(part, "functionCall") !== undefined).length;
  return calls === parts.filter((part) => answerOf(part) !== undefined).length;
}

function turnsOf(contents: readonly unknown[]): Turn[] {
  const open: string[] = [];
  let calls = 0;
  return contents.flatMap((content) =>
    itemsAt(content, "parts").map((part): Turn => {
      const call = at(part, "functionCall");
      if (call !== undefined) {
        calls += 1;
        open.push(`call_${calls}`);
        const name = textAt(call, "name");
        const text = JSON.stringify(at(call, "args") ?? {});
        return { type: "call", callId: `call_${calls}`, name, arguments: text };
      }
      const answer = answerOf(part);
      if (answer !== undefined) {
        const text = JSON.stringify(at(answer, "response"));
        return { type: "result", callId: open.shift() ?? "", output: [{ type: "text", text }] };
      }
      const role = at(content, "role") === "model" ? "assistant" : "user";
      return say(role, textAt(part, "text"));
    }),
  );
}

function plainPart(part: unknown): unknown {
  const call = at(part, "functionCall");
  if (call !== undefined) return ["call", at(call, "name"), at(call, "args") ?? {}];

  const answer = answerOf(part);
  if (answer !== undefined) return ["result", at(answer, "name"), at(answer, "response")];

  const text = textAt(part, "text");
  return text === "" ? undefined : ["text", text];
}

/** Gemini's types are written in capitals, JSON Schema's are not. */
function lower(schema: unknown): unknown {
  if (schema === undefined) return undefined;

  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "type" && typeof value === "string" ? value.toLowerCase() : value,
    ),
  );
}

/** An object without properties may as well be left out. */
function withoutEmpty(schema: unknown): unknown {
  const isEmpty = Object.keys(Object(at(schema, "properties"))).length === 0;
  return schema === undefined || isEmpty ? undefined : schema;
}
