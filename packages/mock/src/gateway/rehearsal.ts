import type { Random } from "./random.ts";

/**
 * Faults that a front end must handle, with the status that each answers. Per request with `Prefer: fault=NAME`, per run
 * with `--fault`.
 */
export const faults = {
  "rate-limit": 429,
  "no-credits": 402,
  overload: 529,
  unavailable: 503,
  error: 500,
  refuse: null,
  cut: null,
  stall: null,
  malformed: null,
  fail: null,
  incomplete: null,
} as const satisfies Record<string, number | null>;

export type FaultName = keyof typeof faults;

/** What each does, for `--help`: not in `faults`, because pages load those. */
export const faultMeanings: Readonly<Record<FaultName, string>> = {
  "rate-limit": "answers 429 with Retry-After",
  "no-credits": "answers 402: the key's credits are used up",
  overload: "answers 529 with Retry-After: the provider is overloaded",
  unavailable: "answers 503 with Retry-After",
  error: "answers 500: an unexpected server error",
  refuse: "closes the connection without an answer",
  cut: "closes the connection half-way through the answer",
  stall: "stops half-way through the answer and leaves the connection open",
  malformed: "puts a line that is no JSON into the stream; the rest is right",
  fail: "ends the stream with the failure events",
  incomplete: "ends the answer as when its tokens ran out",
};

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

/** For a whole run, from the command line. */
export interface Rehearsal {
  readonly seed: number;
  /** Before each answer. */
  readonly latencyMs: number;
  /** Added to the latency, up to this much. */
  readonly jitterMs: number;
  /** Between two events of a stream. */
  readonly paceMs: number;
  /** The share of the requests that get each fault, 0 to 1. */
  readonly shares: ReadonlyMap<FaultName, number>;
}

export const calm: Rehearsal = {
  seed: 1,
  latencyMs: 0,
  jitterMs: 0,
  paceMs: 20,
  shares: new Map(),
};

/** For one request, from its `Prefer` header. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly fault?: FaultName;
  readonly latencyMs?: number;
  readonly paceMs?: number;
}

/** Reads `Prefer: code=529, latency=300` (RFC 7240). Throws an error that names an unknown part. */
export function readPreference(header: string | undefined): Preference {
  const preference: { -readonly [Name in keyof Preference]: Preference[Name] } = {};
  for (const token of (header ?? "").split(/[,;\s]+/).filter(Boolean)) {
    const [name = "", value = ""] = token.split("=");
    const read = readers[name.toLowerCase()];
    if (!read)
      throw new Error(
        `Prefer: "${name}" is not known here. Known are ${Object.keys(readers).join(", ")}.`,
      );
    Object.assign(preference, read(value.replace(/^"|"$/g, "")));
  }
  return preference;
}

const readers: Readonly<Record<string, (value: string) => Preference>> = {
  code: (value) => ({ code: wholeNumber("code", value, 200, 599) }),
  example: (value) => ({ example: value }),
  dynamic: (value) => ({ dynamic: value !== "false" }),
  fault: (value) => ({ fault: faultName(value) }),
  latency: (value) => ({ latencyMs: wholeNumber("latency", value, 0, 600_000) }),
  pace: (value) => ({ paceMs: wholeNumber("pace", value, 0, 60_000) }),
};

export function faultName(value: string): FaultName {
  if (isFaultName(value)) return value;
  throw new Error(`There is no fault "${value}". Known are ${Object.keys(faults).join(", ")}.`);
}

export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (value !== "" && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
}

export interface Plan extends Ending {
  readonly delayMs: number;
}

/** How a reply goes out, once it is decided. */
export interface Ending {
  readonly paceMs: number;
  readonly fault: FaultName | null;
}

/** The plan for this request: its own preference, else the run's shares and seed decide. */
export function planFor(preference: Preference, rehearsal: Rehearsal, random: Random): Plan {
  // Always draws both numbers, so that a request with preferences of its own does not change the others.
  const jitterMs = random() * rehearsal.jitterMs;
  const drawn = drawFault(rehearsal, random());
  const asked = preference.code ?? preference.example ?? preference.fault;
  return {
    delayMs: preference.latencyMs ?? rehearsal.latencyMs + jitterMs,
    paceMs: preference.paceMs ?? rehearsal.paceMs,
    fault: preference.fault ?? (asked === undefined ? drawn : null),
  };
}

function drawFault(rehearsal: Rehearsal, draw: number): FaultName | null {
  let edge = 0;
  for (const [name, share] of rehearsal.shares) {
    edge += share;
    if (draw < edge) return name;
  }
  return null;
}

/** Waits so long; rejects with the signal's reason once the caller has gone. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", gone);
      resolve();
    }, milliseconds);
    if (signal?.aborted) gone();
    signal?.addEventListener("abort", gone, { once: true });
  });
}
