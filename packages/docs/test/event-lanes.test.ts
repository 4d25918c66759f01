import { loadDocument } from "@portico/contract";
import { expect, it } from "vitest";
import { drawEventLanes } from "../src/event-lanes.ts";
import { expandDirectives } from "../src/expand-directives.ts";

const document = loadDocument();
const linesOf = (directive: string): string[] =>
  expandDirectives(`{{events ${directive}}}`, { document, samples: new Map() })
    .split("\n")
    .slice(1, -1);

it("tells the events of a response by their type", () => {
  expect(linesOf("text-stream")[0]).toMatch(
    /^0 \| response\.created \| both \| status in_progress/,
  );
});

it("tells the chunks of a chat by what each brings", () => {
  const lines = linesOf("chat-thoughts-stream createChatCompletion");
  expect(lines.map((line) => line.split(" | ").slice(1).join(" | "))).toEqual([
    'delta.role | libraries only | assistant, content ""',
    'delta.reasoning_details[0] | libraries only | "Two cities:"',
    'delta.reasoning_details[0] | libraries only | " I need two calls."',
    "delta.reasoning_details[0] | libraries only | sealed thought",
    "delta.tool_calls[0] | libraries only | get_weather, id call_paris, with its sealed thought",
    'delta.tool_calls[0] | libraries only | {"city":',
    'delta.tool_calls[0] | libraries only | "Paris"}',
    "delta.tool_calls[1] | libraries only | get_weather, id call_oslo",
    'delta.tool_calls[1] | libraries only | {"city":',
    'delta.tool_calls[1] | libraries only | "Oslo"}',
    "finish_reason | libraries only | tool_calls, usage: 99 tokens",
    "[DONE] | libraries only | the stream is over",
  ]);
  const [, , failed, alone] = linesOf("chat-failed-stream createChatCompletion");
  expect(failed).toMatch(/^2 \| finish_reason, error \| libraries only \| error: The provider/);
  expect(alone).toMatch(/^3 \| error \| libraries only \| The provider/);
});

it("tells the events of a message by their type and block", () => {
  const lines = linesOf("messages-thinking-stream createMessage");
  expect(lines.map((line) => line.split(" | ").slice(1).join(" | "))).toEqual([
    "message_start | libraries only | acme/writer, 61 input tokens",
    "content_block_start | libraries only | block 0, thinking",
    'content_block_delta | libraries only | block 0, thinking_delta "The user wants the weather, "',
    'content_block_delta | libraries only | block 0, thinking_delta "so I call the tool."',
    "content_block_delta | libraries only | block 0, signature_delta, the sealed thought",
    "content_block_stop | libraries only | block 0",
    "content_block_start | libraries only | block 1, redacted_thinking",
    "content_block_stop | libraries only | block 1",
    "content_block_start | libraries only | block 2, tool_use get_weather, input {}",
    'content_block_delta | libraries only | block 2, input_json_delta "{\\"city\\":\\"Paris\\"}"',
    "content_block_stop | libraries only | block 2",
    "message_delta | libraries only | stop_reason tool_use, 42 output tokens",
    "message_stop | libraries only | the stream is over",
  ]);
  expect(linesOf("messages-failed-stream createMessage").at(-1)).toMatch(
    /^3 \| error \| libraries only \| api_error: The provider broke off/,
  );
});

it("draws each of them as a stop", () => {
  const lines = linesOf("chat-text-stream createChatCompletion");
  const drawn = drawEventLanes(lines.join("\n"));
  expect(drawn.match(/<li class="stop stop-libraries">/g)).toHaveLength(lines.length);
});

it("refuses a stream that is not there", () => {
  expect(() => linesOf("chat-text-stream")).toThrow("createResponse has no example");
});
