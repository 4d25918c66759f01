import type { Admission } from "../../access/admission.ts";
import type { Caller } from "../../caller.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import { worstCaseNanousd } from "../../money/price.ts";
import type { Context } from "../operation.ts";
import type { Workspaces } from "./workspace-facts.ts";

/** The first check of a request that spends, before any work is done for it. */
export interface Entrance {
  /** The key was refused lately, so even its small requests are checked here first. */
  isShut(caller: Caller): boolean;
  /** Resolves to true once the request counts in its minute. Rejects with a GatewayError: 401, 402, 429 or 503. */
  pass(caller: Caller): Promise<boolean>;
  /** Counts a request that nothing is held for. A management key has no rate. Rejects with a GatewayError: 401, 429 or 503. */
  count(caller: Caller): Promise<void>;
}

/** Checks key, rate and money before the admission does. */
export async function passGate(
  entrance: Entrance,
  { rights, caller }: Pick<Context, "rights" | "caller">,
): Promise<void> {
  rights.isDecided = true;
  rights.isCounted = await entrance.pass(caller);
}

export interface EntranceParts {
  readonly admission: Pick<Admission, "isShut" | "pass" | "count">;
  /** As configured now. */
  readonly gateway: () => {
    readonly workspaces: Workspaces;
    readonly configuration: Configuration;
  };
}

/**
 * Refuses a key without money, unless it may need none: where a model is free, or its workspace has a credential of
 * its own. Then the admission decides, which knows the requested model.
 */
export function createEntrance({ admission, gateway }: EntranceParts): Entrance {
  const offers = new WeakMap<Configuration, boolean>();
  const isSomethingFree = () => {
    const current = gateway().configuration;
    const known = offers.get(current) ?? offersForNothing(current);
    offers.set(current, known);
    return known;
  };
  return {
    isShut: (caller) => admission.isShut(caller),
    pass: (caller) =>
      admission.pass(caller, async (revision) => {
        if (isSomethingFree()) return true;
        const { credentials } = await gateway().workspaces.atLeast(revision, caller);
        return credentials.size > 0;
      }),
    count: async (caller) => {
      if (caller.kind === "ordinary") await admission.count(caller);
    },
  };
}

const least = { inputTokens: 1, maxOutputTokens: 1 };

function offersForNothing({ catalog, keylessProviders }: Configuration): boolean {
  return [...catalog.models.values()].some(({ endpoints }) =>
    endpoints.some(
      (endpoint) =>
        !keylessProviders.has(endpoint.provider) && worstCaseNanousd([endpoint], least) === 0,
    ),
  );
}
