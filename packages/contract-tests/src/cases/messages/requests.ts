import assert from "node:assert/strict";
import type { Case } from "../../suite/case.ts";
import { good, image } from "../ask.ts";
import {
  answered,
  ask,
  assistant,
  callsOf,
  envelope,
  messageBody,
  refusal,
  say,
  textOf,
  toolResult,
  tools,
  toolUse,
  twoCalls,
  user,
} from "./ask-message.ts";

const cache = { cache_control: { type: "ephemeral", ttl: "1h" } };
const [, data = ""] = image.split(",");
const picture = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data },
};
const notes = {
  type: "document",
  title: "Notes",
  context: null,
  source: {
    type: "text",
    media_type: "text/plain",
    data: "The pixel is red.",
  },
};

export const messageRequestCases: readonly Case[] = [
  {
    title: "takes a conversation of messages with texts, documents, tools and their results",
    clauses: ["messages.accepts"],
    async run(bench) {
      const messages = [
        user([{ type: "text", text: "How is it?", ...cache }, notes]),
        assistant([{ type: "text", text: "" }, toolUse("c1", { city: "Rome" })]),
        user([{ ...toolResult("c1"), is_error: false, ...cache }]),
        assistant("It is sunny."),
        { role: "system", content: "Be brief." },
        user("Say hello"),
      ];
      const more = { tools: tools.map((tool) => ({ ...tool, type: "custom", ...cache })) };
      assert.ok(textOf(await say(bench, messages, more)));
      for (const content of [null, undefined, "", [], [{ type: "text", text: "sunny" }]])
        await say(bench, [
          user("How is it?"),
          assistant([toolUse("c1")]),
          user([
            { ...toolResult("c1"), content, is_error: true },
            { type: "text", text: "Hm" },
          ]),
        ]);
    },
  },
  {
    title: "takes an image in a message, or says that the model does not",
    clauses: ["messages.accepts"],
    async run(bench) {
      const reply = await ask(bench, [user([picture, { type: "text", text: "What is this?" }])]);
      assert.ok([200, 400, 404].includes(reply.status), reply.text);
      if (reply.status === 400) assert.doesNotMatch(reply.text, /must be/);
    },
  },
  {
    title: "takes the system prompt of a message as a text and as blocks",
    clauses: ["messages.system"],
    async run(bench) {
      const block = (text: string) => ({ type: "text", text });
      const texts = [];
      for (const system of ["Be brief.", [{ ...block("Be brief."), ...cache }], [], "", null])
        texts.push(textOf(await say(bench, "Say hello", { system })));
      assert.ok(texts.every((text) => text !== ""));
      await refusal(bench, "Say hello", { system: 5 });
      const long = await say(bench, "Say hello", {
        system: [block("Be brief."), block("Be kind.")],
      });
      const short = await say(bench, "Say hello");
      assert.ok(long.usage.input_tokens > short.usage.input_tokens, "system is not read");
    },
  },
  {
    title: "takes fields, blocks, tools, versions and betas of messages that it does not know",
    clauses: ["messages.unknown"],
    async run(bench) {
      const more = {
        context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
        output_config: { effort: "low", of_tomorrow: true },
        metadata: { user_id: "u", x: 1 },
        tools: [...tools, { type: "web_search_20990101", name: "web_search", max_uses: 3 }],
        thinking: { type: "of_tomorrow" },
        speed: "fast",
        temperature: null,
      };
      const messages = [
        user([
          { type: "of_tomorrow", x: [] },
          { type: "text", text: "Say hello" },
        ]),
      ];
      const headers = {
        "anthropic-version": "2099-01-01",
        "anthropic-beta": "claude-code-20250219,of-tomorrow-2099-01-01",
        "anthropic-of-tomorrow": "1",
      };
      const reply = await ask(bench, messages, more, { headers });
      const { stop_reason } = good(reply) as Awaited<ReturnType<typeof say>>;
      assert.equal(stop_reason, "end_turn");
    },
  },
  {
    title: "answers messages at an address with a query",
    clauses: ["messages.query"],
    async run(bench) {
      const body = messageBody(bench, "Say hello");
      good(await bench.send("createMessage", { body, query: { beta: "true" } }));
    },
  },
  {
    title: "refuses a message without model, max_tokens or messages, and names the field",
    clauses: ["messages.required"],
    async run(bench) {
      for (const [change, field] of [
        [{ model: undefined }, "model"],
        [{ max_tokens: undefined }, "max_tokens"],
        [{ max_tokens: 0 }, "max_tokens"],
        [{ messages: undefined }, "messages"],
        [{ messages: [] }, "messages"],
      ] as const) {
        const { error } = await refusal(bench, "hello", change);
        assert.deepEqual([error.metadata?.["field"], error.message.includes(field)], [field, true]);
      }
    },
  },
  {
    title: "refuses values of a message that are out of range, and roles that it does not know",
    clauses: ["messages.required"],
    async run(bench) {
      for (const [field, value] of [
        ["temperature", 3],
        ["top_p", -1.1],
        ["top_k", -2],
        ["max_tokens", 1.5],
        ["stop_sequences", "x"],
        ["tool_choice", { type: "all" }],
      ] as const) {
        const { error } = await refusal(bench, "hello", { [field]: value, tools });
        assert.ok(String(error.metadata?.["field"]).startsWith(field), error.message);
      }
      for (const role of ["tool", "developer", ""])
        await refusal(bench, [{ role, content: "hello" }]);
    },
  },
  {
    title: "pairs the calls and the results of messages, and says which one has no partner",
    clauses: ["messages.pairs"],
    async run(bench) {
      const { content } = await say(bench, twoCalls, { tools });
      const next = await say(bench, answered(content), { tools });
      assert.deepEqual([next.stop_reason, callsOf(next)], ["end_turn", []]);
      const asked = user("How is it?");
      const called = assistant([toolUse("c1")]);
      const faulty: readonly (readonly [unknown[], string])[] = [
        [[user([toolResult("c1")])], "messages[0].content[0].tool_use_id"],
        [[user([toolResult("c1")]), called], "messages[0].content[0].tool_use_id"],
        [
          [asked, called, user([toolResult("c1"), toolResult("c1")])],
          "messages[2].content[1].tool_use_id",
        ],
        [[asked, assistant([toolUse("c1"), toolUse("c1")])], "messages[1].content[1].id"],
      ];
      for (const [messages, place] of faulty)
        assert.equal((await refusal(bench, messages)).error.metadata?.["field"], place);
    },
  },
  {
    title: "refuses a thread of messages so that client libraries send everything",
    clauses: ["messages.thread"],
    async run(bench) {
      const headers = { "anthropic-beta": "message-threads-2026-08-12" };
      for (const thread of [{ type: "create" }, { type: "continue", previous_message_id: "m" }]) {
        const reply = await ask(bench, "hello", { thread }, { headers });
        const { error } = envelope(reply, 400);
        assert.equal(error.type, "invalid_request_error");
        assert.equal(error.details?.["error_code"], "thread_unsupported_request");
        assert.deepEqual(error.details["unsupported"], ["thread"]);
      }
      await say(bench, "hello", { thread: null });
    },
  },
  {
    title: "takes the key of a message from either header, and not two keys",
    clauses: ["messages.keys", "messages.two-keys"],
    async run(bench) {
      const { apiKey } = bench.target;
      const withKeys = async (own: string, key: "ordinary" | "none") =>
        ask(bench, "Say hello", {}, { key, headers: { "x-api-key": own } });
      good(await ask(bench, "Say hello"));
      good(await withKeys(apiKey, "none"));
      good(await withKeys(apiKey, "ordinary"));
      good(await withKeys("", "ordinary"));
      envelope(await withKeys(`${apiKey}x`, "ordinary"), 401);
      envelope(await withKeys("", "none"), 401);
      envelope(await ask(bench, "Say hello", {}, { key: "none" }), 401);
    },
  },
];
