import { describe, expect, it } from "vitest";
import type { Thought, Turn } from "../model-call/respond-call.ts";
import { type Answer, answerTo, type Piece } from "./answer.ts";
import type { Question } from "./question.ts";
import { RefusedQuestion } from "./refused-question.ts";

const weather = {
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

function said(text: string): Turn {
  return { type: "message", role: "user", content: [{ type: "text", text }] };
}

function asked(conversation: readonly Turn[], more: Partial<Question> = {}): Question {
  return { thinks: true, conversation, tools: [weather], toolChoice: "auto", ...more };
}

/** An answer as a client sends it back: thoughts, calls and texts in their places. */
function turnsOf({ pieces }: Answer): Turn[] {
  const turns: Turn[] = [];
  let thought = "";
  let text = "";
  for (const piece of pieces) {
    if (piece.type === "reasoning") thought += piece.text;
    if (piece.type === "text") text += piece.text;
    if (piece.type === "carrier") {
      turns.push({ type: "thought", text: thought, carrier: piece.carrier });
      thought = "";
    }
    if (piece.type === "call")
      turns.push({ type: "call", callId: piece.key, name: piece.name, arguments: "{}" });
  }
  if (text === "") return turns;
  return [...turns, { type: "message", role: "assistant", content: [{ type: "text", text }] }];
}

function resultsOf(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn): Turn[] =>
    turn.type === "call"
      ? [{ type: "result", callId: turn.callId, output: [{ type: "text", text: "3 °C" }] }]
      : [],
  );
}

const thoughtsOf = (turns: readonly Turn[]) => turns.filter((turn) => turn.type === "thought");
const textOf = ({ pieces }: Answer) =>
  pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
const kindsOf = (pieces: readonly Piece[]) =>
  pieces.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
const numberOf = ({ text }: Thought) => /\d{6}/.exec(text)?.[0] ?? "none";

const question = said("Weather in Oslo and Rome? And what number have you thought of?");
const greeting = said("Hello");
const first = asked([said("Weather in Oslo and Rome?")]);

