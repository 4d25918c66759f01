import { totalmem } from "node:os";
import { getHeapStatistics, type HeapInfo } from "node:v8";
import { collectGarbage } from "../garbage.ts";
import type { InFlight } from "./in-flight.ts";

export interface HeapFacts {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

export interface HeapPressureOptions {
  readonly read?: () => HeapFacts;
  readonly collect?: () => void;
  readonly nowMs?: () => number;
}

/** Share of the limit. Above it V8 spends its time on collections, and then ends the process. */
const shortAt = 0.85;
const lookEveryMs = 250;
/** A full heap may be full of garbage: it is collected before requests are refused, but only this often. */
const collectEveryMs = 10_000;

/**
 * Says whether memory is nearly full: the heap, or with it the buffers of callers that do not read. Garbage alone never causes a refusal: a heap that looks full is collected and
 * read again.
 */
export function createHeapPressure({
  read = readMemory,
  collect = collectGarbage,
  nowMs = () => performance.now(),
}: HeapPressureOptions = {}): () => boolean {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let collectedAtMs = Number.NEGATIVE_INFINITY;
  let isShort = false;
  const looksShort = () => {
    const { usedBytes, limitBytes } = read();
    return usedBytes > limitBytes * shortAt;
  };
  return () => {
    const now = nowMs();
    if (now - lookedAtMs < lookEveryMs) return isShort;
    lookedAtMs = now;
    isShort = looksShort();
    if (isShort && now - collectedAtMs >= collectEveryMs) {
      collectedAtMs = now;
      collect();
      isShort = looksShort();
    }
    return isShort;
  };
}

/** The fuller of two: V8's heap, and the memory of the machine or container, with the buffers outside of the heap. */
export function readMemory(
  heapStatistics: Pick<
    HeapInfo,
    "used_heap_size" | "heap_size_limit" | "external_memory"
  > = getHeapStatistics(),
  memoryBytes = containerLimit(),
): HeapFacts {
  const { used_heap_size: heapBytes, heap_size_limit, external_memory } = heapStatistics;
  const heap = { usedBytes: heapBytes, limitBytes: heap_size_limit };
  const all = { usedBytes: heapBytes + external_memory, limitBytes: memoryOf(memoryBytes) };
  return fullness(all) > fullness(heap) ? all : heap;
}

/** It may change while a container runs. To read it takes longer than all else that a lone request waits for here: 70 µs. */
const limitEveryMs = 10_000;
const limit = { bytes: 0, readAtMs: Number.NEGATIVE_INFINITY };

function containerLimit(): number {
  const now = performance.now();
  if (now - limit.readAtMs >= limitEveryMs) {
    limit.bytes = process.constrainedMemory();
    limit.readAtMs = now;
  }
  return limit.bytes;
}

/** Of the machine, which has the same as long as it runs. */
const machineBytes = totalmem();

/** Without a container's limit Node gives 0 or more than the machine has. */
function memoryOf(constrainedBytes: number): number {
  return constrainedBytes > 0 ? Math.min(constrainedBytes, machineBytes) : machineBytes;
}

function fullness({ usedBytes, limitBytes }: HeapFacts): number {
  return usedBytes / limitBytes;
}

export interface GiveMemoryBackOptions {
  readonly everyMs?: number;
  readonly collect?: () => void;
}

/** Bytes of large bodies, below which a collection is not worth its time. */
const worthCollectingBytes = 64 * 1024 * 1024;

/**
 * Large bodies leave hundreds of megabytes of garbage, and V8 does not collect it before about as much again has been
 * allocated: an idle process would keep it. This collects a moment after the last of many large bodies. Returns a
 * function that stops it.
 */
export function giveMemoryBack(
  inFlight: Pick<InFlight, "bodyBytes" | "bodyBytesEver">,
  { everyMs = 1000, collect = collectGarbage }: GiveMemoryBackOptions = {},
): () => void {
  let collectedAtBytes = 0;
  let isQuiet = false;
  const look = () => {
    const wasQuiet = isQuiet;
    isQuiet = inFlight.bodyBytes === 0;
    if (!(wasQuiet && isQuiet)) return;
    if (inFlight.bodyBytesEver - collectedAtBytes < worthCollectingBytes) return;
    collectedAtBytes = inFlight.bodyBytesEver;
    collect();
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
