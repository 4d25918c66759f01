import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  argumentsAround,
  argumentsFor,
  argumentsPiece,
  FreeformText,
  functionFor,
  textOfArguments,
} from "./freeform.ts";

function read(pieces: readonly string[]) {
  const text = new FreeformText();
  const shown = pieces.map((piece) => text.push(piece)).join("");
  return { shown, whole: shown + text.end() };
}

const cut = (text: string, places: readonly number[]) => {
  const at = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b)];
  return at.map((start, index) => text.slice(start, at[index + 1] ?? text.length));
};

describe("the function that stands for a custom tool", () => {
  it("tells the model the grammar, and keeps the tool for vendors that have such tools", () => {
    const grammar = { syntax: "lark", definition: "start: /x+/" };
    const tool = functionFor("patch", { description: "Edits files.", grammar });
    expect(tool.description).toBe(
      "Edits files.\n\nThe text of `input` must follow this lark grammar:\nstart: /x+/",
    );
    expect(tool.parameters).toMatchObject({ required: ["input"] });
    expect(tool.freeform).toEqual({ description: "Edits files.", grammar });
    expect(functionFor("any", {})).not.toHaveProperty("description");
  });

  it.each([
    ['{"input":"a\\nb"}', "a\nb"],
    ['{"patch":"only"}', "only"],
    ['"bare"', "bare"],
    ['{"a":"1","b":"2"}', '{"a":"1","b":"2"}'],
    ['{"input":7}', '{"input":7}'],
    ["*** Begin Patch", "*** Begin Patch"],
  ])("the text of %s is %j", (json, text) => {
    expect(textOfArguments(json)).toBe(text);
    expect(read([...json]).whole).toBe(text);
  });

  it("any text comes as it is written, in pieces of any size", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (text, places) => {
        const { shown, whole } = read(cut(argumentsFor(text), places));
        expect(whole).toBe(text);
        expect(shown).toBe(text);
      }),
    );
  });

  it("reads escapes of every kind, also within pairs, and spaces before the text", () => {
    const json = ' { "input" : "\\u0041\\ud83d\\ude00\\/\\u00e9" }';
    for (let at = 0; at <= json.length; at += 1)
      expect(read([json.slice(0, at), json.slice(at)]).whole).toBe("A😀/é");
  });

  it("pieces of a text add up to its arguments", () => {
    const pieces = ['say "hi"\n', "\\", "\u2028"].map(argumentsPiece).join("");
    const json = argumentsAround.before + pieces + argumentsAround.after;
    expect(textOfArguments(json)).toBe('say "hi"\n\\\u2028');
  });
});
