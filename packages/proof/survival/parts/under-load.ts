import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";
import type { Load } from "./driver.ts";
import type { Laboratory } from "./laboratory.ts";
import type { World } from "./world.ts";

/** Callers ask while something happens to the gateways; gives what the happening gives, when all have their replies. */
export async function underLoad<Result>(
  { driver }: World,
  load: Partial<Load>,
  happen: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const loading = driver.run(load, over.signal);
  try {
    return await happen();
  } finally {
    over.abort();
    await loading;
  }
}

/** Does something again and again, at random instants, for so long. Gives how often. */
export async function again(
  seconds: number,
  pauseMs: readonly [least: number, most: number],
  happen: (round: number) => unknown,
): Promise<number> {
  const untilMs = performance.now() + seconds * 1000;
  let round = 0;
  while (performance.now() < untilMs) {
    await sleep(randomBetween(...pauseMs));
    await happen(round);
    round += 1;
  }
  return round;
}

/** A scenario that does one harm again and again under load: each time is a fault. */
export function repeatedly(
  pauseMs: readonly [least: number, most: number],
  harm: (world: World, round: number, laboratory: Laboratory) => Promise<unknown>,
): Scenario["run"] {
  return async (world, { seconds }, laboratory) => ({
    faults: await underLoad(world, {}, () =>
      again(seconds, pauseMs, (round) => harm(world, round, laboratory)),
    ),
  });
}

export function randomBetween(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
