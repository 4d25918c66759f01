import type { Laboratory } from "./parts/laboratory.ts";
import type { World, WorldOptions } from "./parts/world.ts";

export interface Effort {
  /** How long the load of a scenario lasts. */
  readonly seconds: number;
  /** How many callers, streams or connections, for scenarios that count those. */
  readonly crowd: number;
}

export interface Told {
  /** How many faults were brought about. */
  readonly faults: number;
  readonly note?: string;
  /** What was expected of it beyond the ledger and did not come true. */
  readonly failures?: readonly string[];
}

export interface Scenario {
  readonly name: string;
  readonly fault: string;
  /** Load alone: no fault is brought about. */
  readonly isHarmless?: boolean;
  readonly world: WorldOptions;
  /** Why it cannot be tried here; null where it can. */
  readonly obstacle?: () => string | null;
  run(world: World, effort: Effort, laboratory: Laboratory): Promise<Told>;
}
