import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepViews, viewOf, viewsAt, withoutView, withView } from "./views.ts";

const failed = { name: "Failed", search: { failed: "true", period: "day" } };
const dear = { name: "Dear", search: { min: "1" } };

describe("views of a list", () => {
  const kept = new Map<string, string>();
  const setItem = vi.fn((name: string, value: string) => void kept.set(name, value));
  beforeEach(() =>
    vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem }),
  );
  afterEach(() => {
    kept.clear();
    setItem.mockClear();
    vi.unstubAllGlobals();
  });

  it("are found again where they were kept, and nowhere else", () => {
    expect(keepViews("mine", [dear, failed])).toBe(true);
    expect(viewsAt("mine")).toEqual([dear, failed]);
    expect(viewsAt("others")).toEqual([]);
  });

  it.each(["no JSON", "{}", "null", '[null, 1, {"name": "x"}, {"name": "x", "search": {"a": 1}}]'])(
    "are none where the browser has %s",
    (text) => {
      kept.set("mine", text);
      expect(viewsAt("mine")).toEqual([]);
    },
  );

  it("are not kept where the browser refuses", () => {
    setItem.mockImplementationOnce(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(keepViews("mine", [dear])).toBe(false);
  });

  it("stand in the order of their names, and one of the same name is replaced", () => {
    const two = withView(withView([], failed), dear);
    expect(two).toEqual([dear, failed]);
    const other = { name: "Dear", search: { min: "5" } };
    expect(withView(two, other)).toEqual([other, failed]);
    expect(withoutView(two, "Dear")).toEqual([failed]);
  });

  it("are recognised in an address, in any order of its parts", () => {
    expect(viewOf([dear, failed], { period: "day", failed: "true" })).toBe(failed);
    expect(viewOf([dear, failed], { failed: "true" })).toBeUndefined();
    expect(viewOf([dear, failed], {})).toBeUndefined();
  });
});
