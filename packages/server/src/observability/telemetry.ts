import type { DoneGeneration } from "../operations/gateway.ts";

/** Traces, exported by OTLP; without an endpoint there is none of this and its libraries are not loaded. */
export interface Telemetry {
  request(request: TracedRequest): void;
  generation(done: DoneGeneration): void;
  close(): Promise<void>;
}

export interface TracedRequest {
  readonly operation: string | null;
  readonly method: string;
  readonly status: number;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export const noTelemetry: Telemetry = {
  request() {},
  generation() {},
  close: async () => {},
};

/**
 * One span for each request, and for the workspaces that broadcast one for each generation, named by the
 * semantic conventions for generative AI. Spans are made when the work is done: nothing is carried along on the way.
 */
export async function createTelemetry(endpoint: string | null): Promise<Telemetry> {
  if (endpoint === null) return noTelemetry;
  const [{ SpanKind, SpanStatusCode }, { OTLPTraceExporter }, sdk] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace-base"),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("portico");

  return {
    request({ operation, method, status, requestId, startedAtMs, endedAtMs }) {
      // Probes and scrapes are nobody's request.
      if (operation === null) return;
      const span = tracer.startSpan(operation, {
        kind: SpanKind.SERVER,
        startTime: startedAtMs,
        attributes: {
          "http.request.method": method,
          "http.response.status_code": status,
          "portico.operation": operation,
          "portico.request_id": requestId,
        },
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAtMs);
    },
    generation(done) {
      if (!done.workspace.isObservabilityBroadcastEnabled) return;
      const { facts } = done;
      const span = tracer.startSpan(`${operationNames[facts.operation]} ${facts.model}`, {
        kind: SpanKind.CLIENT,
        startTime: done.startedAtMs,
        attributes: attributesOf(done),
      });
      if (facts.errorKind !== null)
        span.setStatus({ code: SpanStatusCode.ERROR, message: facts.errorKind });
      span.end(done.startedAtMs + facts.latencyMs);
    },
    close: () => provider.shutdown(),
  };
}

const operationNames = { embeddings: "embeddings", responses: "chat" } as const;

function attributesOf({ facts, generationId, requestId, workspace, costNanousd }: DoneGeneration) {
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
    ...(facts.errorKind === null ? {} : { "error.type": facts.errorKind }),
    "portico.workspace_id": workspace.id,
    "portico.request_id": requestId,
    "portico.attempts": facts.attempts.length,
    "portico.cost_usd": costNanousd / 1e9,
    "portico.streamed": facts.streamed,
    "portico.byok": facts.byok,
  };
}
