import type { Log } from "../observability/log.ts";
import type { Gateway } from "../operations/gateway.ts";
import { type Repeated, repeat } from "../repeat.ts";
import type { Canary } from "../routing/canary.ts";
import { systemActor } from "../store/ports/actor.ts";
import type { Store } from "../store/store.ts";

interface SharedParts {
  readonly store: Pick<Store, "configuration" | "firstIdentity">;
  readonly log: Log;
}

/** As often as a process looks for another version of the configuration. */
const everyMs = 1000;

/**
 * A canary that one process rolls back is rolled back for all that run the same version of the configuration, also after a
 * restart. Where the store is away, each process judges for itself, and what it found is written once the store is back.
 */
export function shareRollBacks(
  { store, log }: SharedParts,
  gateway: () => Pick<Gateway, "canaries" | "configuration">,
  onAlert: () => void,
): Repeated {
  const look = async () => {
    const { canaries, configuration } = gateway();
    const { version } = configuration;
    // Version 0 is the presets, or a configuration that no store has.
    if (canaries === null || version === 0) return;
    const known = await store.configuration.rolledBack(version);
    for (const canary of canaries.values()) {
      const found = known.find(
        ({ route, to }) => route === canary.rule.route && to === canary.rule.to,
      );
      if (found !== undefined) canary.rolledBack ??= found;
      else if (await write(canary, version)) onAlert();
    }
  };
  const write = async ({ rule: { route, to }, rolledBack }: Canary, version: number) => {
    const identity = rolledBack === null ? null : await store.firstIdentity();
    if (identity === null || rolledBack === null) return false;
    const actor = systemActor(identity.organisationId, "rollBackCanary");
    return await store.configuration.rollBack(actor, version, { ...rolledBack, route, to });
  };
  const onProblem = (error: unknown) =>
    log.error({ error }, "what is known of canaries waits for the store");
  const looks = repeat(look, { everyMs, onProblem });
  // A canary that was rolled back before this process started gets none of its requests.
  looks.now();
  return looks;
}
