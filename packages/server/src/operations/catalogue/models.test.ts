import { expect, it } from "vitest";
import { parameterNames } from "./models.ts";

it("parameters are listed by the names that they have in requests of every form", () => {
  expect(parameterNames(["text", "max_output_tokens", "stop", "text"])).toEqual([
    ...["max_completion_tokens", "max_output_tokens", "max_tokens"],
    ...["response_format", "stop", "structured_outputs", "text"],
  ]);
});
