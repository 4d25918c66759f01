import { describe, expect, it } from "vitest";
import { bodyOfChange, bodyOfNew, bodyOfRaise, draftOf, emptyBudget } from "./budget-draft.ts";

const budget = {
  id: "7d2f1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
  workspace_id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d",
  scope: "workspace",
  end_user: null,
  tag: null,
  name: "Team",
  limit: 100,
  limit_reset: "monthly",
  raise: null,
  raise_until: null,
  state: null,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: null,
  created_by: null,
} as const;

describe("the body of a new budget", () => {
  it("is for a workspace, each end user or one of them", () => {
    const limited = { ...emptyBudget, limit: "5" };
    expect(bodyOfNew(limited).body).toEqual({
      scope: "workspace",
      limit: 5,
      limit_reset: "monthly",
    });
    expect(bodyOfNew({ ...limited, whom: "each_end_user" }).body).toEqual({
      scope: "end_user",
      limit: 5,
      limit_reset: "monthly",
    });
    expect(bodyOfNew({ ...limited, whom: "end_user", end_user: "ada" }).body).toMatchObject({
      scope: "end_user",
      end_user: "ada",
    });
  });

  it("never becomes one of all end users because a name was left empty", () => {
    const { body, mistakes } = bodyOfNew({ ...emptyBudget, limit: "5", whom: "end_user" });
    expect(body).toBeNull();
    expect(mistakes).toEqual({ end_user: "Write something here." });
  });

  it("needs a limit", () => {
    expect(bodyOfNew(emptyBudget).mistakes).toEqual({ limit: "Write a number." });
  });
});

describe("the body of a change", () => {
  it("has what was changed alone", () => {
    expect(bodyOfChange(draftOf(budget), budget).body).toEqual({});
    expect(
      bodyOfChange({ ...draftOf(budget), limit: "150", limit_reset: "" }, budget).body,
    ).toEqual({ limit: 150, limit_reset: null });
  });
});

describe("the body of a raise", () => {
  it("needs an amount and a time", () => {
    const until = "2026-11-23T12:00:00.000Z";
    expect(bodyOfRaise({ raise: "20", raise_until: until }).body).toEqual({
      raise: 20,
      raise_until: until,
    });
    const { mistakes } = bodyOfRaise({ raise: "", raise_until: "" });
    expect(Object.keys(mistakes ?? {})).toEqual(["raise", "raise_until"]);
  });
});

it("a budget of a tag is for one value, or for each of its name", () => {
  const draft = { ...emptyBudget, limit: "5", tag_name: "project", tag: " checkout " };
  const bodyOf = (whom: "tag_value" | "each_tag_value") => bodyOfNew({ ...draft, whom }).body;
  expect(bodyOf("tag_value")).toMatchObject({ scope: "tag", tag: "project=checkout" });
  expect(bodyOf("each_tag_value")).toMatchObject({ scope: "tag", tag: "project" });
  const empty = bodyOfNew({ ...draft, tag: " ", whom: "tag_value" });
  expect(empty.body).toBeNull();
});
