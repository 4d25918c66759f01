/** When the circuit of an endpoint opened or closed in a process. */
export interface CircuitChangesTable {
  endpoint: string;
  at_ms: number;
  process_id: string;
  circuit: "closed" | "open";
}
