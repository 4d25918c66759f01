import { describe, expect, it } from "vitest";
import { describeConformance } from "./conformance.ts";
import { listedReplies, onlyAtMock, repliesSeen } from "./listed-replies.ts";
import { notApplicableToServer } from "./not-applicable.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

describe("the server in process, on SQLite,", () => {
  const conformance = describeConformance(startSqliteTarget, notApplicableToServer);

  it("shows all replies that the contract lists, but for those that it cannot be brought to", () => {
    const seen = repliesSeen(conformance.outcome());
    const unseen = listedReplies().filter((reply) => !seen.has(reply));
    expect(unseen.sort()).toEqual(Object.keys(onlyAtMock).sort());
  });
});
