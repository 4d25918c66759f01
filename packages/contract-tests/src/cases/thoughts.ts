import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import { type Case, requireAdditions } from "../suite/case.ts";
import {
  callsOf,
  good,
  respond,
  stream,
  textOf,
  timeTool,
  weatherQuestion,
  weatherTool,
} from "./ask.ts";
import { thinkingModel } from "./provoke.ts";

const sealed = { include: ["reasoning.encrypted_content"] };
const inWords = { reasoning: { summary: "auto" } };
const tools = { tools: [weatherTool, timeTool] };
const user = (content: string) => ({ type: "message", role: "user", content });
const recall = user("What numbers have you thought of?");

/** A model whose thoughts are known: it thinks of a number, and repeats those that come back to it. */
function thinker(bench: Bench): { readonly model: string } {
  requireAdditions(bench, "Thoughts");
  return thinkingModel(bench);
}

function thoughtsOf({ output }: Schema<"Response">): Schema<"ReasoningOutput">[] {
  return output.filter((item) => item.type === "reasoning");
}

function numbersIn(response: Schema<"Response">): readonly string[] {
  const texts = thoughtsOf(response).flatMap(({ summary }) => summary.map(({ text }) => text));
  const numbers = texts.join(" ").match(/\d{6}/g) ?? [];
  assert.ok(numbers.length > 0, `There is no number in the thoughts: ${texts.join(" ")}`);
  return numbers;
}

/** The streamed response, as its last event that holds all of it says. */
async function streamed(bench: Bench, input: unknown, more: object) {
  const events = await stream(bench, input, { ...more });
  const completed = events.find((event) => event.type === "response.completed");
  assert.ok(completed?.type === "response.completed", "The stream has no response.completed.");
  return { events, response: completed.response };
}

export const thoughtCases: readonly Case[] = [
  {
    title: "shows no thought to callers who ask for none, streamed or not",
    clauses: ["1.compatible", "2.6.output"],
    async run(bench) {
      const model = thinker(bench);
      const body = await respond(bench, weatherQuestion, { ...model, ...tools });
      const { events, response } = await streamed(bench, weatherQuestion, { ...model, ...tools });
      for (const each of [body, response]) assert.deepEqual(thoughtsOf(each), []);
      assert.deepEqual(
        events.filter(({ type }) => type.startsWith("response.reasoning")),
        [],
      );
    },
  },
  {
    title: "gives each thought sealed and without words, before the call that it led to",
    clauses: ["1.compatible", "2.6.output"],
    async run(bench) {
      const asked = { ...thinker(bench), ...tools, ...sealed };
      const body = await respond(bench, weatherQuestion, asked);
      const { response } = await streamed(bench, weatherQuestion, asked);
      for (const each of [body, response]) {
        const kinds = each.output.map(({ type }) => type);
        assert.ok(callsOf(each).length >= 2, `only ${callsOf(each).length} calls`);
        assert.deepEqual(
          kinds,
          callsOf(each).flatMap(({ type }) => ["reasoning", type]),
        );
        for (const thought of thoughtsOf(each)) {
          assert.deepEqual([thought.summary, thought.status], [[], "completed"]);
          assert.ok(thought.encrypted_content, "The thought has no encrypted_content.");
        }
        assert.equal(new Set(each.output.map(({ id }) => id)).size, each.output.length);
      }
    },
  },
  {
    title: "gives thoughts in words, the same streamed or not, apart from the text",
    clauses: ["1.compatible", "6.order"],
    async run(bench) {
      const asked = { ...thinker(bench), ...inWords };
      const body = await respond(bench, "Count to 3", asked);
      const { events, response } = await streamed(bench, "Count to 3", asked);
      const words = thoughtsOf(body).flatMap(({ summary }) => summary.map(({ text }) => text));
      assert.notEqual(words.join(""), "");
      const deltas = events.flatMap((event) =>
        event.type === "response.reasoning_summary_text.delta" ? [event.delta] : [],
      );
      assert.equal(deltas.join(""), words.join(""));
      for (const each of [body, response]) {
        assert.deepEqual(
          thoughtsOf(each).map(({ summary, encrypted_content }) => [summary, encrypted_content]),
          [[words.map((text) => ({ type: "summary_text", text })), undefined]],
        );
        for (const number of numbersIn(each)) assert.ok(!textOf(each).includes(number), number);
      }
    },
  },
  {
    title: "goes on with thoughts that come back, after calls and after a text",
    clauses: ["1.compatible", "4.5.3"],
    async run(bench) {
      const asked = { ...thinker(bench), ...tools, ...sealed, ...inWords };
      const first = await respond(bench, weatherQuestion, asked);
      const results = callsOf(first).map(({ call_id }) => ({
        type: "function_call_output",
        call_id,
        output: "It is sunny.",
      }));
      const conversation = [user(weatherQuestion), ...first.output, ...results];
      const second = await respond(bench, conversation, asked);
      assert.notEqual(textOf(second), "");
      const third = await respond(bench, [...conversation, ...second.output, recall], asked);
      for (const number of [...numbersIn(first), ...numbersIn(second)])
        assert.ok(textOf(third).includes(number), `${number} is forgotten: ${textOf(third)}`);
    },
  },
  {
    title: "leaves out thoughts that cannot be opened, says so, and goes on without them",
    clauses: ["1.compatible"],
    async run(bench) {
      const asked = { ...thinker(bench), ...sealed, ...inWords };
      const first = await respond(bench, "Count to 3", asked);
      const numbers = numbersIn(first);
      const spoilt = (seal: string | undefined) => (seal ?? "").slice(0, -8).concat("AAAAAAAA");
      for (const change of [spoilt, () => "AAAA", () => null]) {
        const output = first.output.map((item) =>
          item.type === "reasoning"
            ? { ...item, encrypted_content: change(item.encrypted_content) }
            : item,
        );
        const input = [user("Count to 3"), ...output, recall];
        const reply = await bench.send("createResponse", { body: { ...asked, input } });
        const text = textOf(good(reply) as Schema<"Response">);
        for (const number of numbers) assert.ok(!text.includes(number), text);
        // The mock's seals hide nothing, and it sends no notices.
        const isNoticed = reply.headers.get("x-portico-notice") !== null;
        if (!bench.target.abilities.prefersStatus)
          assert.equal(isNoticed, change("") !== null, "X-Portico-Notice");
      }
    },
  },
];
