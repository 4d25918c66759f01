import assert from "node:assert/strict";
import type { Case } from "../suite/case.ts";
import { good, nanousd, read } from "./ask.ts";

/** Where the money stands, and what the processes do: additions to the interface. */
export const ledgerCases: readonly Case[] = [
  {
    title: "adds up the ledger by state, and finds that its sums agree",
    clauses: [],
    async run(bench) {
      const { data } = await read(bench, "getLedger");
      for (const sum of ["requests", "held", "charged", "unbilled", "refunded"] as const) {
        const added = data.states.reduce((total, state) => total + nanousd(state[sum]), 0);
        assert.equal(added, nanousd(data.totals[sum]), `${sum} of all states`);
      }
      const left = nanousd(data.granted) - nanousd(data.used) - nanousd(data.held);
      assert.equal(nanousd(data.left), left, "what is left");
      const wrong = data.checks.filter(({ agrees }) => agrees === false).map(({ name }) => name);
      assert.deepEqual([data.agrees, wrong], [true, []]);
      const query = { start_date: "2001-01-01", end_date: "2001-01-01" };
      good(await bench.send("getLedger", { query }));
    },
  },
  {
    title: "says what its processes serve",
    clauses: [],
    async run(bench) {
      const { data } = await read(bench, "getStatus");
      const served = data.processes.reduce((sum, one) => sum + one.requests_in_flight, 0);
      assert.equal(served, data.requests_in_flight);
      assert.equal(data.processes[0]?.started_at, data.started_at);
      const { p50 = 0, p99 = 0 } = data.overhead ?? {};
      assert.ok(p50 <= p99, "half of the calls waited longer than nearly all");
    },
  },
];
