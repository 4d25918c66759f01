import { expect, it } from "vitest";
import { describeError } from "./log.ts";

it("says what was thrown, where, and what caused it", () => {
  const described = describeError(new Error("outer", { cause: new TypeError("inner") }));
  expect(described).toMatchObject({
    type: "Error",
    message: "outer",
    cause: { type: "TypeError" },
  });
  expect(described.at).toContain("log.test.ts");
});

it("repeats nothing of a text that could not be parsed", () => {
  const parse = () => JSON.parse('{"prompt": "the launch code is 1234", oops}');
  try {
    parse();
  } catch (error) {
    expect(JSON.stringify(describeError(error))).not.toMatch(/launch|1234/);
    expect(describeError(error).at).toContain("log.test.ts");
  }
  expect.assertions(2);
});
