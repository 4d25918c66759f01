import { wordOf } from "../errors.ts";
import type { DoneGeneration } from "../operations/gateway.ts";
import { generationAttributes, requestAttributes } from "./span-attributes.ts";

/** Traces, exported by OTLP. Without an endpoint nothing is traced, and its libraries are not loaded. */
export interface Telemetry {
  readonly isExporting: boolean;
  /** Called when a request's operation has ended, so that its generation is included. */
  request(request: TracedRequest): void;
  close(): Promise<void>;
}

export interface TracedRequest {
  readonly record: TracedRecord;
  readonly method: string;
  readonly status: number;
  readonly endedAtMs: number;
}

interface TracedRecord {
  readonly operation: string | null;
  readonly requestId: string;
  readonly receivedAtMs: number;
  readonly generation: DoneGeneration | null;
  readonly trace: Trace | null;
}

interface Trace {
  readonly traceId: string;
  readonly parentId: string | null;
  readonly flags: string;
  readonly spans: { readonly request: string; readonly generation: string } | null;
}

export const noTelemetry: Telemetry = {
  isExporting: false,
  request() {},
  close: async () => {},
};

/**
 * One span for each request, below its caller's if that sends a `traceparent`, and for the workspaces that broadcast
 * one below it for each generation; both are named by the semantic conventions for generative AI. Spans are created when
 * the work is done, with the ids that upstreams have already received.
 */
export async function createTelemetry(
  endpoint: string | null,
  serviceName = "portico",
  onLost: (error: unknown) => void = () => {},
): Promise<Telemetry> {
  if (endpoint === null) return noTelemetry;
  const [api, { OTLPTraceExporter }, sdk, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/resources"),
  ]);
  const { SpanKind, SpanStatusCode } = api;
  const ids = new AssignedIds();
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": serviceName })),
    idGenerator: ids,
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` }),
      ),
    ],
  });
  const tracer = provider.getTracer("portico");
  const below = ({ traceId, flags }: Trace, spanId: string | null, isRemote: boolean) =>
    spanId === null
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId,
          spanId,
          isRemote,
          traceFlags: Number.parseInt(flags, 16),
        });
  return {
    isExporting: true,
    request({ record, method, status, endedAtMs }) {
      const { operation, trace, generation } = record;
      // Probes and scrapes are not traced.
      if (operation === null || trace?.spans == null) return;
      ids.assign(trace.traceId, trace.spans.request);
      const span = tracer.startSpan(
        operation,
        {
          kind: SpanKind.SERVER,
          startTime: record.receivedAtMs,
          attributes: requestAttributes({ ...record, operation, method, status }),
        },
        below(trace, trace.parentId, true),
      );
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      if (generation?.workspace.isObservabilityBroadcastEnabled === true)
        broadcast(trace, trace.spans, generation);
      span.end(endedAtMs);
    },
    // A collector that does not answer loses spans, and nothing else: the process ends in order.
    close: () => provider.shutdown().catch(onLost),
  };

  function broadcast(trace: Trace, spans: NonNullable<Trace["spans"]>, done: DoneGeneration): void {
    const { facts, startedAtMs } = done;
    ids.assign(trace.traceId, spans.generation);
    const { name, attributes } = generationAttributes(done);
    const span = tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, startTime: startedAtMs, attributes },
      below(trace, spans.request, false),
    );
    if (facts.errorKind !== null)
      span.setStatus({ code: SpanStatusCode.ERROR, message: wordOf(facts.errorKind) });
    span.end(startedAtMs + facts.latencyMs);
  }
}

/** The SDK creates an id together with the span, but upstreams have received the id before that. */
class AssignedIds {
  #traceId = "";
  #spanId = "";

  assign(traceId: string, spanId: string): void {
    this.#traceId = traceId;
    this.#spanId = spanId;
  }

  readonly generateTraceId = (): string => this.#traceId;
  readonly generateSpanId = (): string => this.#spanId;
}
