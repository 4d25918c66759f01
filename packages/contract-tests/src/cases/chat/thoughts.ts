import assert from "node:assert/strict";
import type { Case } from "../../suite/case.ts";
import { refusedWith } from "../ask.ts";
import { thinkingModel } from "../provoke.ts";
import {
  ask,
  callsOf,
  choiceOf,
  chunksOf,
  complete,
  joined,
  messageOf,
  resultsOf,
  tools,
  twoCalls,
  user,
} from "./ask-chat.ts";

export const chatThoughtCases: readonly Case[] = [
  {
    title: "sends a chat's thoughts as text and as entries, unless they are excluded",
    clauses: ["chat.thoughts"],
    async run(bench) {
      const thinking = thinkingModel(bench);
      const reply = await complete(bench, "Say hello", thinking);
      const { reasoning, reasoning_details: entries = [] } = messageOf(reply);
      const texts = entries.map((entry) => (entry.type === "reasoning.text" ? entry.text : ""));
      assert.ok(reasoning && entries.length > 0);
      assert.equal(texts.join(""), reasoning);
      const { reasoning_tokens } = reply.usage.completion_tokens_details;
      assert.ok(reasoning_tokens > 0 && reasoning_tokens < reply.usage.completion_tokens);
      for (const more of [{ reasoning: { exclude: true } }, { include_reasoning: false }]) {
        const message = messageOf(await complete(bench, "Say hello", { ...thinking, ...more }));
        assert.ok(!("reasoning" in message) && !("reasoning_details" in message));
      }
    },
  },
  {
    title: "streams a chat's thoughts in pieces of one index, the signature once and alone",
    clauses: ["chat.thoughts.stream", "chat.stream.same"],
    async run(bench) {
      const chunks = await chunksOf(bench, "Say hello", thinkingModel(bench));
      const pieces = chunks.flatMap(({ choices }) =>
        choices.flatMap(({ delta }) => delta.reasoning_details ?? []),
      );
      const first = pieces.filter(({ index }) => index === 0);
      const signed = first.filter((piece) => "signature" in piece);
      assert.ok(first.length > 2);
      assert.deepEqual([signed.length, signed[0]], [1, first.at(-1)]);
      assert.ok(!("text" in Object(signed[0])));
      const { reasoning, reasoning_details: entries = [] } = joined(chunks);
      const texts = entries.map((entry) => (entry.type === "reasoning.text" ? entry.text : ""));
      assert.equal(texts.join(""), reasoning);
    },
  },
  {
    title: "goes on from the thoughts of a chat that are sent back after a tool call",
    clauses: ["chat.thoughts.back"],
    async run(bench) {
      const more = { ...thinkingModel(bench), tools };
      for (const first of [
        messageOf(await complete(bench, twoCalls, more)),
        joined(await chunksOf(bench, twoCalls, more)),
      ]) {
        const results = resultsOf(first.tool_calls ?? []);
        assert.ok(results.length >= 2);
        const next = await complete(bench, [...twoCalls, first, ...results], more);
        assert.deepEqual([choiceOf(next).finish_reason, callsOf(next)], ["stop", []]);
        // The model refuses a tool turn without its thoughts: so they have reached it.
        const { reasoning_details: _, ...onCalls } = first;
        await complete(bench, [...twoCalls, onCalls, ...results], more);
        const calls = (first.tool_calls ?? []).map((call) => ({ ...call, extra_content: null }));
        const forgotten = { ...onCalls, tool_calls: calls };
        refusedWith(await ask(bench, [...twoCalls, forgotten, ...results], more), 400);
      }
    },
  },
  {
    title: "leaves out thoughts of a chat that another model made or that cannot be opened",
    clauses: ["chat.thoughts.foreign"],
    async run(bench) {
      const entries = [
        { type: "reasoning.text", text: "I thought.", signature: "AAAA", index: 0 },
        { type: "reasoning.encrypted", data: "from another gateway", id: "c1", format: "x" },
        { type: "reasoning.summary", summary: "In short", index: 2 },
        { type: "reasoning.unheard_of", anything: null },
      ];
      const said = { role: "assistant", content: "Hello", reasoning_details: entries };
      for (const more of [{}, thinkingModel(bench)])
        await complete(bench, [user("Hi"), said, user("Say hello")], more);
      const own = messageOf(await complete(bench, "Say hello", thinkingModel(bench)));
      await complete(bench, [user("Say hello"), own, user("And again")]);
    },
  },
];
