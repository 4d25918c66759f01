import { describe, expect, it } from "vitest";
import { wires } from "../searches.ts";
import { beginning, bodyOf } from "./draft.ts";
import { planOf, type Question, questionOf, textOf, wireFacts } from "./wire.ts";

const question: Question = {
  model: "sandbox/text",
  instructions: "Be short.",
  prompt: "Hello",
  maxTokens: 100,
  temperature: 0,
  topP: undefined,
  effort: "low",
};
const groups = { simulated: [], rehearsals: [], real: [] };

describe.each(wires)("on the wire %s", (wire) => {
  it("a body of the form is read back as the same question", () => {
    const body = textOf({ ...wireFacts[wire].bodyOf(question), stream: true });
    expect(questionOf(wire, body)).toEqual(question);
  });

  it("a body that says more than the form can stays as it was asked", () => {
    const body = textOf({ ...wireFacts[wire].bodyOf(question), seed: 7 });
    expect(questionOf(wire, body)).toBeNull();
    const draft = beginning({ wire }, body, groups);
    expect(bodyOf(draft)).toBe(body);
  });

  it("a conversation of several turns is no question of the form", () => {
    const turns = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "And again?" },
    ];
    const {
      input: _,
      messages: __,
      ...rest
    } = { input: 0, messages: 0, ...wireFacts[wire].bodyOf(question) };
    const body = textOf({ ...rest, [wire === "responses" ? "input" : "messages"]: turns });
    expect(questionOf(wire, body)).toBeNull();
  });

  it("the code asks for a stream, as the playground does", () => {
    const { body } = planOf(wire, '{"model":"a"}', "http://here/api/v1");
    expect(JSON.parse(body ?? "")).toEqual({ model: "a", stream: true });
  });
});

it("takes what is no JSON into the body as it is, to be repaired by hand", () => {
  expect(bodyOf(beginning({}, "{broken", groups))).toBe("{broken");
});
