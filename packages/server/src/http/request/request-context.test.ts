import { expect, it } from "vitest";
import { readAppAttribution } from "./request-context.ts";

it("an application's name is kept without characters that steer a terminal", () => {
  expect(readAppAttribution({ "x-title": "Red\u009b31m\u0007 app" }).title).toBe("Red31m app");
  expect(readAppAttribution({ "x-title": "\u009b" }).title).toBeNull();
});
