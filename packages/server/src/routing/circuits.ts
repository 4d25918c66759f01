import { type Candidate, endpointKey } from "./catalog.ts";
import { type CircuitOptions, type CircuitState, createCircuit, type Permit } from "./circuit.ts";

/** The caller of a request, under names that do not identify a customer. */
export interface RoutingCaller {
  readonly key: string;
  readonly workspace: string;
}

/**
 * The circuits of all endpoints. With the operator's credential a failure counts at once for the key that met it, and
 * for all keys when more than one has met it. A failure with a workspace's own credential counts for that workspace only.
 */
export interface Circuits {
  /** With the operator's credential; the state for all callers where `asker` is left out. */
  state(endpoint: string, asker?: RoutingCaller): CircuitState;
  tryAcquire(candidate: Candidate, asker: RoutingCaller): Permit | null;
  /** For when all circuits are open: gives a permit in any state. */
  force(candidate: Candidate, asker: RoutingCaller): Permit;
  /** Of the candidates with an open circuit, the one whose next trial is nearest. */
  leastBad(candidates: readonly Candidate[], asker: RoutingCaller): Candidate | undefined;
}

/** Pairs of askers and endpoints that failed recently. */
const maxOwnEntries = 10_000;

export function createCircuits(
  options: Pick<CircuitOptions, "failuresToOpen" | "openMs" | "nowMs" | "onChange">,
): Circuits {
  const shared = createCircuit({ ...options, isShared: true });
  const { onChange: _, ...quiet } = options;
  const own = createCircuit({ ...quiet, maxEntries: maxOwnEntries });
  const openedAtMs = (candidate: Candidate, asker: RoutingCaller): number => {
    const ours = own.openedAtMs(ownKey(candidate, asker)) ?? 0;
    const everybodys = shared.openedAtMs(endpointKey(candidate.endpoint)) ?? 0;
    return candidate.byok ? ours : Math.max(ours, everybodys);
  };
  return {
    state(endpoint, asker) {
      const states = [
        shared.state(endpoint),
        asker === undefined ? "closed" : own.state(`${asker.key} ${endpoint}`),
      ];
      return worst.find((state) => states.includes(state)) ?? "closed";
    },
    tryAcquire(candidate, asker) {
      const ours = own.tryAcquire(ownKey(candidate, asker));
      if (ours === null || candidate.byok) return ours;
      const everybodys = shared.tryAcquire(endpointKey(candidate.endpoint), asker.key);
      if (everybodys !== null) return new BothPermits(ours, everybodys);
      ours.release();
      return null;
    },
    force(candidate, asker) {
      const ours = own.force(ownKey(candidate, asker));
      if (candidate.byok) return ours;
      return new BothPermits(ours, shared.force(endpointKey(candidate.endpoint), asker.key));
    },
    leastBad: (candidates, asker) =>
      candidates.toSorted((one, other) => openedAtMs(one, asker) - openedAtMs(other, asker))[0],
  };
}

const worst: readonly CircuitState[] = ["open", "halfOpen"];

function ownKey({ endpoint, byok }: Candidate, { key, workspace }: RoutingCaller): string {
  return `${byok ? workspace : key} ${endpointKey(endpoint)}`;
}

class BothPermits implements Permit {
  readonly #ours: Permit;
  readonly #everybodys: Permit;

  constructor(ours: Permit, everybodys: Permit) {
    this.#ours = ours;
    this.#everybodys = everybodys;
  }

  succeed(): void {
    this.#ours.succeed();
    this.#everybodys.succeed();
  }

  fail(isCertain?: boolean): void {
    this.#ours.fail(isCertain);
    this.#everybodys.fail(isCertain);
  }

  release(): void {
    this.#ours.release();
    this.#everybodys.release();
  }
}
