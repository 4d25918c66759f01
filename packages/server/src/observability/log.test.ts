import { expect, it } from "vitest";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { describeError } from "./log.ts";

it("describeError says what was thrown, where, and the cause", () => {
  const described = describeError(new Error("outer", { cause: new TypeError("inner") }));
  expect(described).toMatchObject({
    type: "Error",
    message: "outer",
    cause: { type: "TypeError" },
  });
  expect(described.at).toContain("log.test.ts");
});

it("describeError repeats no part of a text that could not be parsed", () => {
  const parse = () => JSON.parse('{"prompt": "the launch code is 1234", oops}');
  try {
    parse();
  } catch (error) {
    expect(JSON.stringify(describeError(error))).not.toMatch(/launch|1234/);
    expect(describeError(error).at).toContain("log.test.ts");
  }
  expect.assertions(2);
});

it("describeError repeats no part of a provider's message, which may quote the request", () => {
  const said = new UpstreamError("overloaded", "Cannot answer: the launch code is 1234", {
    status: 503,
  });
  said.provider = "acme";
  const described = describeError(new Error("All failed.", { cause: said }));
  expect(described.cause).toMatchObject({ type: "UpstreamError", message: "acme overloaded 503" });
});
