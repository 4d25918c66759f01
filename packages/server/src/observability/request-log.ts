import type { OperationId } from "@portico/contract";
import { wordOf } from "../errors.ts";
import type { DoneGeneration, Observer } from "../operations/gateway.ts";
import { type Log, reasonOf } from "./log.ts";

const nanousdPerUsd = 1e9;

export interface LoggedRecord {
  readonly requestId: string;
  readonly operation: OperationId | null;
  readonly caller: { readonly keyId: number | null; readonly workspaceId: string } | null;
  readonly failure: { readonly kind: string; readonly error: unknown } | null;
  readonly trace: { readonly traceId: string } | null;
  readonly generation: LoggedGeneration | null;
}

type LoggedGeneration = Pick<
  DoneGeneration,
  "generationId" | "facts" | "costNanousd" | "unbilledNanousd"
>;

interface LoggedRequest {
  readonly record: LoggedRecord;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** One line for each request: ids, numbers and names that the gateway knows. Paths are left out: callers write them. */
export function logRequest(log: Log, { record, method, status, durationMs }: LoggedRequest): void {
  const { failure, caller, trace, generation } = record;
  const line = {
    request_id: record.requestId,
    ...(trace === null ? {} : { trace_id: trace.traceId }),
    operation: record.operation,
    method,
    status,
    duration_ms: durationMs,
    key_id: caller?.keyId ?? null,
    workspace_id: caller?.workspaceId ?? null,
    ...(generation === null ? {} : aboutGeneration(generation)),
    ...(failure === null ? {} : { failure: wordOf(failure.kind) }),
  };
  // Probes and scrapes come every few seconds.
  if (record.operation === null && status < 400) log.debug(line, "request");
  else if (status < 500 || failure === null) log.info(line, "request");
  // A provider or the store is down: the reason is enough, a stack would say nothing.
  else if (failure.kind !== "internal")
    log.warn({ ...line, reason: reasonOf(failure.error) }, "request failed");
  // A defect: the error and its stack are needed to find it.
  else log.error({ ...line, error: failure.error }, "request failed");
}

/** The generation's provider, attempts, usage and cost. Models and providers have their names of `portico.yaml`. */
function aboutGeneration({ generationId, facts, costNanousd, unbilledNanousd }: LoggedGeneration) {
  return {
    generation_id: generationId,
    model: facts.model,
    provider: facts.provider,
    attempts: facts.attempts.length,
    input_tokens: facts.inputTokens,
    output_tokens: facts.outputTokens,
    cost_usd: (costNanousd - unbilledNanousd) / nanousdPerUsd,
    first_token_ms: facts.firstTokenMs,
  };
}

/** A log line for each request that cost more than its hold: its bound was too low, or its upstream reports too much. */
export function logUnbilled(log: Log): Observer {
  return {
    generation({ generationId, requestId, facts, costNanousd, unbilledNanousd }) {
      if (unbilledNanousd <= 0) return;
      log.warn(
        {
          generation_id: generationId,
          request_id: requestId,
          model: facts.model,
          provider: facts.provider,
          input_tokens: facts.inputTokens,
          output_tokens: facts.outputTokens,
          cost_usd: costNanousd / nanousdPerUsd,
          unbilled_usd: unbilledNanousd / nanousdPerUsd,
        },
        "a request cost more than was held for it, and the key was not charged for the rest",
      );
    },
  };
}
