import { describe, expect, it } from "vitest";
import { findMessagesOrderViolation } from "./messages-order.ts";

type Event = Readonly<Record<string, unknown>>;

const usage = { input_tokens: 3, output_tokens: 0 };
const message = {
  ...{ id: "gen-1", type: "message", role: "assistant", model: "acme/writer", content: [] },
  ...{ stop_reason: null, stop_sequence: null, usage },
};
const starting = (more: Event = {}): Event => ({
  type: "message_start",
  message: { ...message, ...more },
});
const start = (index: number, block: Event): Event => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, type: string, field: string, piece: unknown): Event => ({
  type: "content_block_delta",
  index,
  delta: { type, [field]: piece },
});
const stop = (index: number): Event => ({ type: "content_block_stop", index });
const ending = (reason: unknown, counted: Event = usage): Event[] => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: counted },
  { type: "message_stop" },
];
const ping = { type: "ping" };
const error = { type: "error", error: { type: "api_error", message: "It broke." } };

const emptyText = { type: "text", text: "" };
const emptyThought = { type: "thinking", thinking: "", signature: "" };
const emptyCall = { type: "tool_use", id: "call_1", name: "weather", input: {} };

const text = (index: number): Event[] => [
  start(index, emptyText),
  delta(index, "text_delta", "text", "Hel"),
  delta(index, "text_delta", "text", "lo"),
  stop(index),
];
const thought = (index: number): Event[] => [
  start(index, emptyThought),
  delta(index, "thinking_delta", "thinking", "Hm."),
  delta(index, "signature_delta", "signature", "c2ln"),
  stop(index),
];
const redacted = (index: number): Event[] => [
  start(index, { type: "redacted_thinking", data: "c2ln" }),
  stop(index),
];
const call = (index: number, id: string, pieces: readonly string[]): Event[] => [
  start(index, { ...emptyCall, id }),
  ...pieces.map((piece) => delta(index, "input_json_delta", "partial_json", piece)),
  stop(index),
];
const whole = ["", '{"city":', '"Rome"}'];

describe("a stream of messages is in order", () => {
  it.each<[string, Event[]]>([
    ["with a text", [starting(), ...text(0), ...ending("end_turn")]],
    ["with nothing", [starting(), ...ending("end_turn")]],
    ["with pings", [starting(), ping, start(0, emptyText), ping, stop(0), ...ending("refusal")]],
    [
      "with thoughts, a text and two calls",
      [
        starting(),
        ...thought(0),
        ...redacted(1),
        ...text(2),
        ...call(3, "call_1", whole),
        ...call(4, "call_2", ["{}"]),
        ...ending("tool_use"),
      ],
    ],
    [
      "where the tokens ran out within a call",
      [starting(), ...call(0, "call_1", ['{"ci']), ...ending("max_tokens")],
    ],
    ["where a stop sequence was met", [starting(), ...text(0), ...ending("stop_sequence")]],
    ["where it failed within a block", [starting(), start(0, emptyText), error]],
    ["where it failed between blocks", [starting(), ...text(0), error]],
  ])("%s", (_, events) => {
    expect(findMessagesOrderViolation(events)).toBeNull();
  });
});

