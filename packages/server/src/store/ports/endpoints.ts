import type { CircuitChange, EndpointSlot } from "../../model-call/endpoint-facts.ts";

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

/** What processes have measured of endpoints. It is not money: the last seconds of a killed process may be missing. */
export interface EndpointSlotStore {
  /** Replaces what this process has stored of these slots. */
  write(processId: string, slots: readonly EndpointSlot[]): Promise<void>;
  /** The slots of every process from this one on, of these endpoints or of all. */
  since(slot: number, endpoints?: readonly string[]): Promise<readonly EndpointSlot[]>;
  prune(beforeSlot: number): Promise<number>;
}
