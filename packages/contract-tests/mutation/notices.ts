import { cases } from "../src/cases/index.ts";
import { runSuite } from "../src/suite/run-suite.ts";
import { startSqliteTarget } from "../test/targets/sqlite-target.ts";

/** Runs in the copy: ends with 0 where the suite finds nothing wrong, and with 1, saying what, where it does. */
await using running = await startSqliteTarget();
const { results } = await runSuite(running.target, cases, { untilFailure: true });
const failure = results.find(({ outcome }) => outcome === "failed");
if (failure) {
  process.stdout.write(`${failure.title}\n`);
  process.exitCode = 1;
}
