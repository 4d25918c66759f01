import { describe, expect, it } from "vitest";
import { describeConformance } from "./conformance.ts";
import { notApplicableToServer } from "./not-applicable.ts";
import { startPostgresTarget } from "./targets/postgres-target.ts";

describe("the server as two processes, on PostgreSQL,", () => {
  const conformance = describeConformance(startPostgresTarget, notApplicableToServer);

  it("was asked at both nodes alike", () => {
    const [first = 0, second = 0] = conformance.running().shares;
    expect(first).toBeGreaterThan(100);
    expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
  });
});
