import { argumentsFor, functionFor } from "@portico/core/model-call/freeform";
import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, events } from "../../../../test/providers/sample.ts";

const grammar = { syntax: "lark", definition: "start: patch" };
const tools = [functionFor("apply_patch", { description: "Edits files.", grammar })];
const conversation: Turn[] = [
  { type: "message", role: "user", content: [{ type: "text", text: "Edit." }] },
  {
    type: "call",
    callId: "c1",
    name: "apply_patch",
    arguments: argumentsFor("+a"),
    isFreeform: true,
  },
  { type: "result", callId: "c1", output: [{ type: "text", text: "Done" }] },
];
const item = { type: "custom_tool_call", call_id: "c2", name: "apply_patch" };
const streamed = [
  { type: "response.output_item.added", output_index: 0, item: { ...item, input: "" } },
  { type: "response.custom_tool_call_input.delta", output_index: 0, delta: '+"b' },
  { type: "response.custom_tool_call_input.delta", output_index: 0, delta: "\n" },
  { type: "response.custom_tool_call_input.done", output_index: 0, input: '+"b\n' },
  {
    type: "response.output_item.done",
    output_index: 0,
    item: { ...item, input: '+"b\n', status: "completed" },
  },
];
const whole = [{ ...item, input: '+"b\n', status: "completed" }];

async function asked(model: string, before: readonly object[], call: Partial<RespondCall> = {}) {
  const ending = { type: "response.completed", response: { status: "completed", output: whole } };
  const { upstream, parts } = await ask({
    kind: "openai",
    body: events(...before, ending),
    call: { model, tools, conversation, ...call },
  });
  const json = parts.map((part) => (part.type === "arguments" ? part.delta : "")).join("");
  return { body: upstream.asked[0], json, calls: parts.filter(({ type }) => type === "call") };
}

describe("custom tools at OpenAI", () => {
  it("go to a model that has them as they are", async () => {
    const { body } = await asked("gpt-5.4", streamed, { toolChoice: { name: "apply_patch" } });
    expect(body).toMatchObject({
      tools: [
        { type: "custom", description: "Edits files.", format: { type: "grammar", ...grammar } },
      ],
      tool_choice: { type: "custom", name: "apply_patch" },
      input: [
        { role: "user" },
        { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "+a" },
        { type: "custom_tool_call_output", call_id: "c1", output: "Done" },
      ],
    });
  });

  it.each([
    ["in pieces", streamed],
    ["in one piece", []],
  ])("come back as calls of the function that stands for them, %s", async (_, before) => {
    const { json, calls } = await asked("gpt-5.4", before);
    expect(calls).toEqual([{ type: "call", key: "0", name: "apply_patch", callId: "c2" }]);
    expect(json).toBe(argumentsFor('+"b\n'));
  });

  it("are functions for every other model", async () => {
    const { body } = await asked("gpt-4.1", []);
    expect(body).toMatchObject({
      tools: [{ type: "function", name: "apply_patch", parameters: { required: ["input"] } }],
      input: [{}, { type: "function_call", arguments: '{"input":"+a"}' }, {}],
    });
    expect(JSON.stringify(body)).toContain("start: patch");
    expect(JSON.stringify(body)).not.toContain("custom");
  });
});
