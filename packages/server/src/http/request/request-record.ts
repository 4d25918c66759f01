import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { OperationId } from "@portico/contract";
import type { Caller } from "../../caller.ts";
import type { FailureKind } from "../../errors.ts";
import type { DoneGeneration } from "../../operations/gateway.ts";
import type { Context } from "../../operations/operation.ts";
import { readTraceContext, type TraceContext } from "./trace-context.ts";

/** The facts of a request while it is served; its log line and its metrics are made from them. */
export interface RequestRecord {
  /** The caller's own, where there is one. */
  readonly requestId: string;
  /** Ours alone; the generation has it in its id. */
  readonly uniqueName: string;
  readonly receivedAtMs: number;
  readonly course: Context["course"];
  /** The headers of every reply to it, passed on as one object, because one by one costs twice as much. */
  headers: Readonly<Record<string, string>>;
  /** The request's place in its caller's trace and in ours; null where neither is traced. */
  readonly trace: TraceContext | null;
  /** The booked amounts, once there are any. */
  generation: DoneGeneration | null;
  /** While an operation works on it, also after its caller has left; then it calls `whenServed`. */
  isServed: boolean;
  whenServed: (() => void) | null;
  operation: OperationId | null;
  caller: Caller | null;
  failure: { readonly kind: FailureKind | "callerGone"; readonly error: unknown } | null;
}

/** Stored on the request itself: entries of a WeakMap cost the garbage collector extra work per request. */
const recordKey = Symbol("record");
interface Recorded extends IncomingMessage {
  [recordKey]?: RequestRecord;
}

/** An id that is safe in a log, a header and a shell. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._:@/+=-]{0,127}$/;

export interface Opening {
  /** The process is about to end. */
  readonly isLast: boolean;
  /** Spans are exported. */
  readonly isTraced: boolean;
}

export function openRecord(
  request: Recorded,
  { isLast, isTraced }: Opening = { isLast: false, isTraced: false },
): RequestRecord {
  const given = request.headers["x-request-id"];
  const receivedAtMs = Date.now();
  const uniqueName = newUniqueName(receivedAtMs);
  const requestId = typeof given === "string" && sane.test(given) ? given : `req-${uniqueName}`;
  const record: RequestRecord = {
    requestId,
    uniqueName,
    receivedAtMs,
    course: { arrivedAtMs: performance.now(), upstreamMs: 0 },
    headers: headersFor(requestId, isLast),
    trace: readTraceContext(request.headers["traceparent"], isTraced),
    generation: null,
    isServed: false,
    whenServed: null,
    operation: null,
    caller: null,
    failure: null,
  };
  request[recordKey] = record;
  return record;
}

function headersFor(requestId: string, isLast: boolean): RequestRecord["headers"] {
  const headers = { "x-request-id": requestId, "x-content-type-options": "nosniff" };
  // A process that is about to end closes its connections, so that callers open the next one elsewhere.
  return isLast ? { ...headers, connection: "close" } : headers;
}

export function recordOf(request: Recorded): RequestRecord {
  return request[recordKey] ?? openRecord(request);
}

/** The ids of a request, of which the second is its generation's. */
export function idsOf({ requestId, uniqueName }: RequestRecord) {
  return { requestId, generationId: `gen-${uniqueName}` };
}

const timeDigits = 12;
/** Many requests come in one millisecond. */
let knownMs = -1;
let knownPrefix = "";

/**
 * A UUID of version 7: it begins with the time, so that rows which are written together lie together in the indexes.
 * Each wholly random one would cause the write and flush of a page of its own.
 */
export function newUniqueName(nowMs: number): string {
  if (nowMs !== knownMs) {
    const time = nowMs.toString(16).padStart(timeDigits, "0");
    knownPrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    knownMs = nowMs;
  }
  // The variant and 74 random bits come from a random UUID (version 4).
  return knownPrefix + randomUUID().slice(15);
}
