/** Sends a share of the calls for a model or an alias to another model too, whose answers no caller gets. */
export interface ShadowRule {
  /** The name that requests ask for. */
  readonly route: string;
  /** The id of the other model. */
  readonly to: string;
  readonly percent: number;
  /** In one process. */
  readonly inFlight: number;
  readonly tokensPerMinute: number;
  readonly maxOutputTokens: number;
}

const minuteMs = 60_000;

/** How much of its rule this process uses. */
export class Shadow {
  readonly rule: ShadowRule;
  readonly #nowMs: () => number;
  #inFlight = 0;
  #minute = 0;
  #tokens = 0;

  constructor(rule: ShadowRule, nowMs: () => number = () => performance.now()) {
    this.rule = rule;
    this.#nowMs = nowMs;
  }

  draws(chance: number): boolean {
    return chance * 100 < this.rule.percent && this.#inFlight < this.rule.inFlight;
  }

  /** Takes a place and this many tokens; false where either is used up. Call `leave` at the end. */
  tryTake(tokens: number): boolean {
    const minute = Math.floor(this.#nowMs() / minuteMs);
    if (minute !== this.#minute) this.#tokens = 0;
    this.#minute = minute;
    const { inFlight, tokensPerMinute } = this.rule;
    if (this.#inFlight >= inFlight || this.#tokens + tokens > tokensPerMinute) return false;
    this.#inFlight += 1;
    this.#tokens += tokens;
    return true;
  }

  leave(): void {
    this.#inFlight -= 1;
  }
}

export type Shadows = ReadonlyMap<string, Shadow>;

const known = new WeakMap<ShadowRule, Shadow>();

/** Null where there are none. A rule that another gateway of the same configuration has too keeps its count. */
export function shadowsOf(rules: readonly ShadowRule[] | undefined): Shadows | null {
  if (rules === undefined) return null;
  return new Map(
    rules.map((rule) => {
      const shadow = known.get(rule) ?? new Shadow(rule);
      known.set(rule, shadow);
      return [rule.route, shadow];
    }),
  );
}
