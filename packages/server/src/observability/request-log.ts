import type { OperationId } from "@portico/contract";
import type { Log } from "./log.ts";

export interface LoggedRecord {
  readonly requestId: string;
  readonly operation: OperationId | null;
  readonly caller: { readonly keyId: number; readonly workspaceId: string } | null;
  readonly failure: { readonly kind: string; readonly error: unknown } | null;
}

export interface EndedRequest {
  readonly record: LoggedRecord;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** One line for each request: ids, numbers and names of ours. Paths are left out, because callers write those. */
export function logRequest(log: Log, { record, method, status, durationMs }: EndedRequest): void {
  const { failure, caller } = record;
  const line = {
    request_id: record.requestId,
    operation: record.operation,
    method,
    status,
    duration_ms: durationMs,
    key_id: caller?.keyId ?? null,
    workspace_id: caller?.workspaceId ?? null,
    ...(failure === null ? {} : { failure: failure.kind }),
  };
  // Probes and scrapes come every few seconds.
  if (record.operation === null && status < 400) log.debug(line, "request");
  else if (status < 500 || failure === null) log.info(line, "request");
  // Nobody can look into it without knowing what was thrown; a caller's own mistakes need no stack.
  else log.error({ ...line, error: failure.error }, "request failed");
}
