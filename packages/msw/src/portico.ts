import { worldIn } from "@portico/mock/gateway/scenario";
import {
  entriesOf,
  type JournalEntry,
  type Like,
  playScript,
  type Rule,
  readScript,
  type Script,
  travel as travelIn,
} from "@portico/mock/gateway/script";
import type { ScenarioName } from "@portico/mock/scenarios";
import { keepJournal, sharedJournal } from "./journal.ts";
import { sharedSession } from "./session.ts";

/** Everything under one name: `portico.createResponse.reply("429")`. Bundlers take what is used of it. */
export * from "./generated/operations.ts";

/**
 * Forgets what was created, changed and spent: the state is again as the contract's examples show it.
 * @example afterEach(() => portico.reset());
 */
export function reset(): void {
  sharedSession.reset();
  sharedJournal.clear();
}

/**
 * Brings the handlers into the state of a scenario, which any key meets, until `portico.reset()`. It needs the handlers of
 * the operations that bring the state about: `porticoHandlers()` has all.
 * @example
 * await portico.scenario("out-of-credit");
 * // From now on a call of a model is refused with 402.
 */
export async function scenario(name: ScenarioName): Promise<void> {
  const world = await worldIn(name, sharedSession.stage);
  sharedSession.load(world.toJSON());
}

/**
 * Lets rules decide what calls of models meet, until `portico.reset()`: words, calls of tools, thoughts and failures, in sequence.
 * @example
 * portico.script([
 *   { when: { turn: 1 }, reply: [{ fault: "overload", times: 2 }, { calls: [{ name: "weather", arguments: { city: "Oslo" } }] }] },
 *   { when: { called: "weather" }, reply: { text: "It is sunny." } },
 * ]);
 */
export function script(rules: Script | readonly Rule[]): void {
  const { world } = sharedSession.gateway;
  world.data.script = readScript(Array.isArray(rules) ? { rules } : rules);
  world.touch();
  sharedSession.offer({ direct: playScript });
  keepJournal();
}

/**
 * What came in, in order, since `porticoHandlers()`, `portico.script()` or `portico.reset()`: all of it, or what is like this.
 * @example expect(portico.journal({ turn: 2, result: "sunny" })).toHaveLength(1);
 */
export function journal(like: Like = {}): readonly JournalEntry[] {
  return entriesOf(sharedJournal, like);
}

/**
 * Moves the handlers to another time, from where it goes on: past a key's `expires_at`, or to the `"next month"`, in which limits
 * begin again. `null` goes back to the clock, as does `portico.reset()`.
 * @example portico.travel("next month");
 */
export function travel(to: "next day" | "next week" | "next month" | (string & {}) | null): string {
  return travelIn(sharedSession.gateway.world, to);
}
