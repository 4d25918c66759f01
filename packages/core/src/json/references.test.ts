import { describe, expect, it } from "vitest";
import { BrokenReference, References } from "./references.ts";

describe("References", () => {
  const name = { type: "string" };
  const references = new References({ $defs: { "a/b~c d": name }, list: [name] });

  it("finds a schema by its pointer, with escaped and encoded names", () => {
    expect(references.at("#/$defs/a~1b~0c%20d")).toBe(name);
  });

  it("finds the whole document at #", () => {
    expect(references.at("#")).toHaveProperty("$defs");
  });

  it.each(["#/$defs/other", "#/list/0", "https://example.com/schema"])(
    "finds no fields at %s",
    (reference) => {
      expect(references.at(reference)).toEqual({});
    },
  );

  it("refuses a pointer that is not well formed", () => {
    expect(() => references.at("#/%")).toThrow(BrokenReference);
  });
});
