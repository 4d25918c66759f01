import { ConnectionError, TimeoutError } from "./errors.ts";

/**
 * Reads the `data:` lines of an event stream as parsed JSON, over any chunking, up to `[DONE]`.
 * The interface says that clients must ignore lines that are not valid JSON. Leaving the loop
 * closes the connection. The service sends a comment at least every 15 seconds, so a longer silence
 * means that the connection is dead: after `idleTimeoutMs` it is closed. `stop` closes it at once and throws its reason.
 */
export async function* readData(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
  stop: AbortSignal,
): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  // It ends a read that is under way. Not awaited: where fetch was replaced by one that copies bodies, as by MSW and
  // Next.js, it lasts until the copy has been read too.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  stop.addEventListener("abort", cancel);
  const lines = createLineSplitter();
  try {
    for (;;) {
      const { value, done: ended } = await readWithin(reader, idleTimeoutMs);
      stop.throwIfAborted();
      for (const data of lines(value).flatMap(dataOf)) {
        if (data === done) return;
        yield data;
      }
      if (ended) return;
    }
  } finally {
    stop.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Takes bytes and returns the lines that they complete; `undefined` means that no more bytes will come. */
function createLineSplitter(): (bytes: Uint8Array | undefined) => string[] {
  const decoder = new TextDecoder();
  let rest = "";
  let heldCarriageReturn = false;
  return (bytes) => {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : `${decoder.decode()}\n`;
    rest += text;
    // A line that is longer than a chunk is not searched again from its start.
    if (!heldCarriageReturn && !/[\r\n]/.test(text)) return [];
    // A CR at the very end may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    heldCarriageReturn = rest.endsWith("\r");
    return lines;
  };
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleTimeoutMs: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    if (idleTimeoutMs > 0)
      timer = setTimeout(() => reject(new TimeoutError(idleTimeoutMs)), idleTimeoutMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    if (error instanceof TimeoutError || isAbort(error)) throw error;
    throw new ConnectionError("The connection broke while the stream was read.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

const done = Symbol("[DONE]");

/** The content of a line: one event, the end, or nothing. */
function dataOf(line: string): [] | [unknown] {
  if (!line.startsWith("data:")) return [];
  const data = line.slice(5).trim();
  if (data === "[DONE]") return [done];
  try {
    return [JSON.parse(data)];
  } catch {
    return [];
  }
}
