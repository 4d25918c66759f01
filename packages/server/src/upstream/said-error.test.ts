import { expect, it } from "vitest";
import { errorSentence } from "./said-error.ts";

it("a long message is cut between characters, not within one", () => {
  const { message } = errorSentence("rejected", `${"x".repeat(499)}\u{1F600} and more`);
  expect(message).toHaveLength(500);
  expect(message.isWellFormed()).toBe(true);
});
