import { isScenarioName, runScenario, scenarioNames, scenarios } from "@portico/scenarios";
import { refusal } from "./failure.ts";
import type { SimulatedGateway } from "./gateway.ts";
import { isFaultName } from "./rehearsal.ts";
import { hashOf } from "./world/key-text.ts";

export { scenarioNames };

/**
 * Brings the world of a gateway into the state of a scenario: by the scenario's own first steps, sent to the gateway
 * itself. An unknown key then stands for the key that the scenario is about.
 */
export async function enterScenario(gateway: SimulatedGateway, name: string): Promise<void> {
  if (!isScenarioName(name))
    throw refusal(400, `There is no scenario "${name}". There are ${scenarioNames.join(", ")}.`);
  const scenario = scenarios[name];
  const { key } = await runScenario(scenario, {
    fetch: (request) => gateway.handle(request),
    baseUrl: "http://mock/api/v1",
    inputs: Object.fromEntries(Object.keys(scenario.inputs).map((input) => [input, anyKey(input)])),
    until: "given",
  });
  const { data } = gateway.world;
  data.standIn = key === null ? null : hashOf(key);
  for (const { operationId, fault, times } of scenario.faults)
    if (isFaultName(fault)) data.faults.push({ operationId, fault, times });
  gateway.world.touch();
}

function anyKey(input: string): string {
  return input.replaceAll("_", "-");
}
