import { describe, expect, it } from "vitest";
import { eventFrame } from "../../../test/providers/frames.ts";
import { type Frame, FrameDecoder } from "./frame-decoder.ts";

const one = eventFrame("messageStart", { role: "assistant" });
const two = eventFrame("contentBlockDelta", { delta: { text: "Grüß" } });
const both = Buffer.concat([one, two]);

function decoded(bytes: Uint8Array, size: number): { frames: Frame[]; isComplete: boolean } {
  const decoder = new FrameDecoder();
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += size)
    decoder.push(bytes.subarray(at, at + size), frames);

  return { frames, isComplete: decoder.isComplete() };
}

describe("a stream of messages", () => {
  it.each([1, 2, 11, 13, 100, 10_000])("is the same in reads of %d bytes", (size) => {
    const { frames, isComplete } = decoded(both, size);
    expect(frames.map(({ headers }) => headers[":event-type"])).toEqual([
      "messageStart",
      "contentBlockDelta",
    ]);
    expect(frames.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()))).toMatchObject([
      { role: "assistant" },
      { delta: { text: "Grüß" } },
    ]);
    expect(isComplete).toBe(true);
  });

  it("is incomplete where it ends inside a message", () => {
    for (const end of [1, 12, one.length - 1, one.length + 5])
      expect(decoded(both.subarray(0, end), 1_000).isComplete, `at ${end}`).toBe(false);

    expect(decoded(one, 1_000).isComplete).toBe(true);
  });

  it("is refused wherever a single byte of it is damaged", () => {
    for (let at = 0; at < one.length; at += 1) {
      const damaged = Buffer.from(one);
      damaged[at] = (damaged[at] ?? 0) ^ 0x40;
      expect(() => decoded(damaged, 1_000), `byte ${at}`).toThrow(RangeError);
    }
  });

  it("gives what came before the damage", () => {
    const damaged = Buffer.from(both);
    damaged[both.length - 1] = (damaged[both.length - 1] ?? 0) ^ 1;
    const frames: Frame[] = [];
    expect(() => new FrameDecoder().push(damaged, frames)).toThrow(/checksum/);
    expect(frames).toHaveLength(1);
  });
});

describe("a message's headers", () => {
  /** The types of the specification, in order, each with a value of its length. */
  const values = [[], [], [1], [0, 1], [0, 0, 0, 1], Array(8).fill(0), [0, 2, 9, 9], [0, 1, 65]];

  it("of other types than text are stepped over", async () => {
    const { crc32 } = await import("node:zlib");
    const fields = Buffer.concat(
      [...values, Array(8).fill(0), Array(16).fill(0)].map((value, type) =>
        Buffer.from([1, 97 + type, type, ...value]),
      ),
    );
    const bytes = Buffer.alloc(12 + fields.length + 4);
    bytes.writeUInt32BE(bytes.length, 0);
    bytes.writeUInt32BE(fields.length, 4);
    bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
    fields.copy(bytes, 12);
    bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
    expect(decoded(bytes, 1_000).frames[0]?.headers).toEqual({ h: "A" });
  });
});
