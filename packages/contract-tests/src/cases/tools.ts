import assert from "node:assert/strict";
import type { Case } from "../suite/case.ts";
import {
  callsOf,
  image,
  refused,
  respond,
  textOf,
  timeTool,
  userItem,
  weatherQuestion,
  weatherTool,
} from "./ask.ts";

export const toolCases: readonly Case[] = [
  {
    title:
      "calls tools in parallel, one item a call, with distinct ids and arguments that are JSON",
    clauses: [
      "2.5.calls-only",
      "2.6.output",
      "2.6.function_call.name.defined",
      "2.6.function_call.arguments.json",
      "4.5.3",
      "4.5.tools",
      "4.5.tool_choice",
    ],
    async run(bench) {
      const tools = [weatherTool, timeTool];
      const response = await respond(bench, weatherQuestion, { tools, tool_choice: "auto" });
      const calls = callsOf(response);
      assert.ok(calls.length >= 2, `only ${calls.length} calls`);
      assert.equal(response.status, "completed");
      assert.equal(new Set(calls.map(({ call_id }) => call_id)).size, calls.length);
      for (const { name, arguments: text } of calls) {
        assert.ok(tools.some((tool) => tool.name === name));
        assert.equal(typeof JSON.parse(text), "object");
      }
    },
  },
  {
    title: "goes on once every call is answered with its call_id",
    clauses: ["4.5.3", "4.5.2"],
    async run(bench) {
      const tools = [weatherTool];
      const { output } = await respond(bench, weatherQuestion, { tools });
      const results = output.flatMap((item) =>
        item.type === "function_call"
          ? [{ type: "function_call_output", call_id: item.call_id, output: "It is sunny." }]
          : [],
      );
      assert.ok(results.length > 0);
      const input = [userItem(weatherQuestion), ...output, ...results];
      const response = await respond(bench, input, { tools });
      assert.notEqual(textOf(response), "");
    },
  },
  {
    title: "refuses an output without its call, and arguments that are no JSON, with the place",
    clauses: ["2.6.function_call_output.call_id.paired", "2.6.function_call.arguments.json"],
    async run(bench) {
      const call = { type: "function_call", id: "fc_1", name: "get_weather" };
      const asks = (call_id: string, text = "{}") => ({ ...call, call_id, arguments: text });
      const answers = (call_id: string) => ({
        type: "function_call_output",
        output: "sunny",
        call_id,
      });
      const faulty: readonly (readonly [unknown[], string])[] = [
        [[userItem("How is it?"), asks("c1"), answers("c1"), answers("c2")], "input[3].call_id"],
        [[userItem("How is it?"), asks("c1", '{"city":"'), answers("c1")], "input[1].arguments"],
      ];
      for (const [input, place] of faulty) {
        const body = { model: bench.target.textModel, input, tools: [weatherTool] };
        const { error } = await refused(bench, 400, "createResponse", { body });
        assert.ok(error.message.includes(place), error.message);
      }
    },
  },
  {
    title: "takes the output of a call as text and as parts",
    clauses: ["2.6.function_call_output.output", "2.6.function_call_output.non-text"],
    async run(bench) {
      const call = {
        type: "function_call",
        id: "fc_1",
        call_id: "c1",
        name: "get_weather",
        arguments: "{}",
      };
      const answer = (output: unknown) => [
        userItem("How is it?"),
        call,
        { type: "function_call_output", call_id: "c1", output },
      ];
      await respond(bench, answer("sunny"), { tools: [weatherTool] });
      await respond(bench, answer([{ type: "input_text", text: "sunny" }]), {
        tools: [weatherTool],
      });
      const parts = [
        { type: "input_text", text: "see" },
        { type: "input_image", image_url: image },
      ];
      const body = { model: bench.target.textModel, input: answer(parts), tools: [weatherTool] };
      const reply = await bench.send("createResponse", { body });
      assert.ok([200, 400, 404].includes(reply.status), reply.text);
    },
  },
  {
    title: "obeys tool_choice none and the forced tool",
    clauses: ["4.5.tool_choice.none", "4.5.tool_choice.function"],
    async run(bench) {
      const tools = [weatherTool, timeTool];
      const none = await respond(bench, weatherQuestion, { tools, tool_choice: "none" });
      assert.deepEqual(callsOf(none), []);
      const choice = { type: "function", name: "get_time" };
      const forced = callsOf(await respond(bench, weatherQuestion, { tools, tool_choice: choice }));
      assert.ok(forced.length > 0);
      assert.ok(forced.every(({ name }) => name === "get_time"));
    },
  },
];
