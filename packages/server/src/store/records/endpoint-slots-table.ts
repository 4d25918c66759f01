/** A row for each process, endpoint and stretch of time: a process writes only its own rows. */
export interface EndpointSlotsTable {
  endpoint: string;
  slot: number;
  process_id: string;
  answered: number;
  failed: number;
  /** See histogram.ts. */
  latency: string;
  throughput: string;
}
