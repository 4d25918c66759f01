import { expect, it, vi } from "vitest";
import { Connection } from "./postgres/connections.ts";

/**
 * The cases of money on PostgreSQL, while the database ends a tenth of all batches for the sake of others, as distributed
 * engines do under load. The batch has done all its work by then, and is refused when it commits.
 */
vi.mock("../../test/store/engines.ts", async (load) => {
  const real = await load<typeof import("../../test/store/engines.ts")>();
  return { ...real, engines: real.engines.filter(({ engine }) => engine === "postgres") };
});

const codes = ["40001", "40P01"] as const;
const faults = codes.map((code) => ({
  name: `fault_${code}`,
  text: `do $$ begin raise exception using errcode = '${code}', message = 'in the way'; end $$`,
}));
const counts = { batches: 0, ended: 0 };
let seed = 7;
/** The same numbers in each run, from 0 to 1. */
const draw = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
};
let isEnded = false;

const { pipeline } = Connection.prototype;
vi.spyOn(Connection.prototype, "pipeline").mockImplementation(function (this: Connection, calls) {
  if (calls.at(-1)?.statement.text !== "commit") return pipeline.call(this, calls);
  counts.batches += 1;
  // The store begins a batch again three times: two faults in a row would test how lucky it is.
  isEnded = !isEnded && draw() < 0.11;
  const fault = faults[counts.ended % faults.length];
  if (!isEnded || fault === undefined) return pipeline.call(this, calls);
  counts.ended += 1;
  return pipeline.call(this, [...calls.slice(0, -1), { statement: fault, values: [] }]);
});

await import("./money-attempts.test.ts");
await import("./money-budgets.test.ts");
await import("./money-credits.test.ts");
await import("./money-gate.test.ts");
await import("./money-periods.test.ts");
await import("./money-rates.test.ts");
await import("./money-recovery.test.ts");
await import("./money-shares.test.ts");
await import("./money-budget-properties.test.ts");
await import("./money-share-properties.test.ts");
await import("./money/money.test.ts");

it("a tenth of all batches was ended", () => {
  expect(counts.batches).toBeGreaterThan(500);
  expect(counts.ended / counts.batches).toBeGreaterThan(0.05);
});
