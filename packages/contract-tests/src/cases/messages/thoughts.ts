import assert from "node:assert/strict";
import type { Case } from "../../suite/case.ts";
import { thinkingModel } from "../provoke.ts";
import {
  answered,
  assistant,
  callsOf,
  eventsOf,
  joined,
  refusal,
  say,
  textOf,
  thinking,
  thoughtsOf,
  tools,
  twoCalls,
  user,
} from "./ask-message.ts";

export const messageThoughtCases: readonly Case[] = [
  {
    title: "sends a message's thoughts as blocks with signatures, before what they led to",
    clauses: ["messages.thinking"],
    async run(bench) {
      const more = { ...thinkingModel(bench), ...thinking };
      const { content, usage } = await say(bench, "Say hello", more);
      const [thought] = thoughtsOf({ content });
      assert.deepEqual(
        content.map(({ type }) => type),
        ["thinking", "text"],
      );
      assert.ok(thought?.thinking && thought.signature);
      const thinkingTokens = usage.output_tokens_details?.thinking_tokens ?? 0;
      assert.ok(thinkingTokens > 0 && thinkingTokens < usage.output_tokens);
      const calling = await say(bench, twoCalls, { ...more, tools });
      assert.equal(calling.content[0]?.type, "thinking");
      const omitted = { thinking: { type: "adaptive", display: "omitted" } };
      const [silent] = thoughtsOf(await say(bench, "Say hello", { ...more, ...omitted }));
      assert.ok(silent?.signature);
      assert.equal(silent.thinking, "");
    },
  },
  {
    title: "sends no thoughts of a message that are not asked for",
    clauses: ["messages.thinking-unasked"],
    async run(bench) {
      for (const more of [{}, { thinking: null }, { thinking: { type: "disabled" } }]) {
        const { content } = await say(bench, "Say hello", { ...thinkingModel(bench), ...more });
        assert.deepEqual(
          content.map(({ type }) => type),
          ["text"],
        );
      }
    },
  },
  {
    title: "streams a message's thoughts in pieces, the signature whole and once, after them",
    clauses: ["messages.signature", "messages.stream-same"],
    async run(bench) {
      const more = { ...thinkingModel(bench), ...thinking, tools };
      const events = await eventsOf(bench, twoCalls, more);
      const { content } = joined(events);
      const thoughts = thoughtsOf({ content });
      assert.ok(thoughts.length > 0);
      for (const [index, block] of content.entries()) {
        const kinds = events.flatMap((event) =>
          event.type === "content_block_delta" && event.index === index ? [event.delta.type] : [],
        );
        const signed = kinds.filter((kind) => kind === "signature_delta");
        assert.equal(signed.length, block.type === "thinking" ? 1 : 0);
        if (block.type === "thinking") assert.equal(kinds.at(-1), "signature_delta");
      }
      const reply = await say(bench, twoCalls, more);
      assert.deepEqual(
        thoughts.map((thought) => thought.thinking),
        thoughtsOf(reply).map((thought) => thought.thinking),
      );
    },
  },
  {
    title: "goes on from the thoughts of a message that are sent back after a tool call",
    clauses: ["messages.thinking-back"],
    async run(bench) {
      const more = { ...thinkingModel(bench), ...thinking, tools };
      for (const { content } of [
        await say(bench, twoCalls, more),
        joined(await eventsOf(bench, twoCalls, more)),
      ]) {
        assert.ok(callsOf({ content }).length >= 2);
        const next = await say(bench, answered(content), more);
        assert.deepEqual([next.stop_reason, callsOf(next)], ["end_turn", []]);
        // The signature holds the thought: its words need not come back.
        const silent = content.map((block) =>
          block.type === "thinking" ? { ...block, thinking: "" } : block,
        );
        assert.equal(textOf(await say(bench, answered(silent), more)), textOf(next));
        // The model refuses a tool turn without its thoughts: so they have reached it.
        const forgotten = content.filter(({ type }) => type !== "thinking");
        await refusal(bench, answered(forgotten), more);
      }
    },
  },
  {
    title: "leaves out thoughts of a message that another gateway made or that are not signed",
    clauses: ["messages.foreign-thoughts"],
    async run(bench) {
      const foreign = [
        { type: "thinking", thinking: "I thought.", signature: "from another gateway" },
        { type: "thinking", thinking: "I thought." },
        { type: "thinking", thinking: "", signature: null },
        { type: "redacted_thinking", data: "from another gateway" },
        { type: "text", text: "Hello" },
      ];
      const messages = [user("Hi"), assistant(foreign), user("Say hello")];
      for (const more of [{}, thinkingModel(bench), { ...thinkingModel(bench), ...thinking }])
        assert.ok(textOf(await say(bench, messages, more)));
      const own = await say(bench, "Say hello", { ...thinkingModel(bench), ...thinking });
      await say(bench, [user("Say hello"), assistant(own.content), user("And again")]);
    },
  },
];
