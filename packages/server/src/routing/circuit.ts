export interface CircuitOptions {
  /** Consecutive failures after which an endpoint is left alone. */
  readonly failuresToOpen: number;
  /** For how long it is left alone before one request may try it again. */
  readonly openMs: number;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
}

export type CircuitState = "closed" | "open" | "halfOpen";

/** Leave to ask an endpoint. Whoever holds one says once how it went; `release` says nothing about the endpoint. */
export interface Permit {
  succeed(): void;
  fail(): void;
  release(): void;
}

export interface Circuit {
  state(key: string): CircuitState;
  /** Null while the endpoint is left alone, or while another request is trying it out. */
  tryAcquire(key: string): Permit | null;
  /** For when everyone is left alone: asks all the same. */
  force(key: string): Permit;
  /** Of those left alone, the one that is nearest to being tried again. */
  leastBad(keys: readonly string[]): string | undefined;
}

interface Entry {
  failures: number;
  openedAtMs: number | null;
  probing: boolean;
  /** Grows with every opening and closing: what began before says nothing about what is now. */
  era: number;
}

/** Leaves an endpoint that keeps failing alone for a while, then lets exactly one request find out. */
export function createCircuit(options: CircuitOptions): Circuit {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const found = entries.get(key);
    if (found !== undefined) return found;
    const made: Entry = { failures: 0, openedAtMs: null, probing: false, era: 0 };
    entries.set(key, made);
    return made;
  };
  const stateOf = (entry: Entry): CircuitState => {
    if (entry.openedAtMs === null) return "closed";
    return options.nowMs() - entry.openedAtMs >= options.openMs ? "halfOpen" : "open";
  };
  const permit = (entry: Entry, probe: boolean) => createPermit(entry, probe, options);

  return {
    state: (key) => {
      const entry = entries.get(key);
      return entry === undefined ? "closed" : stateOf(entry);
    },
    tryAcquire(key) {
      const entry = entryOf(key);
      const state = stateOf(entry);
      if (state === "closed") return permit(entry, false);
      if (state === "open" || entry.probing) return null;
      entry.probing = true;
      return permit(entry, true);
    },
    force: (key) => permit(entryOf(key), false),
    leastBad: (keys) =>
      keys.toSorted(
        (one, other) => (entryOf(one).openedAtMs ?? 0) - (entryOf(other).openedAtMs ?? 0),
      )[0],
  };
}

function createPermit(entry: Entry, probe: boolean, options: CircuitOptions): Permit {
  const era = entry.era;
  let told = false;
  const once = (tell: () => void) => () => {
    if (told) return;
    told = true;
    if (entry.era === era) {
      if (probe) entry.probing = false;
      tell();
    }
  };
  const turn = (openedAtMs: number | null) => {
    entry.openedAtMs = openedAtMs;
    entry.failures = 0;
    entry.probing = false;
    entry.era += 1;
  };
  return {
    succeed: once(() => {
      entry.failures = 0;
      if (entry.openedAtMs !== null) turn(null);
    }),
    fail: once(() => {
      entry.failures += 1;
      const open = entry.openedAtMs !== null || entry.failures >= options.failuresToOpen;
      if (open) turn(options.nowMs());
    }),
    release: once(() => undefined),
  };
}
