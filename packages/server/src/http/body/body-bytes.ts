import type { IncomingMessage } from "node:http";
import { CallerGone, GatewayError, stopReason } from "../../errors.ts";

/** The checks that a body passes before and during its reading. */
export interface Intake {
  /** Throws if there is no room for a body of this size. */
  checkRoom(bytes: number): void;
  /** Counts these bytes as held in memory. Throws if there is no room for them. */
  take(bytes: number): void;
  /** Sends `100 Continue` to a caller that waits for it. */
  begin(): void;
  /** Aborted when the rest of the body is no longer needed. */
  readonly signal: AbortSignal;
}

/** Reading a body up to this size costs less than checking its key first. */
const promptBytes = 16 * 1024;
/** A caller that sends nothing for this long has stopped sending. */
const longestPauseMs = 30_000;

const noBytes = Buffer.alloc(0);

/** Whether the whole body came with its head, small and as it is. */
export function isPrompt(request: IncomingMessage): boolean {
  return (
    request.readableLength <= promptBytes &&
    isAtHand(request) &&
    request.headers["content-encoding"] === undefined
  );
}

/** All bytes may be there before the parser reports the end of the body. */
function isAtHand({ complete, readableLength, headers }: IncomingMessage): boolean {
  return complete || String(readableLength) === headers["content-length"];
}

/** The body's raw bytes, up to the limit. A body that announces more than the limit is not read. */
export function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  intake: Intake,
): Buffer | Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  // Most bodies arrive together with their head, so no waiting is needed.
  if (!isAtHand(request)) {
    intake.checkRoom(declared);
    return collect(request, maxBytes, intake);
  }
  const all: Buffer = request.read() ?? noBytes;
  if (all.length > maxBytes) throw tooLarge(maxBytes);
  intake.take(all.length);
  // The end of the body is still unread, and the request ends only when it is read.
  if (!request.complete) request.resume();
  return all;
}

function collect(request: IncomingMessage, maxBytes: number, intake: Intake): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      clearTimeout(pause);
      request.off("data", take).off("end", end).off("close", close);
      intake.signal.removeEventListener("abort", abort);
      chunks.length = 0;
    };
    const fail = (error: unknown) => {
      for (const chunk of chunks) freeMemory(chunk);
      stop();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      pause.refresh();
      size += chunk.length;
      if (size > maxBytes) return fail(tooLarge(maxBytes));
      try {
        intake.take(chunk.length);
      } catch (error) {
        return fail(error);
      }
      chunks.push(chunk);
    };
    const end = () => {
      const [only] = chunks;
      if (chunks.length === 1 && only !== undefined) resolve(only);
      else {
        resolve(Buffer.concat(chunks, size));
        for (const chunk of chunks) freeMemory(chunk);
      }
      stop();
    };
    const close = () => fail(new CallerGone());
    const abort = () => fail(stopReason(intake.signal) ?? new CallerGone());
    const pause = setTimeout(() => fail(tookTooLong()), longestPauseMs);
    request.on("data", take).on("end", end).on("close", close);
    intake.signal.addEventListener("abort", abort);
    // The caller may have left during the check of the gate; its `close` event comes only once.
    if (intake.signal.aborted || request.destroyed) abort();
    else intake.begin();
  });
}

export function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError("tooLarge", {
    message: `The request body is larger than ${maxBytes} bytes.`,
  });
}

function tookTooLong(): GatewayError {
  return new GatewayError("badRequest", { message: "The request took too long to arrive." });
}

/** Smaller bytes are left to the engine's next collection. */
const worthFreeing = 16 * 1024;

/**
 * Frees the memory of bytes that are no longer read now, and not at the next collection, which is too slow for a
 * burst of large bodies. Bytes that share their memory with others are not touched.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isAlone && byteLength >= worthFreeing) buffer.transfer(0);
}
