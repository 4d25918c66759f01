import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readScript } from "../../src/gateway/script/index.ts";

describe("a script that is wrong", () => {
  it.each([
    [[], "A script must be an object, not an array."],
    [{}, "rules is required."],
    [{ rules: [{}] }, "rules[0].reply is required."],
    [{ rules: [{ reply: [] }] }, "rules[0].reply must not be empty."],
    [{ rules: [{ reply: "Hello" }] }, "rules[0].reply must be an object, not a string."],
    [
      { rules: [{ reply: { txt: "Hi" } }] },
      'rules[0].reply.txt is not known here. Did you mean "text"?',
    ],
    [
      { rules: [{ when: { promt: "Hi" }, reply: {} }] },
      'rules[0].when.promt is not known here. Did you mean "prompt"?',
    ],
    [{ rules: [{ reply: [{}, { fault: "flood" }] }] }, "rules[0].reply[1].fault must be one of"],
    [{ rules: [{ reply: { status: 200 } }] }, "rules[0].reply.status must be at least 400."],
    [{ rules: [{ reply: { kind: "teapot" } }] }, "rules[0].reply.kind must be one of"],
    [
      { rules: [{ reply: { calls: [{ nam: "x" }] } }] },
      'rules[0].reply.calls[0].name is required. Unknown field "nam": did you mean "name"?',
    ],
    [{ rules: [{ when: { prompt: "/(/" }, reply: {} }] }, "rules[0].when.prompt is no pattern:"],
    [{ rules: [{ reply: { text: "a", status: 429 } }] }, "rules[0].reply has words and an error"],
    [{ rules: [{ reply: { text: "a", json: 1 } }] }, "rules[0].reply has text and json"],
    [{ rules: [{ reply: { kind: "internal", status: 500 } }] }, "has a status and a kind"],
    [
      { rules: [{ when: { operation: "listKeys" }, reply: { text: "a" } }] },
      "the rule is about an operation that calls no model",
    ],
    [{ rules: [], models: "gpt" }, "models must be an array, not a string."],
  ])("is refused with its place: %j", (script, message) => {
    expect(() => readScript(script)).toThrow(message);
  });
});

it("a script is not changed by being played", () => {
  const script = { rules: [{ reply: { text: "Hi" } }] };
  const read = readScript(script);
  read.used[0] = 7;
  expect(script).toEqual({ rules: [{ reply: { text: "Hi" } }] });
});

it.each(["docs/guides/mock.md", "mock/README.md"])("the script that %s shows is one", (path) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
  const [, shown = ""] = /^```yaml.*\n(rules:[\s\S]*?)^```$/m.exec(text) ?? [];
  expect(readScript(parse(shown)).rules.length).toBeGreaterThan(1);
});
