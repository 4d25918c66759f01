/** The `data` of each event of a stream as it arrives, over any chunking. Comments, which keep a line open, are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let isOver = false; !isOver; ) {
      const { value, done } = await reader.read();
      isOver = done;
      rest += decoder.decode(value, { stream: !done });
      // A carriage return at the very end may be the first half of a line's end.
      const frames = rest.split(/(?:\r\n|\n|\r(?!\n|$)){2}/);
      rest = done ? "" : (frames.pop() ?? "");
      yield* frames.flatMap(dataOf);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function dataOf(frame: string): string[] {
  const lines = frame.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  if (lines.length === 0) return [];
  return [lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n")];
}
