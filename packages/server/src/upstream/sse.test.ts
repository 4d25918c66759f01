import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayedUpstream } from "../../test/recorded/replayed-upstream.ts";
import { parseEventData, readEvents, type SseEvent } from "./sse.ts";

async function read(...pieces: readonly (string | Uint8Array)[]): Promise<SseEvent[]> {
  const upstream = replayedUpstream({
    status: 200,
    headers: {},
    pieces: pieces.map((piece) => Buffer.from(piece)),
  });
  const timeouts = { connectMs: 1, firstByteMs: 1, idleMs: 1, totalMs: 1 };
  const signal = new AbortController().signal;
  const reply = await upstream.request({ url: "", signal, timeouts });
  const events: SseEvent[] = [];
  for await (const batch of readEvents(reply)) events.push(...batch);

  return events;
}

const data = (...values: string[]) => values.map((value) => ({ event: "", data: value }));

describe("events", () => {
  it.each([
    ["LF", "data: a\n\ndata: b\n\n"],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["CR", "data: a\r\rdata: b\r\r"],
    ["no space", "data:a\n\ndata:b\n\n"],
    ["a byte order mark", "\uFEFFdata: a\n\ndata: b\n\n"],
    ["comments and blank lines", ": hi\n\n\n:\ndata: a\n: x\n\n\n\ndata: b\n\n"],
    ["fields that we need not", "id: 1\nretry: 5\nfoo\ndata: a\n\nbar: 1\n\ndata: b\n\n"],
  ])("events are read with %s", async (_, body) => {
    expect(await read(body)).toEqual(data("a", "b"));
  });

  it("an event joins several lines of data", async () => {
    expect(await read("data: {\ndata: }\ndata\n\n")).toEqual(data("{\n}\n"));
  });

  it("an event carries its name, and the next event does not", async () => {
    expect(await read("event: error\ndata: a\n\ndata: b\n\nevent: x\n\ndata: c\n\n")).toEqual([
      { event: "error", data: "a" },
      ...data("b", "c"),
    ]);
  });

  it("an event without the last blank line is marked as unterminated", async () => {
    expect(await read('data: {"a"')).toEqual([{ event: "", data: '{"a"', unterminated: true }]);
    expect(await read("data: [DONE]\n")).toEqual([
      { event: "", data: "[DONE]", unterminated: true },
    ]);
  });

  it("events are the same for all cuts of the bytes", async () => {
    const line = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => text.replace(/[\r\n]/g, ""));
    const body = fc.array(fc.tuple(line, fc.constantFrom("\n\n", "\r\n\r\n", "\r\r")), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat(200)), async (lines, cuts) => {
        const bytes = Buffer.from(
          lines
            .map(([text, end]) => `data: ${text}${end.slice(0, end.length / 2)}data: 2${end}`)
            .join(""),
        );
        const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(await read(...pieces)).toEqual(data(...lines.map(([text]) => `${text}\n2`)));
      }),
    );
  });

  it("an event may be as large as its limit, and no larger", async () => {
    const piece = "x".repeat(1024 * 1024);
    const [event] = await read("data: ", ...Array.from({ length: 3 }, () => piece), "\n\n");
    expect(event?.data).toHaveLength(3 * 1024 * 1024);
    const tooLarge = read("data: ", ...Array.from({ length: 5 }, () => piece));
    await expect(tooLarge).rejects.toMatchObject({ failure: "malformed" });
    const manyLines = read(...Array.from({ length: 5 }, () => `data: ${piece}\n`));
    await expect(manyLines).rejects.toMatchObject({ failure: "malformed" });
  });
});

describe("the JSON of an event", () => {
  it("an event that is not JSON counts as cut only where the body ended inside it", () => {
    const open = { event: "", data: '{"a"', unterminated: true } as const;
    const closed = { event: "", data: '{"a"' };
    const failureOf = (failure: string) => expect.objectContaining({ failure });
    expect(() => parseEventData(open)).toThrow(failureOf("cut"));
    expect(() => parseEventData(closed)).toThrow(failureOf("malformed"));
  });
});
