import { describe, expect, it } from "vitest";
import { changePlace, subjectOfFailure } from "./change-place.ts";

const addressOf = (cause: string, subject: string | null) => {
  const { to, search } = changePlace(cause, subject) ?? {};
  return to === undefined ? null : [to, search];
};

describe("where a thing is changed", () => {
  it.each([
    ["budget", "key:12", "/keys", { key: "12", change: "edit" }],
    ["key_exposed", "key:12", "/keys", { key: "12", change: "rotate" }],
    ["limit_blocking", "budget:b-1", "/budgets", { budget: "b-1", change: "edit" }],
    ["budget", "budget:b-1:ada:x", "/budgets", { budget: "b-1", change: "edit" }],
    ["budget", "credits", "/ledger", { grant: true }],
    ["unbilled", "unbilled", "/configuration", { entry: "alerts" }],
    ["provider_down", "provider:acme", "/configuration", { entry: "providers/acme" }],
    ["canary_rolled_back", "canary:a/b:c", "/configuration", { entry: "canaries/a/b:c" }],
    ["not_allowed", "guardrail:privacy", "/configuration", { entry: "guardrails/privacy" }],
    ["model_not_found", "model:a/b", "/configuration", { entry: "models/a/b" }],
    ["credential", "byok:w-1", "/workspaces", { workspace: "w-1", tab: "byok" }],
  ])("is for %s of %s %s", (cause, subject, to, search) => {
    expect(addressOf(cause, subject)).toEqual([to, search]);
  });

  it("is nowhere for what this console does not know", () => {
    expect(changePlace("budget", "planet:mars")).toBeNull();
    expect(changePlace("bad_request", null)).toBeNull();
  });
});

it("a failure is about its key, its model or its provider, where it is not the request's own", () => {
  const failed = { key: 7, model: "a/b", provider: "acme" };
  expect(subjectOfFailure("out_of_credits", failed)).toBe("key:7");
  expect(subjectOfFailure("model_not_found", failed)).toBe("model:a/b");
  expect(subjectOfFailure("credential", failed)).toBe("provider:acme");
  expect(subjectOfFailure("credential", { ...failed, byok: "w-1" })).toBe("byok:w-1");
  expect(subjectOfFailure("bad_request", failed)).toBeNull();
  expect(subjectOfFailure("credential", { ...failed, provider: null })).toBeNull();
});
