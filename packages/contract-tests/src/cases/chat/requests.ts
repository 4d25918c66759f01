import assert from "node:assert/strict";
import { type JsonSchema, loadDocument } from "@portico/contract";
import type { Case } from "../../suite/case.ts";
import { assertTrip, image, trip, weatherQuestion } from "../ask.ts";
import {
  ask,
  callsOf,
  chatBody,
  choiceOf,
  complete,
  messageOf,
  refusal,
  resultsOf,
  tools,
  twoCalls,
  user,
} from "./ask-chat.ts";

const fields = Object.entries(loadDocument().components.schemas["ChatRequest"]?.properties ?? {});

/** A value below and one beyond what a field may have. */
function beyond({ minimum, maximum }: JsonSchema): number[] {
  return [
    ...(typeof minimum === "number" ? [minimum - 1] : []),
    ...(typeof maximum === "number" ? [maximum + 1] : []),
  ];
}

const weather = { type: "function", function: { name: "get_weather" } };
const call = (id: string, text = "{}") => ({
  id,
  type: "function",
  function: {
    name: "get_weather",
    arguments: text,
  },
});
const said = (...calls: object[]) => ({ role: "assistant", content: null, tool_calls: calls });
const result = (tool_call_id: string) => ({ role: "tool", tool_call_id, content: "sunny" });

