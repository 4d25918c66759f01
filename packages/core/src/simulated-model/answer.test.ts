import { describe, expect, it } from "vitest";
import { answerTo } from "./answer.ts";
import type { Question } from "./question.ts";
import { RefusedQuestion } from "./refused-question.ts";

const weather = {
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

function asked(text: string, more: Partial<Question> = {}): Question {
  return {
    conversation: [{ type: "message", role: "user", content: [{ type: "text", text }] }],
    tools: [],
    toolChoice: "auto",
    ...more,
  };
}

/** Everything that was said: texts, names and arguments. */
function saidBy(question: Question): string {
  return answerTo(question)
    .pieces.map((piece) => Object.values(piece).at(-1))
    .join("|");
}

describe("answerTo", () => {
  it("says a text word by word", () => {
    expect(answerTo(asked("Repeat: a b"))).toEqual({
      pieces: [
        { type: "text", text: "a" },
        { type: "text", text: " b" },
      ],
      outputTokens: 2,
      reasoningTokens: 0,
      isCutShort: false,
    });
  });

  it("begins each call, then says its arguments", () => {
    const question = asked("Weather in Oslo and Rome?", { tools: [weather] });
    expect(saidBy(question)).toBe('get_weather|{"city":"Osl|o"}|get_weather|{"city":"Rom|e"}');
  });

  it.each([
    ["in the middle of a text", asked("Count from 1 to 50"), 3],
    ["in the middle of a call", asked("Weather in Oslo?", { tools: [weather] }), 2],
    ["between two calls", asked("Weather in Oslo and Rome?", { tools: [weather] }), 3],
  ])("stops at the most output tokens, and reports it: %s", (_place, question, most) => {
    const answer = answerTo({ ...question, maxOutputTokens: most });
    expect(answer).toMatchObject({ outputTokens: most, isCutShort: true });
    expect(answer.pieces).toEqual(answerTo(question).pieces.slice(0, most));
  });

  it("is not cut short where the last token is the last that may be spent", () => {
    expect(answerTo(asked("Repeat: a b", { maxOutputTokens: 2 })).isCutShort).toBe(false);
  });

  it("names the place of a schema that it cannot read", () => {
    const broken = { type: "object", properties: { a: { $ref: "#/%" } }, required: ["a"] };
    const tools = [weather, { name: "broken", parameters: broken }];
    const ofTool = asked("hi", { tools, toolChoice: { name: "broken" } });
    expect(() => answerTo(ofTool)).toThrow(RefusedQuestion);
    expect(() => answerTo(ofTool)).toThrow("tools[1].parameters has a $ref that cannot be read.");
    const ofText = asked("hi", { textFormat: { type: "json_schema", name: "a", schema: broken } });
    expect(() => answerTo(ofText)).toThrow("text.format.schema has a $ref that cannot be read.");
  });
});
