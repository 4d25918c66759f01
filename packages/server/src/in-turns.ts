import { setImmediate as othersTurn } from "node:timers/promises";

/** Work that stops wherever it is others' turn: a generator, or what does as one. */
export type Steps<Result> = Pick<Generator<undefined, Result, undefined>, "next">;

/** Does it. Most work never stops, and then nobody has to wait for it. */
export function inTurns<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const first = steps.next();
  return first.done === true ? first.value : goOn(steps);
}

async function goOn<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await othersTurn();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
