import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import { type Case, requireAdditions } from "../suite/case.ts";
import {
  good,
  image,
  refused,
  refusedWith,
  respond,
  textOf,
  userItem,
  weatherQuestion,
  weatherTool,
} from "./ask.ts";

const assistant = (text: string) => ({
  type: "message",
  role: "assistant",
  id: "msg_1",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});

export const responsesCases: readonly Case[] = [
  {
    title: "takes a string as plain text input",
    clauses: ["4.5.input.string", "4.5.200", "2.5"],
    async run(bench) {
      const response = await respond(bench, "Say hello");
      assert.equal(response.status, "completed");
      assert.notEqual(textOf(response), "");
    },
  },
  {
    title: "names the model that was asked, and counts tokens that add up",
    clauses: ["2.5.model", "2.5.usage", "2.5.created_at"],
    async run(bench) {
      for (const more of [{}, { tools: [weatherTool] }]) {
        const { id, model, usage } = await respond(bench, weatherQuestion, more);
        assert.notEqual(id, "");
        assert.equal(model, bench.target.textModel);
        assert.ok(usage);
        assert.ok(usage.input_tokens > 0 && usage.output_tokens > 0);
        assert.equal(usage.total_tokens, usage.input_tokens + usage.output_tokens);
      }
    },
  },
  {
    title: "takes items: earlier messages in order, then the new one",
    clauses: ["4.5.2", "2.6.input"],
    async run(bench) {
      await respond(bench, [
        userItem("Hello"),
        assistant("Hi, what is it?"),
        userItem("Say hello again"),
      ]);
    },
  },
  {
    title: "goes on from a conversation that it has compacted",
    clauses: ["2.6.input"],
    async run(bench) {
      requireAdditions(bench, "Summaries");
      const input = [userItem("My name is Ada"), assistant("Hello Ada")];
      const body = { model: bench.target.textModel, input };
      const reply = good(await bench.send("compactResponse", { body }));
      const { output } = reply as Output<"compactResponse">;
      assert.deepEqual(
        output.map((item) => item.type ?? "message"),
        ["message", "compaction"],
      );
      await respond(bench, [...output, userItem("Say hello")]);
    },
  },
  {
    title: "refuses an assistant message without id or status, and names the item",
    clauses: ["4.5.1", "2.6.message.id", "2.6.message.status"],
    async run(bench) {
      for (const missing of ["id", "status"]) {
        const { [missing]: _, ...item } = assistant("Hi") as Record<string, unknown>;
        const input = [userItem("Hello"), item, userItem("Go on")];
        const reply = await bench.send("createResponse", {
          body: { model: bench.target.textModel, input },
        });
        const { error } = refusedWith(reply, 400);
        // The service chooses the words of a message.
        if (!bench.additions) continue;
        assert.match(error.message, /input\[1\]/);
        assert.match(error.message, new RegExp(missing));
      }
    },
  },
  {
    title: "takes text, images and files as parts of a message",
    clauses: ["2.6.parts", "2.6.message.content.user"],
    async run(bench) {
      const file = {
        type: "input_file",
        filename: "a.txt",
        file_data: "data:text/plain;base64,aGk=",
      };
      for (const part of [{ type: "input_image", image_url: image }, file]) {
        const content = [{ type: "input_text", text: "What is this?" }, part];
        const body = { model: bench.target.textModel, input: [{ ...userItem(""), content }] };
        const reply = await bench.send("createResponse", { body });
        // A model without such input says so with 400, or with 404 because no endpoint can process it.
        assert.ok([200, 400, 404].includes(reply.status), reply.text);
      }
    },
  },
  {
    title: "remembers nothing: refuses to go on from a response, and needs the whole conversation",
    clauses: ["1.stateless"],
    async run(bench) {
      requireAdditions(bench, "References to earlier responses");
      const first = await respond(bench, "My name is Ada");
      const body = {
        model: bench.target.textModel,
        input: "What is my name?",
        previous_response_id: first.id,
      };
      await refused(bench, 400, "createResponse", { body });
    },
  },
  {
    title: "generates no more than max_output_tokens",
    clauses: ["4.5.max_output_tokens.obeyed"],
    async run(bench) {
      const response = await respond(bench, "Repeat: one two three four five six seven eight", {
        max_output_tokens: 3,
      });
      assert.ok((response.usage?.output_tokens ?? 99) <= 3);
      assert.equal(response.status, "incomplete");
    },
  },
  {
    title: "takes temperature from 0 to 2 and top_p from 0 to 1, and nothing beyond",
    clauses: ["4.5.temperature", "4.5.top_p", "8.temperature", "8.top_p"],
    async run(bench) {
      for (const sampling of [{ temperature: 0 }, { temperature: 2 }, { top_p: 0 }, { top_p: 1 }])
        await respond(bench, "x", sampling);
      for (const wrong of [
        { temperature: -0.1 },
        { temperature: 2.1 },
        { top_p: -0.1 },
        { top_p: 1.1 },
      ]) {
        const body = { model: bench.target.textModel, input: "x", ...wrong };
        await refused(bench, 400, "createResponse", { body });
      }
    },
  },
  {
    title: "works with the forms that client libraries send",
    clauses: ["1.compatible"],
    async run(bench) {
      requireAdditions(bench, "The shorter forms");
      await respond(bench, [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
      ]);
      await respond(bench, [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: "Go on" },
      ]);
      await respond(bench, "Hello", {
        store: true,
        include: [],
        user: "u",
        metadata: { a: "b" },
        text: {},
        reasoning: {},
        truncation: null,
        previous_response_id: null,
        service_tier: "auto",
        instructions: null,
      });
    },
  },
  {
    title: "has 404 for a response that it does not keep",
    clauses: ["1.stateless"],
    async run(bench) {
      requireAdditions(bench, "Responses that are kept");
      const params = { id: "gen-absent" };
      await refused(bench, 404, "getResponse", { params });
      await refused(bench, 404, "deleteResponse", { params });
    },
  },
];
