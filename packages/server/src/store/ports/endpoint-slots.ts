import type { EndpointSlot } from "../../model-call/endpoint-slot.ts";

/** What processes have measured of endpoints. It is not money: the last seconds of a killed process may be missing. */
export interface EndpointSlotStore {
  /** Replaces what this process has stored of these slots. */
  write(processId: string, slots: readonly EndpointSlot[]): Promise<void>;
  /** The slots of every process from this one on, of these endpoints or of all. */
  since(slot: number, endpoints?: readonly string[]): Promise<readonly EndpointSlot[]>;
  prune(beforeSlot: number): Promise<number>;
}
