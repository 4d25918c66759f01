import assert from "node:assert/strict";
import { eventStream, json } from "@portico/contract/judge/judge";
import type { Case } from "../../suite/case.ts";
import { good, withoutIds } from "../ask.ts";
import { failingStream, rehearses } from "../provoke.ts";
import {
  ask,
  callsOf,
  envelope,
  eventsOf,
  joined,
  type MessageEvent,
  messageBody,
  refusal,
  say,
  tools,
  twoCalls,
} from "./ask-message.ts";

const isOpening = (event: MessageEvent) => event.type === "content_block_start";
const isClosing = (event: MessageEvent) => event.type === "content_block_stop";

export const messageStreamCases: readonly Case[] = [
  {
    title: "streams a message when stream is true, each event with a line that names it",
    clauses: ["messages.event-line"],
    async run(bench) {
      const streamed = await ask(bench, "Say hello", { stream: true });
      assert.equal(streamed.mediaType, eventStream);
      const blocks = streamed.text.split("\n\n").filter((block) => !/^(:|$)/.test(block));
      assert.ok(blocks.length > 5);
      for (const block of blocks) {
        const [name = "", data = "", ...more] = block.split("\n");
        assert.deepEqual(more, []);
        assert.equal(name, `event: ${JSON.parse(data.replace(/^data: /, "")).type}`);
      }
      for (const stream of [false, null, undefined])
        assert.equal((await ask(bench, "Say hello", { stream })).mediaType, json);
    },
  },
  {
    title: "streams a message block by block, from its start to its stop",
    clauses: ["messages.order"],
    async run(bench) {
      const events = await eventsOf(bench, twoCalls, { tools });
      assert.ok(callsOf(joined(events)).length >= 2);
      assert.equal(events[0]?.type, "message_start");
      assert.deepEqual(
        events.slice(-2).map(({ type }) => type),
        ["message_delta", "message_stop"],
      );
      const starts = events.filter(isOpening).map(({ index }) => index);
      assert.deepEqual(starts, [...starts.keys()]);
      assert.deepEqual(
        events.filter(isClosing).map(({ index }) => index),
        starts,
      );
    },
  },
  {
    title: "starts a message's stream with the model, an id and the input tokens",
    clauses: ["messages.start"],
    async run(bench) {
      const [short, long] = [
        await eventsOf(bench, "Say hello"),
        await eventsOf(bench, `Say hello ${"and again ".repeat(200)}`),
      ].map(([start]) => {
        assert.ok(start?.type === "message_start");
        const { message } = start;
        assert.equal(message.model, bench.target.textModel);
        assert.deepEqual([message.content, message.stop_reason], [[], null]);
        return message.usage.input_tokens;
      });
      assert.ok(Number(short) > 0 && Number(long) > Number(short) + 100, `${short}, ${long}`);
    },
  },
  {
    title: "streams a message that adds up to the reply to the same request",
    clauses: ["messages.stream-same", "messages.usage", "messages.cost"],
    async run(bench) {
      const repeated = { temperature: 0 };
      for (const [messages, more] of [
        ["Repeat exactly: good morning, world", repeated],
        [twoCalls, { ...repeated, tools }],
        ["Repeat: one two three four five six", { ...repeated, max_tokens: 3 }],
      ] as const) {
        const { content, stop_reason, usage } = await say(bench, messages, more);
        const streamed = joined(await eventsOf(bench, messages, more));
        assert.deepEqual(withoutIds(streamed.content), withoutIds(content));
        assert.deepEqual([streamed.stop_reason, streamed.usage], [stop_reason, usage]);
      }
    },
  },
  {
    title: "ends a message's stream that breaks off with an event of the failure",
    clauses: ["messages.stream-failure"],
    async run(bench) {
      const body = messageBody(bench, "Say hello to everyone in this room");
      const reply = await failingStream(bench, "createMessage", body);
      const events = good(reply) as readonly MessageEvent[];
      const last = events.at(-1);
      assert.ok(last?.type === "error", "no event tells of a failure");
      assert.ok(events.some(({ type }) => type === "content_block_delta"));
      assert.ok(!events.some(({ type }) => type === "message_stop"));
      assert.match(last.error.type, /_error$/);
      assert.equal(last.request_id, reply.headers.get("request-id"));
    },
  },
  {
    title: "refuses a message before its first event with a status and the envelope",
    clauses: ["messages.stream-failure", "messages.error-shape"],
    async run(bench) {
      await refusal(bench, "hello", { stream: true, thread: {} });
      if (!rehearses(bench)) return;
      const body = messageBody(bench, "hello");
      const refused = envelope(await failingStream(bench, "createMessage", body, 529), 529);
      assert.equal(refused.error.type, "overloaded_error");
    },
  },
];
