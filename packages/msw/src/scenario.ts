import { worldIn } from "@portico/mock/gateway/scenario";
import type { ScenarioName } from "@portico/mock/scenarios";
import { sharedSession } from "./session.ts";

/**
 * Brings the handlers into the state of a scenario, which any key meets, until `portico.reset()`. It needs the handlers of
 * the operations that bring the state about: `porticoHandlers()` has all.
 * @example
 * await portico.scenario("out-of-credit");
 * // From now on a call of a model is refused with 402.
 */
export async function scenario(name: ScenarioName): Promise<void> {
  const world = await worldIn(name, sharedSession.stage);
  sharedSession.load(world.toJSON());
}
