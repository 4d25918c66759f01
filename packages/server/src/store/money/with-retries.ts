import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy } from "../ports/errors.ts";

const mostRetries = 3;
const pauseMs = 20;

/** Runs a whole transaction again where the engine has ended it for the sake of another one. */
export async function withRetries<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1)
    try {
      return await transaction();
    } catch (error) {
      if (retries === mostRetries || !(error instanceof StoreBusy && error.isConflict)) throw error;
      await sleep(pauseMs * 2 ** retries * (0.5 + Math.random()));
    }
}
