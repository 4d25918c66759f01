import { ConnectionCut } from "./failure.ts";
import { type Ending, type FaultName, wait } from "./rehearsal.ts";

/** The frames of a stream. */
export function framesOfText(text: string): string[] {
  return text
    .split(/\n\n+/)
    .filter(Boolean)
    .map((frame) => `${frame}\n\n`);
}

/** What a frame carries; null for one that is no JSON. */
export function dataOf(frame: string | undefined): unknown {
  const [, data = "null"] = frame?.match(/^data: (\{.*\})$/m) ?? [];
  return JSON.parse(data);
}

/**
 * The frames one by one at the plan's pace, with the plan's fault in their middle. A slow reader slows the stream, as
 * in production: a frame is made when it is asked for.
 */
export function streamOf(
  frames: readonly string[],
  { paceMs, fault }: Ending,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const gone = AbortSignal.any([signal, left.signal]);
  const half = Math.ceil(frames.length / 2);
  let index = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const frame = frames[index];
        if (frame === undefined) return controller.close();
        const broken = index === half ? await meet(fault, gone) : "";
        if (index > 0 && paceMs > 0) await wait(paceMs, gone);
        index += 1;
        controller.enqueue(new TextEncoder().encode(broken + frame));
      },
      cancel: (reason) => left.abort(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What a fault puts into the middle of a stream; rejects where the stream goes no further. */
async function meet(fault: FaultName | null, gone: AbortSignal): Promise<string> {
  if (fault === "cut") throw new ConnectionCut();
  if (fault === "stall") await untilAborted(gone);
  return fault === "malformed" ? malformed : "";
}

const malformed = 'data: {"type": "response.outp\n\n';

/** Waits until the reader gives up. */
function untilAborted(gone: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (gone.aborted) reject(gone.reason);
    gone.addEventListener("abort", () => reject(gone.reason), { once: true });
  });
}
