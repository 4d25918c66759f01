import assert from "node:assert/strict";
import type { StreamEvent } from "@portico/contract";
import { eventStream } from "@portico/contract/judge/judge";
import { type Case, requireAdditions } from "../suite/case.ts";
import { callsOf, good, stream, textOf, timeTool, weatherQuestion, weatherTool } from "./ask.ts";
import { failingStream } from "./provoke.ts";

const typesOf = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

function only<Type extends StreamEvent["type"]>(
  events: readonly StreamEvent[],
  type: Type,
): Extract<StreamEvent, { type: Type }>[] {
  return events.filter(
    (event): event is Extract<StreamEvent, { type: Type }> => event.type === type,
  );
}

export const streamCases: readonly Case[] = [
  {
    title: "streams when stream is true, and not otherwise, for every Accept header",
    clauses: ["4.5.stream", "4.5.stream.true", "4.5.200", "6.format"],
    async run(bench) {
      const ask = (more: object, accept: string) =>
        bench.send("createResponse", {
          body: { model: bench.target.textModel, input: "Say hello", ...more },
          headers: { Accept: accept },
        });
      const streamed = await ask({ stream: true }, "application/json");
      assert.equal(streamed.mediaType, eventStream);
      for (const more of [{}, { stream: false }])
        assert.equal(
          (await ask(more, "text/event-stream, application/json")).mediaType,
          "application/json",
        );
    },
  },
  {
    title: "streams a text in order: announced in progress, in pieces, finished as completed",
    clauses: [
      "3.streaming",
      "3.response",
      "3.message",
      "6.order",
      "6.done",
      "6.format",
      "6.response.created",
      "6.response.output_item.added",
      "6.response.output_item.added.item",
      "6.response.content_part.added",
      "6.response.content_part.added.part",
      "6.response.content_part.delta",
      "6.response.output_item.done",
      "6.response.output_item.done.item",
      "6.response.done",
    ],
    async run(bench) {
      const events = await stream(bench, "Say hello");
      const [created] = only(events, "response.created");
      assert.equal(events[0], created);
      assert.equal(created?.response.status, "in_progress");
      const [added] = only(events, "response.output_item.added");
      assert.ok(added?.item.type === "message");
      assert.deepEqual([added.item.status, added.item.content], ["in_progress", []]);
      assert.equal(only(events, "response.content_part.added")[0]?.part.text, "");
      const [done] = only(events, "response.output_item.done");
      assert.ok(done?.item.type === "message");
      assert.equal(done.item.status, "completed");
      const pieces = only(events, "response.content_part.delta").map(({ delta }) => delta);
      assert.equal(pieces.join(""), done.item.content.map(({ text }) => text).join(""));
      const last = events.at(-1);
      assert.ok(last?.type === "response.done");
      assert.equal(last.response.status, "completed");
      assert.equal(last.response.id, created.response.id);
    },
  },
  {
    title: "says the same in both vocabularies",
    clauses: ["1.compatible", "6.response.content_part.delta"],
    async run(bench) {
      requireAdditions(bench, "The events that client libraries read");
      const events = await stream(bench, "Say hello");
      const specified = only(events, "response.content_part.delta").map(({ delta }) => delta);
      const common = only(events, "response.output_text.delta").map(({ delta }) => delta);
      assert.deepEqual(specified, common);
      const [completed] = only(events, "response.completed");
      const [done] = only(events, "response.done");
      assert.deepEqual(completed?.response.usage, done?.response.usage);
      assert.equal(completed && textOf(completed.response), common.join(""));
    },
  },
  {
    title: "streams calls with whole arguments, one item each",
    clauses: [
      "6.response.function_call_arguments.done",
      "6.response.output_item.added.item",
      "6.response.output_item.done.item",
      "6.order",
      "4.5.3",
      "2.6.function_call.name.defined",
    ],
    async run(bench) {
      const events = await stream(bench, weatherQuestion, { tools: [weatherTool, timeTool] });
      const done = only(events, "response.function_call_arguments.done");
      assert.ok(done.length >= 2, `only ${done.length} calls`);
      for (const event of done) JSON.parse(event.arguments);
      const items = only(events, "response.output_item.done").map(({ item }) => item);
      const calls = items.filter((item) => item.type === "function_call");
      assert.deepEqual(
        calls.map((call) => call.arguments),
        done.map((event) => event.arguments),
      );
      const [completed] = only(events, "response.completed");
      if (bench.additions) assert.deepEqual(completed && callsOf(completed.response), calls);
      for (const added of only(events, "response.output_item.added"))
        if (added.item.type === "function_call")
          assert.ok(["get_weather", "get_time"].includes(added.item.name), added.item.name);
    },
  },
  {
    title: "leaves out of the .stream() helper's stream what it cannot take",
    clauses: ["1.compatible"],
    async run(bench) {
      requireAdditions(bench, "The header and what it leaves out");
      const reply = await bench.send("createResponse", {
        body: { model: bench.target.textModel, input: "Say hello", stream: true },
        headers: { "X-Stainless-Helper-Method": "stream" },
      });
      const types = new Set(typesOf(good(reply) as StreamEvent[]));
      for (const type of ["response.content_part.delta", "response.done"] as const)
        assert.ok(!types.has(type), type);
    },
  },
  {
    title: "ends a stream that breaks off in failure: error, response.failed, [DONE]",
    clauses: ["6.done", "6.order"],
    async run(bench) {
      requireAdditions(bench, "The events of a failure");
      const input = "Say hello to everyone in this room";
      const body = { model: bench.target.textModel, input };
      const reply = await failingStream(bench, "createResponse", body);
      const types = typesOf(good(reply) as StreamEvent[]);
      assert.deepEqual(types.slice(-3, -1), ["error", "response.failed"]);
      assert.ok(!types.includes("response.completed"));
    },
  },
  {
    title: "writes only lines of JSON, so that there is nothing for a client to ignore",
    clauses: ["6.ignore", "6.format"],
    async run(bench) {
      const body = { model: bench.target.textModel, input: "Say hello", stream: true };
      const { text } = await bench.send("createResponse", { body });
      const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith(":"));
      assert.equal(lines.at(-1), "data: [DONE]");
      for (const line of lines.slice(0, -1)) JSON.parse(line.replace(/^data: /, ""));
    },
  },
];
