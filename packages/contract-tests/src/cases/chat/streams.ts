import assert from "node:assert/strict";
import { eventStream, json } from "@portico/contract/judge/judge";
import { streamEnd } from "@portico/contract/stream-order";
import type { Case } from "../../suite/case.ts";
import { good, refusedWith, withoutIds } from "../ask.ts";
import { failingStream, rehearses } from "../provoke.ts";
import {
  ask,
  type Chunk,
  chatBody,
  choiceOf,
  chunksOf,
  complete,
  functionCallsIn,
  joined,
  messageOf,
  tools,
  twoCalls,
} from "./ask-chat.ts";

const deltas = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));

export const chatStreamCases: readonly Case[] = [
  {
    title: "streams a chat when stream is true, and not otherwise, in lines of JSON",
    clauses: ["chat.stream"],
    async run(bench) {
      const streamed = await ask(bench, "Say hello", { stream: true });
      assert.equal(streamed.mediaType, eventStream);
      const lines = streamed.text.split("\n\n").filter((line) => !/^(:|$)/.test(line));
      assert.equal(lines.at(-1), `data: ${streamEnd}`);
      for (const line of lines.slice(0, -1)) JSON.parse(line.replace(/^data: /, ""));
      for (const stream of [false, null, undefined])
        assert.equal((await ask(bench, "Say hello", { stream })).mediaType, json);
    },
  },
  {
    title: "streams a chat in chunks of one id and one choice, the first with the role",
    clauses: ["chat.stream.choice", "chat.stream.first"],
    async run(bench) {
      const chunks = await chunksOf(bench, "Say hello");
      assert.ok(chunks.length > 2);
      const [first] = chunks;
      for (const { id, choices } of chunks) assert.deepEqual([id, choices.length], [first?.id, 1]);
      assert.deepEqual(first?.choices[0]?.delta, { role: "assistant", content: "" });
      for (const delta of deltas(chunks.slice(1))) assert.ok(!("role" in delta));
    },
  },
  {
    title: "streams a chat's calls: who is called first, then the pieces of the arguments",
    clauses: ["chat.stream.calls", "chat.stream.arguments"],
    async run(bench) {
      const chunks = await chunksOf(bench, twoCalls, { tools });
      const calls = functionCallsIn(joined(chunks));
      assert.ok(calls.length >= 2, `only ${calls.length} calls`);
      for (const { id, function: called } of calls) {
        assert.ok(id !== "" && tools.some((tool) => tool.function.name === called.name));
        assert.equal(typeof JSON.parse(called.arguments), "object");
      }
      const empty = { type: "function", function: { name: "get_luck" } };
      const forced = await chunksOf(bench, "Hello", { tools: [empty], tool_choice: empty });
      const [call] = functionCallsIn(joined(forced));
      assert.deepEqual(JSON.parse(call?.function.arguments ?? ""), {});
    },
  },
  {
    title: "ends a chat stream with the finish reason and the usage, once, in the last chunk",
    clauses: ["chat.stream.end"],
    async run(bench) {
      for (const more of [{}, { stream_options: { include_usage: false } }, { tools }]) {
        const chunks = await chunksOf(bench, twoCalls, more);
        const last = chunks.at(-1);
        assert.ok(last?.usage && last.choices[0]?.finish_reason);
        const { prompt_tokens, completion_tokens, total_tokens } = last.usage;
        assert.equal(prompt_tokens + completion_tokens, total_tokens);
        for (const { usage, choices } of chunks.slice(0, -1))
          assert.deepEqual([usage, choices[0]?.finish_reason], [undefined, null]);
      }
    },
  },
  {
    title: "streams a chat that adds up to the reply to the same request",
    clauses: ["chat.stream.same"],
    async run(bench) {
      const repeated = { temperature: 0 };
      for (const [messages, more] of [
        ["Repeat exactly: good morning, world", repeated],
        [twoCalls, { ...repeated, tools }],
        ["Repeat: one two three four five six", { ...repeated, max_completion_tokens: 3 }],
      ] as const) {
        const reply = await complete(bench, messages, more);
        const chunks = await chunksOf(bench, messages, more);
        assert.deepEqual(withoutIds(joined(chunks)), withoutIds(messageOf(reply)));
        assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, choiceOf(reply).finish_reason);
        assert.deepEqual(chunks.at(-1)?.usage, reply.usage);
      }
    },
  },
  {
    title: "ends a chat stream that breaks off in failure: beside a choice, alone, [DONE]",
    clauses: ["chat.stream.failure", "chat.error_type"],
    async run(bench) {
      const body = chatBody(bench, "Say hello to everyone in this room");
      const reply = await failingStream(bench, "createChatCompletion", body);
      const events = good(reply) as readonly unknown[];
      const [beside, alone, end] = events.slice(-3) as readonly (Chunk | undefined)[];
      assert.equal(end, streamEnd);
      assert.equal(beside?.choices[0]?.finish_reason, "error");
      assert.ok(beside.error && Number.isInteger(beside.error.code));
      assert.match(String(beside.error.metadata?.["error_type"]), /^\w+$/);
      assert.deepEqual(alone, { error: beside.error });
    },
  },
  {
    title: "refuses a chat before its first chunk with a status and the envelope",
    clauses: ["chat.stream.refusal"],
    async run(bench) {
      refusedWith(await ask(bench, "hello", { stream: true, n: 2 }), 400);
      if (!rehearses(bench)) return;
      const body = chatBody(bench, "hello");
      refusedWith(await failingStream(bench, "createChatCompletion", body, 529), 529);
    },
  },
];
