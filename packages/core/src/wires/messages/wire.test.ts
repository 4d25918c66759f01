import { readMessageEvents } from "@portico/contract/message-frames";
import { expect, it } from "vitest";
import { messagesWire } from "./wire.ts";

it("a silent stream of messages is kept alive by an event that its readers know", () => {
  expect(readMessageEvents(messagesWire.keepAlive ?? "")).toEqual({
    events: [{ type: "ping" }],
    problems: [],
  });
});
