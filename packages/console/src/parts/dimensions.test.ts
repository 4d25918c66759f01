import { describe, expect, it } from "vitest";
import { activityRow as row } from "../../test/support/activity-row.ts";
import { filterValueOf, identityOf, labelsOf, narrowed, widened } from "./dimensions.ts";

const labels = (...rows: Parameters<typeof labelsOf>) => labelsOf(...rows).map((one) => one.label);

describe("rows of activity", () => {
  it("are known by what people call them", () => {
    const id = "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d";
    const workspace = row({ workspace_id: id });
    expect(labels([row({ model: "acme/writer" })], "model")).toEqual(["acme/writer"]);
    expect(labels([workspace], "workspace", new Map([[id, "Search"]]))).toEqual(["Search"]);
    expect(labels([row({ app_url: "https://a" })], "app")).toEqual(["https://a"]);
    expect(labels([row({})], "provider")).toEqual(["No provider"]);
  });

  it("have their ids behind a name that two of them have", () => {
    const one = row({ api_key_id: 1, api_key_hash: "a", api_key_name: "Bot" });
    const other = row({ api_key_id: 2, api_key_hash: "b", api_key_name: "Bot" });
    expect(labels([one, other], "key")).toEqual(["Bot (1)", "Bot (2)"]);
    expect(identityOf(one, "key")).not.toBe(identityOf(other, "key"));
  });

  it("of a key that is gone keep its number, and cannot be filtered by it", () => {
    const gone = row({ api_key_id: 7 });
    expect(labels([gone], "key")).toEqual(["#7"]);
    expect(filterValueOf(gone, "key")).toBeNull();
  });
});

it("a question is about one value of a tag by its name too, and about all of them without", () => {
  const asked = { tag_name: "project", model: "a/b" };
  const one = narrowed(asked, "tag", "checkout");
  expect(one).toEqual({ ...asked, tag: "project=checkout" });
  expect(widened(one, "tag")).toEqual({ ...asked, tag: undefined });
  expect(narrowed(asked, "key", "hash")).toEqual({ ...asked, api_key_hash: "hash" });
  expect(labels([row({ tag: "checkout" }), row({})], "tag")).toEqual(["checkout", "Without it"]);
});
