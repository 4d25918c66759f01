import { describe, expect, it } from "vitest";
import { turnsOf } from "./conversation-turns.ts";

const reply = JSON.stringify({
  output: [
    { type: "thought", id: "1", of: "openai", paragraphs: ["Hm."], isSummary: true, isWhole: true },
    { type: "message", id: "2", text: "12 °C", isWhole: true },
    { type: "call", id: "3", callId: "c2", name: "wait", arguments: "{}", isWhole: true },
  ],
});
const read = (request: object, answer = reply) =>
  turnsOf(JSON.stringify(request), answer)?.map(({ role, parts }) => [
    role,
    ...parts.map((one) =>
      [one.kind, one.name, one.text.replaceAll(/\s+/g, " ")].filter(Boolean).join(" "),
    ),
  ]);

describe("the conversation of a logged request", () => {
  it("is the same on the three wires", () => {
    const responses = read({
      instructions: "Be brief",
      input: [
        { role: "user", content: [{ type: "input_text", text: "Warm?" }] },
        { type: "function_call", name: "weather", arguments: '{"at":"Bonn"}', call_id: "c1" },
        { type: "function_call_output", call_id: "c1", output: "12" },
      ],
    });
    const chat = read({
      messages: [
        { role: "system", content: "Be brief" },
        { role: "user", content: "Warm?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", function: { name: "weather", arguments: '{"at":"Bonn"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "12" },
      ],
    });
    expect(responses).toEqual([
      ["system", "text Be brief"],
      ["user", "text Warm?"],
      ["assistant", 'call weather { "at": "Bonn" }'],
      ["tool", "result c1 12"],
      ["assistant", "thought Hm.", "text 12 °C", "call wait {}"],
    ]);
    expect(chat).toEqual(responses);
    const messages = read({
      system: [{ type: "text", text: "Be brief" }],
      messages: [
        { role: "user", content: "Warm?" },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "c1", name: "weather", input: { at: "Bonn" } }],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "12" }] },
          ],
        },
      ],
    });
    expect(messages).toEqual(
      responses?.map((one) => (one[0] === "tool" ? ["user", ...one.slice(1)] : one)),
    );
  });

  it("has a place for a picture and none of its bytes or its address", () => {
    const image_url = "https://elsewhere.example/a.png";
    const content = [
      { type: "input_text", text: "What is it?" },
      { type: "input_image", image_url },
    ];
    const found = read({ input: [{ role: "user", content }] }, "{}");
    expect(found).toEqual([["user", "text What is it?", "media input_image"]]);
  });

  it("keeps what it does not know as JSON, and says where a thought is sealed", () => {
    const input = [
      { type: "reasoning", encrypted_content: "x" },
      { type: "compaction", a: 1 },
    ];
    expect(read({ input }, "")).toEqual([
      ["assistant", "thought", 'other compaction { "type": "compaction", "a": 1 }'],
    ]);
  });

  it("is none for inputs of embeddings, and for what is cut off", () => {
    for (const input of [
      ["a", "b"],
      [1, 2],
    ])
      expect(read({ input })).toBeUndefined();
    expect(turnsOf('{"input":[{"ro', reply)).toBeNull();
  });
});
