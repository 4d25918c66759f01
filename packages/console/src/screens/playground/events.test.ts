import { expect, it } from "vitest";
import { eventsOf, firstTokenMs } from "./events.ts";
import type { Frame } from "./use-exchange.ts";

const frame = (data: string | null, afterMs: number): Frame => ({
  text: data === null ? ": keep-alive" : `data: ${data}`,
  data,
  afterMs,
});

it("names each event as the contract does, and says once what its kind means", () => {
  const delta = '{"type":"response.output_text.delta","delta":"a"}';
  const events = eventsOf([frame(null, 1), frame(delta, 2), frame(delta, 3)], "StreamEvent");
  expect(events.map(({ number, name, isFirst }) => [number, name, isFirst])).toEqual([
    [1, "response.output_text.delta", true],
    [2, "response.output_text.delta", false],
  ]);
  expect(events[0]?.meaning).toContain("A piece of text was generated");
});

it.each([
  [
    "StreamEvent",
    '{"type":"response.created","response":{"status":"in_progress"}}',
    '{"type":"response.output_text.delta","delta":"a"}',
  ],
  [
    "ChatStreamEvent",
    '{"choices":[{"delta":{"role":"assistant","content":""}}]}',
    '{"choices":[{"delta":{"content":"a"}}]}',
  ],
  [
    "MessageStreamEvent",
    '{"type":"content_block_start","index":0,"content_block":{"type":"text"}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}',
  ],
])(
  "%s: the first token is the first piece of the answer, not the first event",
  (schema, head, piece) => {
    expect(firstTokenMs(eventsOf([frame(head, 5)], schema))).toBeNull();
    expect(
      firstTokenMs(eventsOf([frame(head, 5), frame(piece, 9), frame(piece, 12)], schema)),
    ).toBe(9);
  },
);

it("survives frames that are no events", () => {
  const names = eventsOf([frame("{broken", 1), frame("[]", 2), frame("[DONE]", 3)], "StreamEvent");
  expect(names.map(({ name }) => name)).toEqual(["not JSON", "not JSON", "[DONE]"]);
});
