export interface CircuitOptions {
  /** Consecutive failures after which the circuit opens: the endpoint is no longer asked. */
  readonly failuresToOpen: number;
  /** How long the circuit stays open before one request may try the endpoint again. */
  readonly openMs: number;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** True where many callers share the circuit: then one caller alone can neither open it nor keep it open. */
  readonly isShared?: boolean;
  /** Called when the circuit of an endpoint opens or closes. A trial that fails is no change. */
  readonly onChange?: (key: string, circuit: "closed" | "open") => void;
  /** How many failed endpoints are remembered; the oldest are dropped. */
  readonly maxEntries?: number;
}

export type CircuitState = "closed" | "open" | "halfOpen";

/** Permission to call an endpoint. Report the result exactly once; `release` reports neither success nor failure. */
export interface Permit {
  succeed(): void;
  /** `isCertain`: no connection could be made, which a request cannot cause. */
  fail(isCertain?: boolean): void;
  release(): void;
}

export interface Circuit {
  state(key: string): CircuitState;
  /** Null while the circuit is open, or while another request is trying the endpoint. */
  tryAcquire(key: string, asker?: string): Permit | null;
  /** For when all circuits are open: gives a permit in any state. */
  force(key: string, asker?: string): Permit;
  /** Since when the circuit is open; null where it is closed. */
  openedAtMs(key: string): number | null;
}

interface Entry {
  readonly evidence: Evidence;
  openedAtMs: number | null;
  /** The request that is trying the endpoint, and since when. */
  probe: Probe | null;
  /** The asker whose trial failed last: for a while the next trial is another asker's. */
  lastProber: string | null;
  /** Grows with every opening and closing: reports of permits from an earlier era are ignored. */
  era: number;
}

interface Probe {
  readonly sinceMs: number;
}

interface Asking {
  readonly key: string;
  readonly asker: string;
  readonly probe: Probe | null;
}

/** Stops calls to an endpoint that keeps failing for a while, then admits exactly one request as a trial. */
export function createCircuit(options: CircuitOptions): Circuit {
  const { nowMs, openMs } = options;
  const entries = new Map<string, Entry>();
  const stateOf = ({ openedAtMs }: Entry): CircuitState => {
    if (openedAtMs === null) return "closed";
    return nowMs() - openedAtMs >= openMs ? "halfOpen" : "open";
  };
  const mayProbe = (entry: Entry, asker: string): boolean => {
    if (stateOf(entry) === "open") return false;
    // An answer may take minutes: after `openMs` another request may try.
    if (entry.probe !== null && nowMs() - entry.probe.sinceMs < openMs) return false;
    const isAnothersTurn = options.isShared === true && entry.lastProber === asker;
    return !isAnothersTurn || nowMs() - (entry.openedAtMs ?? 0) >= 2 * openMs;
  };
  return {
    state: (key) => {
      const entry = entries.get(key);
      return entry === undefined ? "closed" : stateOf(entry);
    },
    tryAcquire(key, asker = "") {
      const entry = entries.get(key);
      if (entry === undefined || entry.openedAtMs === null)
        return createPermit(entries, { key, asker, probe: null }, options);
      if (!mayProbe(entry, asker)) return null;
      entry.probe = { sinceMs: nowMs() };
      return createPermit(entries, { key, asker, probe: entry.probe }, options);
    },
    force: (key, asker = "") => createPermit(entries, { key, asker, probe: null }, options),
    openedAtMs: (key) => entries.get(key)?.openedAtMs ?? null,
  };
}

function createPermit(
  entries: Map<string, Entry>,
  { key, asker, probe }: Asking,
  options: CircuitOptions,
): Permit {
  const era = entries.get(key)?.era ?? 0;
  let told = false;
  const once = (tell: (entry: Entry) => void, entryOf: () => Entry | undefined) => {
    if (told) return;
    told = true;
    const entry = entryOf();
    if (entry?.era !== era) return;
    if (entry.probe === probe) entry.probe = null;
    tell(entry);
  };
  const change = (entry: Entry, openedAtMs: number | null) => {
    const wasOpen = entry.openedAtMs !== null;
    turn(entry, openedAtMs);
    const isOpen = openedAtMs !== null;
    if (isOpen !== wasOpen) options.onChange?.(key, isOpen ? "open" : "closed");
  };
  return {
    succeed: () =>
      once(
        (entry) => {
          entry.evidence.clear();
          if (entry.openedAtMs !== null) change(entry, null);
        },
        () => entries.get(key),
      ),
    fail: (isCertain = false) =>
      once(
        (entry) => {
          entry.evidence.add(asker, isCertain);
          if (probe !== null) entry.lastProber = asker;
          if (entry.openedAtMs !== null || isConvinced(entry, options))
            change(entry, options.nowMs());
        },
        () => entries.get(key) ?? remembered(entries, key, options),
      ),
    release: () =>
      once(
        () => undefined,
        () => entries.get(key),
      ),
  };
}

function isConvinced({ evidence }: Entry, { isShared, failuresToOpen }: CircuitOptions): boolean {
  return isShared === true
    ? evidence.convincesAll(failuresToOpen)
    : evidence.convincesOne(failuresToOpen);
}

function turn(entry: Entry, openedAtMs: number | null): void {
  entry.openedAtMs = openedAtMs;
  entry.evidence.clear();
  entry.probe = null;
  if (openedAtMs === null) entry.lastProber = null;
  entry.era += 1;
}

/** Only endpoints that have failed are stored. */
function remembered(
  entries: Map<string, Entry>,
  key: string,
  { maxEntries = Number.POSITIVE_INFINITY }: CircuitOptions,
): Entry {
  const [oldest] = entries.keys();
  if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
  const entry: Entry = {
    evidence: new Evidence(),
    openedAtMs: null,
    probe: null,
    lastProber: null,
    era: 0,
  };
  entries.set(key, entry);
  return entry;
}

/**
 * The failures of an endpoint since its last success. A caller can cause most kinds of failures at will (requests that
 * an upstream chokes on, answers that no model gets right), so one caller's failures do not open the shared circuit:
 * it takes failures of at least two callers, and each counts for at most half of the number needed. A connection that
 * cannot be made counts alone, because no caller can cause it.
 */
export class Evidence {
  readonly #byAsker = new Map<string, number>();
  #certain = 0;

  add(asker: string, isCertain: boolean): void {
    if (isCertain) this.#certain += 1;
    else this.#byAsker.set(asker, (this.#byAsker.get(asker) ?? 0) + 1);
  }

  clear(): void {
    this.#certain = 0;
    this.#byAsker.clear();
  }

  /** For the asker's own circuit. */
  convincesOne(needed: number): boolean {
    return this.#certain + this.#sum(needed) >= needed;
  }

  convincesAll(needed: number): boolean {
    const isShared = this.#certain > 0 || this.#byAsker.size > 1;
    return isShared && this.#certain + this.#sum(Math.ceil(needed / 2)) >= needed;
  }

  #sum(mostOfOne: number): number {
    let sum = 0;
    for (const failures of this.#byAsker.values()) sum += Math.min(failures, mostOfOne);
    return sum;
  }
}
