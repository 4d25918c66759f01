import { worldIn } from "@portico/mock/gateway/scenario";
import type { ScenarioName } from "@portico/mock/scenarios";
import { sharedSession } from "./session.ts";

/** Everything under one name: `portico.createResponse.reply("429")`. Bundlers take what is used of it. */
export * from "./generated/operations.ts";

/**
 * Forgets what was created, changed and spent: the state is again as the contract's examples show it.
 * @example afterEach(() => portico.reset());
 */
export function reset(): void {
  sharedSession.reset();
}

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
