import assert from "node:assert/strict";
import type { Case } from "../../suite/case.ts";
import { assertTrip, good, read, respond, trip } from "../ask.ts";
import { requireState } from "../provoke.ts";
import { ask, callsOf, type Message, say, textOf, tools, twoCalls } from "./ask-message.ts";

export const messageReplyCases: readonly Case[] = [
  {
    title: "answers with a message of the assistant, from the model that was asked",
    clauses: ["messages.reply"],
    async run(bench) {
      const reply = await say(bench, "Say hello");
      const { type, role, model, stop_reason, stop_sequence } = reply;
      assert.deepEqual([type, role, model], ["message", "assistant", bench.target.textModel]);
      assert.deepEqual([stop_reason, stop_sequence], ["end_turn", null]);
      assert.ok(textOf(reply));
      assert.ok(reply.id);
    },
  },
  {
    title: "counts a message's tokens as the same request to /responses has them",
    clauses: ["messages.usage"],
    async run(bench) {
      const { usage } = await say(bench, "Repeat: good morning");
      const counts = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
      const other = await respond(bench, "Repeat: good morning");
      const sent = counts.reduce((sum, count) => sum + count, usage.input_tokens);
      assert.equal(sent, other.usage?.input_tokens);
      assert.equal(usage.output_tokens, other.usage?.output_tokens);
      assert.ok((usage.output_tokens_details?.thinking_tokens ?? 0) <= usage.output_tokens);
    },
  },
  {
    title: "tells a message's cost as its header has it",
    clauses: ["messages.cost"],
    async run(bench) {
      const reply = await ask(bench, "Say hello");
      const { usage } = good(reply) as Message;
      assert.equal(typeof usage.cost, "number");
      const cost = reply.headers.get("x-portico-cost");
      if (cost !== null) assert.equal(usage.cost, Number(cost));
    },
  },
  {
    title: "books a message, and shows it by the id of its reply",
    clauses: ["messages.cost", "messages.generation-id"],
    async run(bench) {
      requireState(bench);
      const { id, usage } = await say(bench, "Say hello");
      const { data } = await read(bench, "getGeneration", { query: { id } });
      assert.deepEqual([data.id, data.total_cost], [id, usage.cost]);
    },
  },
  {
    title: "names a message's generation in a header, streamed or not",
    clauses: ["messages.generation-id"],
    async run(bench) {
      for (const stream of [false, true]) {
        const { headers, body } = await ask(bench, "Say hello", { stream });
        const first = Object([body].flat()[0]);
        const { id } = Object(Reflect.get(first, "message") ?? first);
        assert.ok(typeof id === "string" && id !== "");
        assert.equal(headers.get("x-generation-id"), id);
      }
    },
  },
  {
    title: "calls tools in a message with distinct ids and objects as input",
    clauses: ["messages.tool-use"],
    async run(bench) {
      const reply = await say(bench, twoCalls, { tools });
      const calls = callsOf(reply);
      assert.ok(calls.length >= 2, `only ${calls.length} calls`);
      assert.equal(reply.stop_reason, "tool_use");
      assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length);
      for (const { name, input } of calls) {
        assert.ok(tools.some((tool) => tool.name === name));
        assert.equal(typeof input["city"], "string");
      }
    },
  },
  {
    title: "calls the tool that a message forces, any, one, or none",
    clauses: ["messages.tool-use"],
    async run(bench) {
      const choose = async (tool_choice: object) =>
        callsOf(await say(bench, twoCalls, { tools, tool_choice }));
      const forced = await choose({ type: "tool", name: "get_time" });
      assert.ok(forced.length > 0);
      for (const { name } of forced) assert.equal(name, "get_time");
      assert.deepEqual(await choose({ type: "none" }), []);
      assert.equal((await choose({ type: "auto", disable_parallel_tool_use: true })).length, 1);
      const any = await say(bench, "Hello", { tools, tool_choice: { type: "any" } });
      assert.ok(callsOf(any).length > 0);
      const absent = await ask(bench, twoCalls, {
        tools,
        tool_choice: {
          type: "tool",
          name: "launch",
        },
      });
      assert.equal(absent.status, 400);
      assert.match(absent.text, /launch/);
    },
  },
  {
    title: "ends a message that used its tokens up with max_tokens",
    clauses: ["messages.max-tokens"],
    async run(bench) {
      const long = "Repeat: one two three four five six seven eight";
      const { stop_reason, usage } = await say(bench, long, { max_tokens: 3 });
      assert.equal(stop_reason, "max_tokens");
      assert.ok(usage.output_tokens <= 3);
    },
  },
  {
    title: "answers a message with JSON of a schema where that is asked for",
    clauses: ["messages.accepts"],
    async run(bench) {
      const output_config = { format: { type: "json_schema", schema: trip.schema } };
      assertTrip(textOf(await say(bench, trip.question, { output_config })));
    },
  },
];