export const chatRequestCases: readonly Case[] = [
  {
    title: "refuses a chat request without model or messages, and names the field",
    clauses: ["chat.required"],
    async run(bench) {
      for (const [change, field] of [
        [{ model: undefined }, "model"],
        [{ messages: undefined }, "messages"],
        [{ messages: [] }, "messages"],
      ] as const) {
        const refused = await refusal(bench, "hello", change);
        assert.deepEqual([field, refused.message.includes(field)], [refused.field, true]);
      }
    },
  },
  {
    title: "takes chat messages of five roles, and refuses others",
    clauses: ["chat.roles"],
    async run(bench) {
      await complete(bench, [
        { role: "system", content: "Be brief." },
        { role: "developer", content: "Be kind." },
        user("How is the weather?"),
        said(call("c1")),
        { ...result("c1"), name: "get_weather" },
        { role: "assistant", content: "It is sunny." },
        user("Say hello"),
      ]);
      for (const role of ["function", "model", "User", ""])
        await refusal(bench, [{ role, content: "hello" }]);
      await refusal(bench, [{ content: "hello" }]);
    },
  },
  {
    title: "takes chat content as text and as parts, and none of an assistant and a tool",
    clauses: ["chat.content"],
    async run(bench) {
      const none = ["", null, undefined, [], [{ type: "text", text: "" }]];
      for (const content of none)
        await complete(bench, [
          user([{ type: "text", text: "How is it?" }]),
          { ...said(call("c1")), content },
          { ...result("c1"), content },
          { role: "assistant", content: [{ type: "refusal", refusal: "No." }], refusal: null },
          user("Say hello"),
        ]);
      await refusal(bench, [user(null)]);
    },
  },
  {
    title: "takes the address of an image in an object and alone",
    clauses: ["chat.images"],
    async run(bench) {
      for (const image_url of [{ url: image }, { url: image, detail: "low" }, image]) {
        const content = [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url },
        ];
        const reply = await ask(bench, [user(content)]);
        // A model without such input says so with 400, or with 404 because no endpoint can process it.
        assert.ok([200, 400, 404].includes(reply.status), reply.text);
        if (reply.status === 400) assert.doesNotMatch(reply.text, /must be/);
      }
    },
  },
  {
    title: "takes null for every optional field of a chat request",
    clauses: ["chat.null"],
    async run(bench) {
      const { model, messages } = chatBody(bench, "hello");
      const empty = fields.map(([name]): [string, unknown] => [name, null]);
      await complete(bench, "hello", { ...Object.fromEntries(empty), model, messages });
    },
  },
  {
    title: "takes chat fields and tools that it does not know, and leaves them out",
    clauses: ["chat.unknown"],
    async run(bench) {
      const unknown = { plugins: [], transforms: [], route: "fallback", trace: {}, debug: {} };
      const others = { safety_identifier: "u", prediction: null, modalities: ["text"], x: 1 };
      const search = [{ type: "web_search", search_context_size: "low" }];
      const reply = await complete(bench, weatherQuestion, {
        ...unknown,
        ...others,
        tools: search,
        tool_choice: "none",
      });
      assert.deepEqual(callsOf(reply), []);
      const refused = await refusal(bench, weatherQuestion, { tools: search });
      assert.match(refused.message, /web_search/);
    },
  },
  {
    title: "refuses chat values that are out of range, and names the field",
    clauses: ["chat.ranges"],
    async run(bench) {
      const ranges = fields.flatMap(([name, schema]) =>
        beyond(schema).map((value) => [name, value] as const),
      );
      assert.ok(ranges.length > 15);
      for (const [name, value] of ranges)
        assert.equal((await refusal(bench, "hello", { [name]: value })).field, name);
    },
  },
  {
    title: "refuses more than one chat answer, and says what to do instead",
    clauses: ["chat.n"],
    async run(bench) {
      await complete(bench, "hello", { n: 1 });
      const { field, message } = await refusal(bench, "hello", { n: 2 });
      assert.equal(field, "n");
      assert.match(message, /one answer.*Send the request/s);
    },
  },
  {
    title: "answers chats in the form that is asked for, and refuses unknown forms with the reason",
    clauses: ["chat.format"],
    async run(bench) {
      const answerIn = async (response_format: object) =>
        messageOf(await complete(bench, trip.question, { response_format })).content ?? "";
      const json_schema = { name: "trip", strict: true, schema: trip.schema };
      assertTrip(await answerIn({ type: "json_schema", json_schema }));
      const value = JSON.parse(await answerIn({ type: "json_object" }));
      assert.ok(typeof value === "object" && value !== null);
      for (const type of ["grammar", "python"]) {
        const refused = await refusal(bench, trip.question, { response_format: { type } });
        assert.equal(refused.field, "response_format.type");
        assert.match(refused.message, /json_schema.*provider/s);
      }
    },
  },
  {
    title: "refuses two chat efforts that differ",
    clauses: ["chat.effort"],
    async run(bench) {
      const effort = (long: string, short: string) => ({
        reasoning: { effort: long },
        reasoning_effort: short,
      });
      await complete(bench, "hello", effort("low", "low"));
      const { field } = await refusal(bench, "hello", effort("low", "high"));
      assert.equal(field, "reasoning_effort");
    },
  },
  {
    title: "calls the function that a chat forces, and refuses one that is not defined",
    clauses: ["chat.tool_choice"],
    async run(bench) {
      const forced = { type: "function", function: { name: "get_time" } };
      const reply = await complete(bench, twoCalls, { tools, tool_choice: forced });
      assert.ok(callsOf(reply).length > 0);
      for (const called of callsOf(reply)) assert.equal(called.function.name, "get_time");
      const none = await complete(bench, twoCalls, { tools, tool_choice: "none" });
      assert.deepEqual(callsOf(none), []);
      const required = await complete(bench, "Hello", { tools, tool_choice: "required" });
      assert.ok(callsOf(required).length > 0);
      const single = await complete(bench, twoCalls, { tools, parallel_tool_calls: false });
      assert.equal(callsOf(single).length, 1);
      const absent = { type: "function", function: { name: "launch" } };
      const { message } = await refusal(bench, twoCalls, { tools, tool_choice: absent });
      assert.match(message, /launch/);
    },
  },
  {
    title: "pairs the calls and the results of a chat, and says which one has no partner",
    clauses: ["chat.pairs"],
    async run(bench) {
      const first = await complete(bench, twoCalls, { tools });
      const results = resultsOf(callsOf(first));
      const next = await complete(bench, [...twoCalls, messageOf(first), ...results], { tools });
      assert.equal(choiceOf(next).finish_reason, "stop");
      const asked = user("How is it?");
      const faulty: readonly (readonly [unknown[], string])[] = [
        [[asked, result("c1")], "messages[1].tool_call_id"],
        [[asked, result("c1"), said(call("c1"))], "messages[1].tool_call_id"],
        [[asked, said(call("c1")), result("c1"), result("c1")], "messages[3].tool_call_id"],
        [[asked, said(call("c1"), call("c1")), result("c1")], "messages[1].tool_calls[1].id"],
        [
          [asked, said(call("c1", '{"city":')), result("c1")],
          "messages[1].tool_calls[0].function.arguments",
        ],
      ];
      for (const [messages, place] of faulty)
        assert.equal((await refusal(bench, messages, { tools: [weather] })).field, place);
    },
  },
];
