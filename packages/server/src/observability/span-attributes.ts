import { wordOf } from "../errors.ts";
import type { DoneGeneration } from "../operations/gateway.ts";

/** https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
const operationNames = {
  embeddings: "embeddings",
  rerank: "rerank",
  responses: "chat",
  chat: "chat",
  messages: "chat",
} as const;

export interface SpannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly requestId: string;
  readonly generation: DoneGeneration | null;
}

/** For every request. Usage is counted for every workspace; the content is never included. */
export function requestAttributes(request: SpannedRequest) {
  const { operation, method, status, requestId, generation } = request;
  return {
    "http.request.method": method,
    "http.response.status_code": status,
    "portico.operation": operation,
    "portico.request_id": requestId,
    ...(generation === null ? {} : generatedBy(generation)),
  };
}

/** For the workspaces that broadcast. */
export function generationAttributes(done: DoneGeneration) {
  const { facts, requestId, workspace } = done;
  return {
    name: `${operationNames[facts.operation]} ${facts.model}`,
    attributes: {
      ...generatedBy(done),
      "portico.workspace_id": workspace.id,
      "portico.request_id": requestId,
    },
  };
}

function generatedBy({ facts, generationId, costNanousd }: DoneGeneration) {
  return {
    "gen_ai.operation.name": operationNames[facts.operation],
    "gen_ai.provider.name": facts.provider ?? "none",
    "gen_ai.request.model": facts.model,
    "gen_ai.response.id": generationId,
    "gen_ai.usage.input_tokens": facts.inputTokens,
    "gen_ai.usage.output_tokens": facts.outputTokens,
    ...(facts.upstreamModel === null ? {} : { "gen_ai.response.model": facts.upstreamModel }),
    ...(facts.finishReason === null
      ? {}
      : { "gen_ai.response.finish_reasons": [facts.finishReason] }),
    ...(facts.errorKind === null ? {} : { "error.type": wordOf(facts.errorKind) }),
    ...(facts.firstTokenMs === null ? {} : { "portico.first_token_ms": facts.firstTokenMs }),
    "portico.attempts": facts.attempts.length,
    "portico.cost_usd": costNanousd / 1e9,
    "portico.streamed": facts.streamed,
    "portico.byok": facts.byok,
  };
}
