import { describe } from "vitest";
import { describeConformance } from "./conformance.ts";
import { notApplicableToMock } from "./not-applicable.ts";
import { startHandlersTarget } from "./targets/handlers-target.ts";

describe("the handlers", () => {
  describeConformance(startHandlersTarget, notApplicableToMock);
});
