/** Refused requests, counted by key, hour, reason and model, each with the last of them as a sample. */
export interface RefusalsTable {
  organisation_id: string;
  workspace_id: string;
  key_id: number;
  /** Hours since 1970, as in activity_hours. */
  hour: number;
  /** A word of the contract's `ErrorKind`. */
  reason: string;
  /** Empty: none is named. */
  model: string;
  status: number;
  requests: number;
  last_at_ms: number;
  operation: string;
  request_id: string;
  message: string;
}
