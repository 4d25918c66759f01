import { describe, expect, it } from "vitest";
import { tagIn, tagsOf } from "./tags.ts";

const keep = (value: string | null | undefined) => value?.trim() || null;
const tags = (
  header: string | undefined,
  body: object | null = null,
  names = ["project", "feature"],
) => tagsOf(names, { header, body }, keep);

describe("the tags of a request", () => {
  it.each([
    ["project=checkout, feature=search", { project: "checkout", feature: "search" }],
    [" feature = a b ,project=x=y", { project: "x=y", feature: "a b" }],
    ["project=caf%C3%A9%2C%20bar", { project: "café, bar" }],
    ["project=100%", { project: "100%" }],
    ["project=one,project=two", { project: "two" }],
    ["customer=7", null],
    ["project, =x, feature=", null],
    ["", null],
    [undefined, null],
  ])("of the header %j", (header, expected) => {
    expect(tags(header)).toEqual(expected);
  });

  it("of the body count first, name by name", () => {
    const body = { metadata: { project: "body", other: "label", feature: " " } };
    expect(tags("project=header, feature=search", body)).toEqual({
      project: "body",
      feature: "search",
    });
  });

  it("that are no text are none", () => {
    expect(tags(undefined, { metadata: { project: 7, feature: null } })).toBeNull();
    expect(tags(undefined, { metadata: null })).toBeNull();
  });

  it("stand in the order of the configuration", () => {
    const names = Object.keys(tags("feature=a,project=b") ?? {});
    expect(names).toEqual(["project", "feature"]);
  });
});

it("a filter names a tag up to its first =", () => {
  expect(tagIn("project=a=b", keep)).toEqual({ name: "project", value: "a=b" });
  expect(tagIn(undefined, keep)).toBeUndefined();
});
