import { runScenario, type ScenarioName, scenarios } from "../../scenarios/index.ts";
import { createSimulatedGateway, type SimulatedGatewayOptions } from "../gateway.ts";
import { faultName } from "../rehearsal.ts";
import { hashOf } from "../world/key-text.ts";
import { seedOf } from "../world/seed.ts";
import { World } from "../world/world.ts";

/** What a scenario's steps need of a gateway: the packs and behaviours of their operations. */
export interface Stage extends Pick<SimulatedGatewayOptions, "packs" | "behaviours"> {
  readonly seed?: number;
}

/** Keys that no world knows: they stand for the first of their kind. */
const inputs = {
  api_key: "ptc_of-the-scenario",
  management_key: "ptcm_of-the-scenario",
  provider: "openai",
};

/**
 * A world in the state of a scenario, to which it comes back when it is reset. The scenario's given steps run against a
 * gateway over it, so that the state has no second description. A caller with an unknown key stands for the scenario's
 * key, and the next calls meet its faults.
 */
export async function worldIn(name: ScenarioName, stage: Stage): Promise<World> {
  const scenario = scenarios[name];
  const world = new World(() => seedOf(stage.packs), stage.seed);
  const gateway = createSimulatedGateway({ ...stage, world, rehearsal: { paceMs: 0 } });
  const { key } = await runScenario(scenario, {
    fetch: (request) => gateway.handle(request),
    baseUrl: "http://scenario/api/v1",
    inputs,
    until: "given",
  });
  world.data.standIn = key === null ? null : hashOf(key);
  world.data.faults = scenario.faults.map((it) => ({ ...it, fault: faultName(it.fault) }));
  const reached = world.toJSON();
  return new World(() => reached, stage.seed);
}
