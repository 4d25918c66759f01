import { describe } from "vitest";
import { describeConformance } from "./conformance.ts";
import { notApplicableToServer } from "./not-applicable.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

describe("the server in process, on SQLite,", () => {
  describeConformance(startSqliteTarget, notApplicableToServer);
});
