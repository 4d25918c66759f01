import { expect, it } from "vitest";
import { lastPage } from "./questions.ts";

it("asks for the last page of keys from the first key on where a page holds them all", () => {
  expect(lastPage(1000)).toEqual({ offset: 950, limit: 50 });
  expect(lastPage(20)).toEqual({ offset: 0, limit: 50 });
});
