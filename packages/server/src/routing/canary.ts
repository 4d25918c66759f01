import { failsTooOften } from "@portico/core/rules/canaries";
import type { CanaryRule, Candidate, Model } from "./catalog.ts";
import type { Chance } from "./ranking.ts";

export interface RollBack {
  readonly reason: "failures" | "latency";
  readonly atMs: number;
  readonly requests: number;
  readonly failures: number;
  /** Answers that took too long. */
  readonly slow: number;
}

interface Ended {
  readonly atMs: number;
  readonly tookMs: number;
  failed: boolean;
}

/** Of each model, the newest. */
const mostEnded = 500;
/** A median of fewer says little. */
const fewestUsual = 10;
/** Less than that is noise, however quick the usual model is. */
const leastSlowerMs = 100;

/** What this process has seen of one rule of one version of the configuration. It may learn of a roll-back from another one. */
export class Canary {
  readonly rule: CanaryRule;
  rolledBack: RollBack | null = null;
  readonly #nowMs: () => number;
  readonly #onRollBack: (canary: Canary) => void;
  readonly #ended: Ended[] = [];
  readonly #usual: Ended[] = [];
  /** When the answers were asked for that have not begun. */
  readonly #waiting = new Set<{ readonly sinceMs: number }>();

  constructor(
    rule: CanaryRule,
    { nowMs, onRollBack }: { nowMs: () => number; onRollBack: (canary: Canary) => void },
  ) {
    this.rule = rule;
    this.#nowMs = nowMs;
    this.#onRollBack = onRollBack;
  }

  /** The same for each request of a session; a higher percentage keeps the sessions that a lower one had. */
  draws(chance: Chance, keyId: number | null): boolean {
    if (this.rolledBack !== null) return false;
    const { keys, percent, route } = this.rule;
    return (keyId !== null && keys.has(keyId)) || chance(`canary ${route}`) * 100 < percent;
  }

  /** A request for the route is asked of its candidates; call the result with its end. */
  begin(model: Model | null): (served: Candidate | null, wasLeft: boolean) => Ended | null {
    const one = { sinceMs: this.#nowMs() };
    if (model !== null) {
      this.#waiting.add(one);
      this.judge();
    }
    return (served, wasLeft) => {
      this.#waiting.delete(one);
      const atMs = this.#nowMs();
      const ended = { atMs, tookMs: atMs - one.sinceMs, failed: false };
      const isUnknown = served === null ? !wasLeft || model === null : served.byok;
      if (isUnknown) return null;
      // Where both have failed, the request or all upstreams are to blame.
      if (model !== null && served !== null) ended.failed = served.model !== model;
      keep(model === null ? this.#usual : this.#ended, ended);
      if (model !== null) this.judge();
      return ended;
    };
  }

  /** Takes it back where it does worse than it may: also before enough requests, once no further ones could change that. */
  judge(): void {
    if (this.rolledBack !== null) return;
    const { rollBack } = this.rule;
    this.#forget();
    const failures = this.#ended.filter(({ failed }) => failed).length;
    const slow = this.#slow();
    const requests = this.#ended.length;
    const tooMany = failsTooOften({ requests, failures }, rollBack);
    if (!tooMany && slow <= Math.max(requests, rollBack.requests) / 2) return;
    const seen = { requests, failures, slow, atMs: Date.now() };
    this.rolledBack = { reason: tooMany ? "failures" : "latency", ...seen };
    this.#onRollBack(this);
  }

  /** Answers that are awaited for too long count before they end. */
  #slow(): number {
    const { slower } = this.rule.rollBack;
    if (slower === null || this.#usual.length < fewestUsual) return 0;
    const times = this.#usual.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    const mostMs = Math.max(median * slower, median + leastSlowerMs);
    const nowMs = this.#nowMs();
    const waiting = [...this.#waiting].filter(({ sinceMs }) => nowMs - sinceMs > mostMs);
    return waiting.length + this.#ended.filter(({ tookMs }) => tookMs > mostMs).length;
  }

  #forget(): void {
    const fromMs = this.#nowMs() - this.rule.rollBack.windowMs;
    for (const list of [this.#ended, this.#usual])
      while ((list[0]?.atMs ?? fromMs) < fromMs) list.shift();
  }
}

function keep(list: Ended[], ended: Ended): void {
  list.push(ended);
  if (list.length > mostEnded) list.shift();
}

/** One request for a route with a canary. */
export class CanaryCall {
  /** The model that it is sent to in place of the usual one; null: it goes where requests go without a canary. */
  readonly model: Model | null;
  readonly #canary: Canary;
  #ended: Ended | null = null;

  constructor(canary: Canary, model: Model | null) {
    this.#canary = canary;
    this.model = model;
  }

  begin(): (served: Candidate | null, wasLeft: boolean) => void {
    const end = this.#canary.begin(this.model);
    return (served, wasLeft) => {
      this.#ended = end(served, wasLeft);
    };
  }

  isCanary(candidate: Candidate): boolean {
    return candidate.model === this.model;
  }

  /** The answer had begun, and its upstream has failed. */
  broke(): void {
    if (this.model === null || this.#ended === null) return;
    this.#ended.failed = true;
    this.#canary.judge();
  }
}

export type Canaries = ReadonlyMap<string, Canary>;

/** Those of a configuration. Another version begins again; the same one with other listed models goes on. */
export class CanaryRuns {
  readonly #parts: ConstructorParameters<typeof Canary>[1];
  #version: number | null = null;
  #canaries = new Map<string, Canary>();

  constructor(parts: ConstructorParameters<typeof Canary>[1]) {
    this.#parts = parts;
  }

  of(rules: readonly CanaryRule[] | undefined, version: number): Canaries | null {
    const known = version === this.#version ? this.#canaries : new Map<string, Canary>();
    this.#version = version;
    this.#canaries = new Map(
      (rules ?? []).map((rule) => {
        const same = known.get(rule.route);
        return [rule.route, same?.rule === rule ? same : new Canary(rule, this.#parts)];
      }),
    );
    return this.#canaries.size === 0 ? null : this.#canaries;
  }
}
