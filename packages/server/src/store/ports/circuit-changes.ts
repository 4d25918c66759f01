import type { CircuitChange } from "../../model-call/circuit-change.ts";

/** How circuits changed in all processes. It is not money: the last seconds of a killed process may be missing. */
export interface CircuitChangeStore {
  write(processId: string, changes: readonly CircuitChange[]): Promise<void>;
  /** Of these endpoints, newest first. */
  list(
    endpoints: readonly string[],
    limit: number,
  ): Promise<readonly (CircuitChange & { readonly processId: string })[]>;
  prune(beforeMs: number): Promise<number>;
}
