import { randomBytes } from "node:crypto";

/** A request's place in a trace, as https://www.w3.org/TR/trace-context/ has it: ids in hexadecimal digits. */
export interface TraceContext {
  readonly traceId: string;
  /** The caller's span; null where the trace begins here. */
  readonly parentId: string | null;
  /** `01`: the caller records the trace; `00`: it does not, and so we do not. */
  readonly flags: string;
  /** Ours; null where no spans are exported, and the caller's place is passed on as it is. */
  readonly spans: { readonly request: string; readonly generation: string } | null;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null where there is nothing to export or pass on, so that most requests cost nothing. */
export function readTraceContext(
  traceparent: string | string[] | undefined,
  isExported: boolean,
): TraceContext | null {
  const given = typeof traceparent === "string" ? parse(traceparent) : null;
  if (!isExported) return given;
  return {
    traceId: given?.traceId ?? randomBytes(16).toString("hex"),
    parentId: given?.parentId ?? null,
    flags: given?.flags ?? "01",
    spans: { request: newSpanId(), generation: newSpanId() },
  };
}

function newSpanId(): string {
  return randomBytes(8).toString("hex");
}

/** A header that cannot be parsed is ignored, as the specification asks. */
function parse(traceparent: string): TraceContext | null {
  const [, version, traceId = "", parentId = "", flags = "00", more] = form.exec(traceparent) ?? [];
  const isKnown =
    version !== undefined && version !== "ff" && (version !== "00" || more === undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  // Only this flag is passed on.
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, parentId, flags: isSampled ? "01" : "00", spans: null };
}

/** The `traceparent` for an upstream: below the generation's span where that is exported, else the request's. */
export function traceparentFor(
  { traceId, parentId, flags, spans }: TraceContext,
  hasGenerationSpan: boolean,
): string {
  const caller = hasGenerationSpan ? spans?.generation : spans?.request;
  return `00-${traceId}-${caller ?? parentId}-${flags}`;
}
