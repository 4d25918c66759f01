import { describe } from "vitest";
import { describeConformance } from "./conformance.ts";
import { notApplicableToMock } from "./not-applicable.ts";
import { startMockTarget } from "./targets/mock-target.ts";

describe("the mock", () => {
  describeConformance(startMockTarget, notApplicableToMock);
});
