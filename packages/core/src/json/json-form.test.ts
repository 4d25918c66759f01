import { expect, it } from "vitest";
import { hasForm, type JsonForm, partOfForm } from "./json-form.ts";

const form: JsonForm = { a: "value", b: [{ c: "value" }], d: { e: "any" } };

it("keeps what has the form, and names the rest by its place", () => {
  const dropped: string[] = [];
  const value = JSON.parse(
    '{"a": {"x": 1}, "b": [{"c": 1, "x": 1}, [1], "y"], "d": {"e": {"x": 1}}, "__proto__": {"x": 1}, "toString": 1}',
  );
  const kept = partOfForm(value, form, "", (place) => dropped.push(place));
  expect(kept).toEqual({ b: [{ c: 1 }, "y"], d: { e: { x: 1 } } });
  expect(dropped).toEqual(["a", "b[0].x", "b[1]", "__proto__", "toString"]);
});

it.each<[unknown, boolean]>([
  [{ a: 1, b: [], d: null }, true],
  [{ a: "x", b: null }, true],
  [{ a: [] }, false],
  [{ d: { f: 1 } }, false],
  [[], false],
])("says of %j whether it has the form", (value, is) => {
  expect(hasForm(value, form)).toBe(is);
});
