import { type Actor, systemActor } from "../../src/store/ports/actor.ts";

/** For tests in which the actor does not matter. */
export function actorIn(organisationId: string): Actor {
  return systemActor(organisationId, "test");
}
