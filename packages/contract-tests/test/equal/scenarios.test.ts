import { isOperationId } from "@portico/contract";
import { mediaTypeOf } from "@portico/contract/judge/judge";
import { readStream } from "@portico/contract/judge/judge-stream";
import { runScenario, type ScenarioName, scenarioNames, scenarios } from "@portico/mock/scenarios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHandlersTarget } from "../targets/handlers-target.ts";
import { startMockTarget } from "../targets/mock-target.ts";
import type { RunningTarget } from "../targets/running-target.ts";
import { startSqliteTarget } from "../targets/sqlite-target.ts";
import { inForm } from "./differences.ts";
import { type Sight, sightOf } from "./sight.ts";

/** Step by step, each scenario looks the same wherever it is played. */
describe("scenarios", () => {
  const running: Record<string, RunningTarget> = {};
  beforeAll(async () => {
    running["gateway"] = await startSqliteTarget();
    running["mock"] = await startMockTarget();
    running["handlers"] = await startHandlersTarget();
  });
  afterAll(async () => {
    for (const each of Object.values(running)) await each[Symbol.asyncDispose]();
  });

  const played = async (where: string, name: ScenarioName): Promise<Record<string, Sight>> => {
    const target = running[where]?.target;
    if (target === undefined) throw new Error(`${where} does not run.`);
    const sights: Record<string, Sight> = {};
    await runScenario(scenarios[name], {
      fetch,
      baseUrl: target.baseUrl,
      headers: { "Portico-Session": `scenario-${name}`, "Portico-Scenario": name },
      inputs: {
        api_key: target.apiKey,
        management_key: target.managementKey ?? "",
        provider: target.byokProvider ?? "",
      },
      onStep({ step, reply: { status, headers, text, json } }) {
        const id = step.operationId;
        if (!isOperationId(id)) throw new Error(`${id} is no operation.`);
        const mediaType = mediaTypeOf(headers);
        const body = mediaType === "text/event-stream" ? readStream(id, text).events : json;
        sights[step.id] = sightOf(id, { status, headers, mediaType, text, body });
      },
    });
    return sights;
  };

  it.each(scenarioNames)("%s is played alike by gateway, mock and handlers", async (name) => {
    const gateway = await played("gateway", name);
    for (const where of ["mock", "handlers"]) {
      const other = await played(where, name);
      const differences = Object.entries(gateway).map(([step, sight]) => [
        step,
        other[step] === undefined ? ["not reached"] : inForm(sight, other[step]),
      ]);
      expect(Object.fromEntries(differences), where).toEqual(
        Object.fromEntries(Object.keys(gateway).map((step) => [step, []])),
      );
    }
  });
});
