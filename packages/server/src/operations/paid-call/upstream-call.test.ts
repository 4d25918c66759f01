import { expect, it } from "vitest";
import { namesForUpstream } from "./upstream-call.ts";

it("gives equal names of two workspaces different forms, and those of one the same, each of 64 letters", () => {
  const names = { user: "alice", cacheKey: "k".repeat(1_000) };
  const [one, again, other] = ["a", "a", "b"].map((id) => namesForUpstream(names, id));
  expect(one).toEqual(again);
  for (const name of ["user", "cacheKey"] as const) {
    expect(one?.[name]).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.[name]).not.toBe(other?.[name]);
  }
  // On every node and in every version: a vendor's cache and its records outlive both.
  expect(one?.user).toMatchInlineSnapshot(
    `"932e83950e7ab03e5a072864450eaeb6a0f245b09bbcd6b0f8c5139f71bd3479"`,
  );
  expect(namesForUpstream({}, "a")).toEqual({});
});
