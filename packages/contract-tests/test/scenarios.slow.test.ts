import {
  runScenario,
  ScenarioFailure,
  type ScenarioName,
  type ScenarioRun,
  scenarioNames,
  scenarios,
} from "@portico/mock/scenarios";
import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecorded, steadyReplies, writeRecorded } from "./recorded-replies.ts";
import { respect } from "./respect.ts";
import { startMockTarget } from "./targets/mock-target.ts";
import { startPostgresTarget } from "./targets/postgres-target.ts";
import type { RunningTarget } from "./targets/running-target.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

/** `WRITE_EXAMPLES=1` takes over what the gateway says, after it was changed on purpose. */
const isWriting = process.env["WRITE_EXAMPLES"] === "1";

const keysOfMock = { apiKey: "ptc_any", managementKey: "ptcm_any" };

/** What scenarios have to be given, of one target. */
function inputsOf({ target }: RunningTarget): Record<string, string> {
  // The mock reads the kind of a key from its beginning.
  const { apiKey, managementKey } = target.name === "the mock" ? keysOfMock : target;
  return {
    api_key: apiKey,
    management_key: managementKey ?? "",
    provider: target.byokProvider ?? "",
  };
}

const targets: readonly (readonly [string, () => Promise<RunningTarget>])[] = [
  ["the server in process, on SQLite", startSqliteTarget],
  ["the mock", startMockTarget],
  ...(isProof ? [["two processes on PostgreSQL", startPostgresTarget] as const] : []),
];

describe.each(targets)("scenarios on %s", (_name, start) => {
  const runs = new Map<ScenarioName, ScenarioRun>();
  let running: RunningTarget;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running[Symbol.asyncDispose]());

  const run = (name: ScenarioName, inputs = inputsOf(running)) =>
    runScenario(scenarios[name], { fetch, baseUrl: running.target.baseUrl, inputs });

  it.each(scenarioNames)("%s goes as written", async (name) => {
    const done = await run(name);
    runs.set(name, done);
    const { steps } = done;
    expect(steps.map(({ step }) => step.id)).toEqual(scenarios[name].steps.map(({ id }) => id));
  });

  // No test is registered for a target that it is not about: a skipped one would look like one that was left out.
  it.each(start === startSqliteTarget ? scenarioNames : [])(
    "%s is answered as the documentation shows it",
    async (name) => {
      const replies = steadyReplies(runs.get(name) ?? { steps: [], key: null });
      if (isWriting) writeRecorded(name, replies);
      expect(replies, "Run this test with WRITE_EXAMPLES=1, and look at what changed.").toEqual(
        readRecorded(name),
      );
    },
  );

  if (start !== startMockTarget)
    it("names the step, the expected and the real status where a key is wrong", async () => {
      const failed = run("embeddings", { api_key: "ptc_wrong" });
      await expect(failed).rejects.toThrow(ScenarioFailure);
      await expect(failed).rejects.toThrow(
        /^Scenario embeddings, step choose \(listEmbeddingModels, .*\n {2}expected \$statusCode == 200\n {2}got 401/,
      );
    });

  // One target is enough: Redocly's runner takes a process and ten seconds.
  if (start === startSqliteTarget) {
    it("go as written by Redocly's runner too", async () => {
      const { code, report } = await respect(running.target.baseUrl, inputsOf(running));
      expect(code, report).toBe(0);
    });

    it("fail by Redocly's runner with a wrong key", async () => {
      const inputs = { ...inputsOf(running), api_key: "ptc_wrong" };
      const { code } = await respect(running.target.baseUrl, inputs, ["embeddings"]);
      expect(code).not.toBe(0);
    });
  }
});
