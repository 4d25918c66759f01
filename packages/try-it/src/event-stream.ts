/** The `data` of each event of a stream as it arrives, over any chunking. Comments, which keep a line open, are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const framesIn = frameSplitter();
  try {
    for (let isOver = false; !isOver; ) {
      const { value, done } = await reader.read();
      isOver = done;
      yield* framesIn(value).flatMap(dataOf);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Takes bytes and returns the frames that they complete; `undefined` means that no more bytes will come. */
export function frameSplitter(): (bytes: Uint8Array | undefined) => string[] {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    rest += bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    // A carriage return at the very end may be the first half of a line's end.
    const frames = rest.split(/(?:\r\n|\n|\r(?!\n|$)){2}/);
    rest = bytes === undefined ? "" : (frames.pop() ?? "");
    return frames;
  };
}

/** The `data` of a frame; nothing for a comment. */
export function dataOf(frame: string): string[] {
  const lines = frame.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  if (lines.length === 0) return [];
  return [lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n")];
}
