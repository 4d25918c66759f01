import type { ScenarioName } from "@portico/scenarios";
import { worldIn } from "@portico/simulated-gateway/scenario";
import * as operations from "./generated/operations.ts";
import { sharedSession } from "./session.ts";

/**
 * Puts the state where a scenario of the contract begins: money is spent, a key is revoked, a stream is about to break.
 * It is reached by the scenario's own first steps, which may be of any operation, so a bundle gets all of them.
 * `portico.reset()` goes back.
 * @example beforeEach(() => portico.scenario("out-of-credit"));
 */
export async function scenario(name: ScenarioName): Promise<void> {
  // A handler that is made is known to the session.
  for (const operation of Object.values(operations)) operation();
  const world = await worldIn(name, sharedSession.stage);
  sharedSession.load(world.toJSON());
}