describe("a model that thinks", () => {
  it("thinks and signs its thought before its answer", () => {
    const { pieces } = answerTo(asked([greeting]));
    expect(kindsOf(pieces)).toEqual(["reasoning", "carrier", "text"]);
    const [thought] = thoughtsOf(turnsOf({ ...answerTo(asked([greeting])), pieces }));
    expect(thought).toMatchObject({
      text: expect.stringMatching(/\d{6}/),
      carrier: { family: "sandbox", of: "thought", data: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it("thinks before each call, of another number each time", () => {
    const { pieces } = answerTo(first);
    const call = ["reasoning", "carrier", "call", "arguments"];
    expect(kindsOf(pieces)).toEqual([...call, ...call]);
    const numbers = thoughtsOf(turnsOf(answerTo(first))).map(numberOf);
    expect(new Set(numbers).size).toBe(2);
  });

  it("counts its thoughts as output, and is cut short within them", () => {
    const whole = answerTo(asked([greeting]));
    expect(whole.reasoningTokens).toBeGreaterThan(5);
    expect(whole.outputTokens).toBe(whole.reasoningTokens + textOf(whole).split(" ").length);
    const cut = answerTo(asked([greeting], { maxOutputTokens: 4 }));
    expect(cut).toMatchObject({ outputTokens: 4, reasoningTokens: 4, isCutShort: true });
    expect(kindsOf(cut.pieces)).toEqual(["reasoning"]);
  });

  it("answers a tool turn that has its thoughts", () => {
    const turns = turnsOf(answerTo(first));
    const next = [...first.conversation, ...turns, ...resultsOf(turns)];
    expect(textOf(answerTo(asked(next)))).toContain("get_weather returned: 3 °C");
  });

  it("answers a tool turn whose thoughts all stand before its calls", () => {
    const turns = turnsOf(answerTo(first));
    const calls = turns.filter(({ type }) => type === "call");
    const next = [...first.conversation, ...thoughtsOf(turns), ...calls, ...resultsOf(turns)];
    expect(textOf(answerTo(asked(next)))).toContain("returned");
  });

  const changes: [string, (thought: Thought, index: number, all: readonly Thought[]) => Turn[]][] =
    [
      ["no thought", () => []],
      ["one thought less", (thought, index) => (index === 0 ? [] : [thought])],
      ["a changed text", (thought) => [{ ...thought, text: thought.text.replace(/\d/, "x") }]],
      ["a text that goes on", (thought) => [{ ...thought, text: `${thought.text} ` }]],
      ["a changed signature", (thought) => [{ ...thought, carrier: signed(thought, "A") }]],
      ["no signature", ({ text }) => [{ type: "thought", text }]],
      ["another family", (thought) => [{ ...thought, carrier: ofFamily(thought, "openai") }]],
      ["one thought twice", (_thought, _index, all) => all.slice(0, 1)],
    ];
  it.each(changes)("refuses a tool turn with %s", (_change, change) => {
    const turns = turnsOf(answerTo(first));
    const thoughts = thoughtsOf(turns);
    let index = 0;
    const changed = turns.flatMap((turn) =>
      turn.type === "thought" ? change(turn, index++, thoughts) : [turn],
    );
    const next = asked([...first.conversation, ...changed, ...resultsOf(turns)]);
    expect(() => answerTo(next)).toThrow(RefusedQuestion);
    expect(() => answerTo(next)).toThrow(/message: 2; whole thoughts: [01]\./);
    expect(() => answerTo({ ...next, thinks: false })).not.toThrow();
  });

  it("needs the thoughts of every step of a tool turn", () => {
    const once = { parallelToolCalls: false, toolChoice: "required" } as const;
    const one = turnsOf(answerTo({ ...first, ...once }));
    const second = [...first.conversation, ...one, ...resultsOf(one)];
    const two = turnsOf(answerTo(asked(second, once))).map((turn) =>
      turn.type === "call" ? { ...turn, callId: "b" } : turn,
    );
    const third = [...second, ...two, ...resultsOf(two)];
    expect(textOf(answerTo(asked(third)))).toContain("returned");
    const [lost] = thoughtsOf(one);
    expect(() => answerTo(asked(third.filter((turn) => turn !== lost)))).toThrow(
      /message: 2; whole thoughts: 1/,
    );
  });

  it("checks a bounded number of thoughts", () => {
    const turns = turnsOf(answerTo(first));
    const strange = Array.from({ length: 2_048 }, (_, index) => ({
      ...{ type: "thought" as const, text: `The number is ${index}.` },
      carrier: { family: "sandbox", of: "thought" as const, data: "A" },
    }));
    const before = strange.slice(1 + thoughtsOf(turns).length);
    const next = (more: readonly Turn[]) =>
      asked([...first.conversation, ...more, ...turns, ...resultsOf(turns)]);
    expect(() => answerTo(next(before))).not.toThrow();
    expect(() => answerTo(next(strange))).toThrow(RefusedQuestion);
  });

  it("does not need the thoughts of turns that are over", () => {
    const turns = turnsOf(answerTo(first)).filter(({ type }) => type !== "thought");
    const over = [...first.conversation, ...turns, ...resultsOf(turns), greeting];
    expect(textOf(answerTo(asked(over)))).toContain("sandbox");
  });

  it("repeats the numbers of the thoughts that came back, when asked", () => {
    const turns = turnsOf(answerTo(first));
    const [one = "", two = ""] = thoughtsOf(turns).map(numberOf);
    const again = [
      ...first.conversation,
      ...turns,
      ...resultsOf(turns),
      said("What did you think?"),
    ];
    expect(textOf(answerTo(asked(again)))).toBe(`I thought of the numbers ${one}, ${two}.`);
    const without = again.filter((turn) => turn.type !== "thought");
    expect(textOf(answerTo(asked(without)))).toBe("None of my thoughts came back to me.");
  });

  it("does not repeat the number of a thought that was changed on its way", () => {
    const turns = turnsOf(answerTo(asked([greeting]))).map((turn) =>
      turn.type === "thought" ? { ...turn, text: turn.text.replace(/\d{6}/, "123456") } : turn,
    );
    const again = [greeting, ...turns, said("What did you think?")];
    expect(textOf(answerTo(asked(again)))).toBe("None of my thoughts came back to me.");
  });

  it("repeats the number beside the results of its calls, when the question was for both", () => {
    const turns = turnsOf(answerTo(asked([question], { toolChoice: "required" })));
    const text = textOf(answerTo(asked([question, ...turns, ...resultsOf(turns)])));
    expect(text).toContain("returned: 3 °C");
    for (const thought of thoughtsOf(turns)) expect(text).toContain(numberOf(thought));
  });

  it.each(["What do you think of Paris?", "I thought you would know."])(
    "is not asked for its thoughts by %j",
    (text) => {
      expect(textOf(answerTo(asked([said(text)], { tools: [] })))).toContain("You said");
    },
  );
});

function signed({ carrier }: Thought, data: string) {
  return { family: carrier?.family ?? "", data };
}

function ofFamily({ carrier }: Thought, family: string) {
  return { family, data: carrier?.data ?? "" };
}
