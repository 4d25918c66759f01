import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEventData, type SseEvent, SseParser } from "./sse.ts";

function read(...pieces: readonly (string | Uint8Array)[]): SseEvent[] {
  const parser = new SseParser();
  const events: SseEvent[] = [];
  for (const piece of pieces) parser.push(Buffer.from(piece), events);
  parser.end(events);
  return events;
}

const data = (...values: string[]) => values.map((value) => ({ data: value }));

describe("events", () => {
  it.each([
    ["LF", "data: a\n\ndata: b\n\n"],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n"],
    ["CR", "data: a\r\rdata: b\r\r"],
    ["no space", "data:a\n\ndata:b\n\n"],
    ["a byte order mark", "\uFEFFdata: a\n\ndata: b\n\n"],
    ["comments and blank lines", ": hi\n\n\n:\ndata: a\n: x\n\n\n\ndata: b\n\n"],
    ["fields that we need not", "id: 1\nretry: 5\nfoo\ndata: a\n\nbar: 1\n\ndata: b\n\n"],
  ])("events are read with %s", (_, body) => {
    expect(read(body)).toEqual(data("a", "b"));
  });

  it("an event joins several lines of data", () => {
    expect(read("data: {\ndata: }\ndata\n\n")).toEqual(data("{\n}\n"));
  });

  it("an event without the last blank line is marked as unterminated", () => {
    expect(read('data: {"a"')).toEqual([{ data: '{"a"', unterminated: true }]);
    expect(read("data: [DONE]\n")).toEqual([{ data: "[DONE]", unterminated: true }]);
  });

  it("events are the same for all cuts of the bytes", () => {
    const line = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => text.replace(/[\r\n]/g, ""));
    const body = fc.array(fc.tuple(line, fc.constantFrom("\n\n", "\r\n\r\n", "\r\r")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(body, fc.array(fc.nat(200)), (lines, cuts) => {
        const bytes = Buffer.from(
          lines
            .map(([text, end]) => `data: ${text}${end.slice(0, end.length / 2)}data: 2${end}`)
            .join(""),
        );
        const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(read(...pieces)).toEqual(data(...lines.map(([text]) => `${text}\n2`)));
      }),
    );
  });

  it("an event may be as large as its limit, and no larger", () => {
    const piece = "x".repeat(1024 * 1024);
    const [event] = read("data: ", ...Array.from({ length: 3 }, () => piece), "\n\n");
    expect(event?.data).toHaveLength(3 * 1024 * 1024);
    const malformed = expect.objectContaining({ failure: "malformed" });
    const tooLarge = ["data: ", ...Array.from({ length: 5 }, () => piece)];
    expect(() => read(...tooLarge)).toThrow(malformed);
    const manyLines = Array.from({ length: 5 }, () => `data: ${piece}\n`);
    expect(() => read(...manyLines)).toThrow(malformed);
  });

  it("what comes before an event that is too large is read", () => {
    const events: SseEvent[] = [];
    const chunk = Buffer.from(`data: a\n\ndata: ${"x".repeat(4 * 1024 * 1024)}\ndata: y\n`);
    expect(() => new SseParser().push(chunk, events)).toThrow("too large");
    expect(events).toEqual(data("a"));
  });
});

describe("the JSON of an event", () => {
  it("an event that is not JSON counts as cut only where the body ended inside it", () => {
    const open = { data: '{"a"', unterminated: true } as const;
    const closed = { data: '{"a"' };
    const failureOf = (failure: string) => expect.objectContaining({ failure });
    expect(() => parseEventData(open)).toThrow(failureOf("cut"));
    expect(() => parseEventData(closed)).toThrow(failureOf("malformed"));
  });
});