describe("a stream of messages is out of order", () => {
  it.each<[string, Event[], RegExp]>([
    ["without its start", [...text(0), ...ending("end_turn")], /message_start was to come/],
    ["with a ping first", [ping, starting()], /message_start was to come/],
    ["with two starts", [starting(), starting()], /message_start came/],
    ["without an id", [starting({ id: "" })], /no id/],
    ["without a model", [starting({ model: "" })], /no model/],
    ["with content at its start", [starting({ content: [emptyText] })], /has content/],
    ["with a stop reason at its start", [starting({ stop_reason: "end_turn" })], /stop reason/],
    ["without usage at its start", [starting({ usage: { input_tokens: 3 } })], /output_tokens/],
    ["with an index left out", [starting(), ...text(1)], /index is 1, not 0/],
    ["with an index used twice", [starting(), ...text(0), ...text(0)], /index is 0, not 1/],
    ["with two blocks open", [starting(), start(0, emptyText), start(1, emptyText)], /came where/],
    ["with a text that starts full", [starting(), start(0, { type: "text", text: "H" })], /empty/],
    [
      "with a thought that starts signed",
      [starting(), start(0, { ...emptyThought, signature: "s" })],
      /thought starts empty/,
    ],
    [
      "with a redacted thought without data",
      [starting(), start(0, { type: "redacted_thinking" })],
      /no data/,
    ],
    [
      "with a call that starts full",
      [starting(), start(0, { ...emptyCall, input: { a: 1 } })],
      /empty input/,
    ],
    ["with a call without an id", [starting(), start(0, { ...emptyCall, id: "" })], /no id/],
    ["with a call of no tool", [starting(), start(0, { ...emptyCall, name: "" })], /no tool/],
    [
      "with an id used twice",
      [starting(), ...call(0, "a", ["{}"]), ...call(1, "a", ["{}"])],
      /used before/,
    ],
    ["with an unknown block", [starting(), start(0, { type: "video" })], /unknown type video/],
    [
      "with a delta of another block",
      [starting(), start(0, emptyText), delta(1, "text_delta", "text", "a")],
      /index is 1/,
    ],
    [
      "with a delta of another type",
      [starting(), start(0, emptyText), delta(0, "thinking_delta", "thinking", "a")],
      /in a block of type text/,
    ],
    [
      "with an unknown delta",
      [starting(), start(0, emptyText), delta(0, "video_delta", "video", "a")],
      /no delta/,
    ],
    [
      "with a delta that is no string",
      [starting(), start(0, emptyText), delta(0, "text_delta", "text", 1)],
      /no string/,
    ],
    [
      "with a thought unsigned",
      [starting(), start(0, emptyThought), stop(0)],
      /without its signature/,
    ],
    [
      "with a thought signed twice",
      [
        starting(),
        start(0, emptyThought),
        delta(0, "signature_delta", "signature", "a"),
        delta(0, "signature_delta", "signature", "b"),
      ],
      /after the signature/,
    ],
    [
      "with words after the signature",
      [
        starting(),
        start(0, emptyThought),
        delta(0, "signature_delta", "signature", "a"),
        delta(0, "thinking_delta", "thinking", "b"),
      ],
      /after the signature/,
    ],
    ["with a stop of another block", [starting(), start(0, emptyText), stop(1)], /index is 1/],
    [
      "with an end in an open block",
      [starting(), start(0, emptyText), ...ending("end_turn")],
      /came where/,
    ],
    [
      "with arguments that are no JSON",
      [starting(), ...call(0, "a", ["{"]), ...ending("tool_use")],
      /no JSON object/,
    ],
    [
      "with arguments that are a list",
      [starting(), ...call(0, "a", ["[]"]), ...ending("tool_use")],
      /no JSON object/,
    ],
    [
      "with arguments that are left out",
      [starting(), ...call(0, "a", []), ...ending("tool_use")],
      /no JSON object/,
    ],
    [
      "with a block after a broken call",
      [starting(), ...call(0, "a", ["{"]), ...text(1), ...ending("max_tokens")],
      /after a call that stopped/,
    ],
    [
      "with tool_use and no call",
      [starting(), ...text(0), ...ending("tool_use")],
      /without a call/,
    ],
    [
      "with end_turn and a call",
      [starting(), ...call(0, "a", ["{}"]), ...ending("end_turn")],
      /there are calls/,
    ],
    ["without a stop reason", [starting(), ...ending(null)], /reason is missing/],
    ["without usage at its end", [starting(), ...ending("end_turn", {})], /lacks input_tokens/],
    [
      "without message_stop",
      [starting(), ...ending("end_turn").slice(0, 1)],
      /message_stop was to come/,
    ],
    [
      "with something after its end",
      [starting(), ...ending("end_turn"), ping],
      /nothing was to come/,
    ],
    [
      "with something after a failure",
      [starting(), error, { type: "message_stop" }],
      /nothing was to come/,
    ],
    [
      "with a failure that says nothing",
      [starting(), { type: "error", error: {} }],
      /does not say/,
    ],
    ["with something that is no event", [starting(), { event: "ping" }], /no event/],
    ["where it was cut", [starting(), ...text(0)], /ended where/],
  ])("%s", (_, events, reason) => {
    expect(findMessagesOrderViolation(events)?.reason).toMatch(reason);
  });
});
