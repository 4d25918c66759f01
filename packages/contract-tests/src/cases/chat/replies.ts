import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import type { Case } from "../../suite/case.ts";
import { good, read, refused, refusedWith } from "../ask.ts";
import { provoke, rehearses, requireState, validRequest } from "../provoke.ts";
import {
  ask,
  type Completion,
  callsOf,
  choiceOf,
  complete,
  messageOf,
  tools,
  twoCalls,
} from "./ask-chat.ts";

/** The word that each status of a failure has. */
const words: Readonly<Record<number, string>> = {
  402: "payment_required",
  404: "not_found",
  429: "rate_limit_exceeded",
  529: "provider_overloaded",
};

export const chatReplyCases: readonly Case[] = [
  {
    title: "answers a chat with one choice, an assistant's message and no fingerprint",
    clauses: ["chat.reply"],
    async run(bench) {
      const reply = await complete(bench, "Say hello");
      assert.equal(reply.model, bench.target.textModel);
      assert.equal(reply.system_fingerprint, null);
      const { role, content, refusal } = messageOf(reply);
      assert.deepEqual([role, refusal], ["assistant", null]);
      assert.ok(content);
    },
  },
  {
    title: "calls functions in a chat with distinct ids and arguments that are JSON",
    clauses: ["chat.calls"],
    async run(bench) {
      const calls = callsOf(await complete(bench, twoCalls, { tools }));
      assert.ok(calls.length >= 2, `only ${calls.length} calls`);
      assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length);
      for (const { function: called } of calls) {
        assert.ok(tools.some((tool) => tool.function.name === called.name));
        assert.equal(typeof JSON.parse(called.arguments), "object");
      }
      const text = messageOf(await complete(bench, "Say hello", { tools: [] }));
      assert.ok(!("tool_calls" in text));
    },
  },
  {
    title: "says in a word why a chat answer ended",
    clauses: ["chat.finish"],
    async run(bench) {
      const finish = async (messages: unknown, more: object) =>
        choiceOf(await complete(bench, messages, { ...more })).finish_reason;
      assert.equal(await finish("Say hello", {}), "stop");
      assert.equal(await finish(twoCalls, { tools }), "tool_calls");
      const long = "Repeat: one two three four five six seven eight";
      assert.equal(await finish(long, { max_completion_tokens: 3 }), "length");
      assert.equal(await finish(long, { max_tokens: 3, max_completion_tokens: 900 }), "length");
    },
  },
  {
    title: "tells a chat's tokens and cost in numbers that add up",
    clauses: ["chat.usage"],
    async run(bench) {
      for (const more of [{}, { tools }, { max_completion_tokens: 1 }]) {
        const reply = await ask(bench, twoCalls, more);
        const { usage } = good(reply) as Completion;
        assert.ok(usage.prompt_tokens > 0 && usage.completion_tokens > 0);
        assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
        const { reasoning_tokens } = usage.completion_tokens_details;
        assert.ok(reasoning_tokens <= usage.completion_tokens);
        const cost = reply.headers.get("x-portico-cost");
        if (cost !== null) assert.equal(usage.cost, Number(cost));
      }
    },
  },
  {
    title: "names a chat's generation in a header, streamed or not",
    clauses: ["chat.generation"],
    async run(bench) {
      for (const stream of [false, true]) {
        const { headers, body } = await ask(bench, "Say hello", { stream });
        const id = Reflect.get(Object([body].flat()[0]), "id");
        assert.ok(typeof id === "string" && id !== "");
        assert.equal(headers.get("x-generation-id"), id);
      }
    },
  },
  {
    title: "books a chat, and shows it by the id of its reply",
    clauses: ["chat.generation", "chat.usage"],
    async run(bench) {
      requireState(bench);
      const { id, usage } = await complete(bench, "Say hello");
      const { data } = await read(bench, "getGeneration", { query: { id } });
      assert.deepEqual([data.id, data.total_cost], [id, usage.cost]);
    },
  },
  {
    title: "says the kind of a chat's failure as a word",
    clauses: ["chat.error_type"],
    async run(bench) {
      const wordOf = ({ error }: Schema<"ErrorEnvelope">) => error.metadata?.["error_type"];
      const { body } = validRequest(bench, "createChatCompletion");
      const unknown = await refused(bench, 401, "createChatCompletion", { body, key: "none" });
      assert.equal(wordOf(unknown), "authentication");
      const wrong = await refused(bench, 400, "createChatCompletion", { body: {} });
      assert.equal(wordOf(wrong), "invalid_request");
      if (!rehearses(bench)) return;
      for (const [status, word] of Object.entries(words)) {
        const reply = await provoke(bench, "createChatCompletion", Number(status));
        assert.equal(wordOf(refusedWith(reply, Number(status))), word);
      }
    },
  },
  {
    title: "says which limit refused a chat, why, and what helps",
    clauses: ["chat.402"],
    async run(bench) {
      const reply = await provoke(bench, "createChatCompletion", 402);
      const { metadata } = refusedWith(reply, 402).error;
      assert.ok(["key_limit", "credits"].includes(String(metadata?.["limit_source"])));
      const reasons = ["used_up", "too_little_left", "held_in_flight"];
      assert.ok(reasons.includes(String(metadata?.["reason"])));
      assert.match(String(metadata?.["remedy_hint"]), /^\w.*\.$/);
    },
  },
];
