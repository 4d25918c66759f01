import { describe, expect, it } from "vitest";
import { describeConformance } from "./conformance.ts";
import { onlyAtMock, repliesSeen } from "./listed-replies.ts";
import { notApplicableToMock } from "./not-applicable.ts";
import { startMockTarget } from "./targets/mock-target.ts";

describe("the mock", () => {
  const conformance = describeConformance(startMockTarget, notApplicableToMock);

  it("shows the replies that the server cannot be brought to", () => {
    const seen = repliesSeen(conformance.outcome());
    expect(Object.keys(onlyAtMock).filter((reply) => !seen.has(reply))).toEqual([]);
  });
});
