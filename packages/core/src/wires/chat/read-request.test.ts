import type { Schema } from "@portico/contract/facts";
import { describe, expect, it } from "vitest";
import { readRequest } from "./read-request.ts";

type Request = Schema<"ChatRequest">;
type Message = Schema<"ChatMessage">;

const user = { role: "user", content: "Hi" } as const;
const readPicture = (url: string) => ({ url, picture: {} });
const read = (fields: Partial<Request> & Record<string, unknown> = {}) =>
  readRequest({ model: "m", messages: [user], ...fields }, { readPicture });
const turns = (messages: Request["messages"]) => read({ messages }).call.conversation;
const said = (role: "user" | "assistant" | "system" | "developer", text: string) => ({
  ...{ type: "message", role },
  content: [{ type: "text", text }],
});
const call = (id: string, text = "{}") =>
  ({ id, type: "function", function: { name: "f", arguments: text } }) as const;
const assistant = (fields: Partial<Schema<"ChatAssistantMessage">>): Message => ({
  role: "assistant",
  ...fields,
});
const result = (tool_call_id: string, content?: string | null): Message => ({
  role: "tool",
  tool_call_id,
  ...(content !== undefined && { content }),
});
const called = (callId: string) => ({ type: "call", callId, name: "f", arguments: "{}" });

describe("the messages of a chat request", () => {
  it("each role is read, with text or parts", () => {
    const parts = [
      { type: "text", text: "Look" },
      { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
      { type: "image_url", image_url: "https://example.com/b.png" },
      { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AA==" } },
      { type: "file", file: { file_data: "https://example.com/a.pdf" } },
    ] as const;
    expect(
      turns([
        { role: "system", content: "Be brief." },
        { role: "developer", content: [{ type: "text", text: "Be kind." }] },
        { role: "user", content: [...parts] },
        assistant({ content: "Yes" }),
      ]),
    ).toEqual([
      said("system", "Be brief."),
      said("developer", "Be kind."),
      {
        ...{ type: "message", role: "user" },
        content: [
          { type: "text", text: "Look" },
          {
            ...{ type: "image", url: "https://example.com/a.png", detail: "low", picture: {} },
            place: "messages[2].content[1].image_url.url",
          },
          {
            ...{ type: "image", url: "https://example.com/b.png", picture: {} },
            place: "messages[2].content[2].image_url",
          },
          {
            ...{ type: "file", filename: "audio.wav", data: "data:audio/wav;base64,AA==" },
            place: "messages[2].content[3].input_audio.data",
          },
          {
            ...{ type: "file", filename: "a.pdf", data: "data:application/pdf;base64,AA==" },
            place: "messages[2].content[4].file.file_data",
          },
          {
            ...{ type: "file", url: "https://example.com/a.pdf" },
            place: "messages[2].content[5].file.file_data",
          },
        ],
      },
      said("assistant", "Yes"),
    ]);
  });

  it("an assistant's message is its text and then its calls, each answered by its result", () => {
    const messages = [
      user,
      assistant({ content: "Let me see.", tool_calls: [call("a"), call("b", "")] }),
      result("b", "2"),
      result("a"),
      result("c", null),
    ];
    messages.splice(2, 0, assistant({ content: null, tool_calls: [call("c")] }));
    expect(turns(messages)).toEqual([
      said("user", "Hi"),
      said("assistant", "Let me see."),
      ...["a", "b", "c"].map(called),
      { type: "result", callId: "b", output: [{ type: "text", text: "2" }] },
      { type: "result", callId: "a", output: [{ type: "text", text: "" }] },
      { type: "result", callId: "c", output: [{ type: "text", text: "" }] },
    ]);
  });

  it.each(["", null, undefined, [], [{ type: "text", text: "" }]] as const)(
    "an assistant's message that says %j has no text",
    (content) => {
      const message = { role: "assistant", ...(content !== undefined && { content }) };
      expect(turns([message as Message, user])).toEqual([said("user", "Hi")]);
    },
  );

  it("what an assistant refused is what it said", () => {
    expect(turns([assistant({ content: null, refusal: "No." })])).toEqual([
      said("assistant", "No."),
    ]);
    const parts = [{ type: "refusal", refusal: "No." }] as const;
    expect(turns([assistant({ content: [...parts] })])).toEqual([said("assistant", "No.")]);
  });

  it.each<[string, Message[], string, RegExp]>([
    [
      "a result without its call",
      [user, result("a", "1")],
      "messages[1].tool_call_id",
      /no tool call before it: send the call too, or leave out its result/,
    ],
    [
      "a second result",
      [assistant({ tool_calls: [call("a")] }), result("a"), result("a")],
      "messages[2].tool_call_id",
      /messages\[1\] has answered already/,
    ],
    [
      "a call id twice",
      [assistant({ tool_calls: [call("a"), call("a")] })],
      "messages[0].tool_calls[1].id",
      /each call needs an id of its own/,
    ],
    [
      "arguments that are no JSON",
      [assistant({ tool_calls: [call("a", "{")] })],
      "messages[0].tool_calls[0].function.arguments",
      /valid JSON text/,
    ],
    [
      "a file without content",
      [{ role: "user", content: [{ type: "file", file: {} }] }],
      "messages[0].content[0].file.file_data",
      /files are not kept/,
    ],
  ])("%s is refused with its place", (_, messages, field, message) => {
    expect(() => turns(messages)).toThrow(message);
    expect(() => turns(messages)).toThrow(
      expect.objectContaining({ status: 400, metadata: { field } }),
    );
  });

  it("marks for a cache are kept on parts, results and tools", () => {
    const cache_control = { type: "ephemeral", ttl: "1h" } as const;
    const { call: read1 } = read({
      messages: [
        { role: "user", content: [{ type: "text", text: "a", cache_control }] },
        assistant({ content: "b", tool_calls: [call("a")], cache_control: { type: "ephemeral" } }),
        { role: "tool", tool_call_id: "a", content: "1", cache_control },
      ],
      tools: [{ type: "function", function: { name: "f" }, cache_control }],
    });
    expect(read1.conversation).toMatchObject([
      { content: [{ text: "a", cache: { ttl: "1h" } }] },
      { content: [{ text: "b", cache: {} }] },
      { type: "call" },
      { type: "result", cache: { ttl: "1h" } },
    ]);
    expect(read1.tools).toEqual([{ name: "f", cache: { ttl: "1h" } }]);
  });
});

describe("the thoughts of an assistant's message", () => {
  const details = (...reasoning_details: Schema<"ChatReasoningEcho">[]) =>
    turns([
      assistant({ content: "b", reasoning: "ab", reasoning_details, tool_calls: [call("c")] }),
    ]);
  const [text, asked] = [said("assistant", "b"), called("c")];

  it.each<[string, Schema<"ChatReasoningEcho">[]]>([
    ["in one entry", [{ type: "reasoning.text", text: "ab", signature: "S" }]],
    [
      "in pieces",
      [
        { type: "reasoning.text", text: "a" },
        { type: "reasoning.text", text: "b" },
        { type: "reasoning.text", signature: "S" },
      ],
    ],
    [
      "with nulls",
      [
        { type: "reasoning.text", text: "ab", signature: null, id: null },
        { type: "reasoning.text", text: null, signature: "S" },
      ],
    ],
    [
      "with its seal apart",
      [
        { type: "reasoning.summary", summary: "ab" },
        { type: "reasoning.encrypted", data: "S" },
      ],
    ],
  ])("a sealed thought that comes back %s is read once", (_, entries) => {
    expect(details(...entries)).toEqual([{ type: "sealed", seal: "S" }, text, asked]);
  });

  it("a thought of a call stands before that call, and one of an unknown call before the text", () => {
    expect(
      details(
        { type: "reasoning.encrypted", data: "C", id: "c" },
        { type: "reasoning.encrypted", data: "X", id: "x" },
      ),
    ).toEqual([{ type: "sealed", seal: "X" }, text, { type: "sealed", seal: "C" }, asked]);
  });

  it("the words of a thought before a call are not read beside its seal, and its order is kept", () => {
    expect(
      details(
        { type: "reasoning.text", text: "A", signature: "S" },
        { type: "reasoning.text", text: "B" },
        { type: "reasoning.encrypted", data: "C", id: "c" },
        { type: "reasoning.encrypted", data: "D", id: "c" },
      ),
    ).toEqual([
      ...[{ type: "sealed", seal: "S" }, text],
      ...[{ type: "sealed", seal: "C" }, { type: "sealed", seal: "D" }, asked],
    ]);
  });

  it("unsigned and unknown entries keep their text, or are left out", () => {
    expect(
      details(
        { type: "reasoning.server_tool_call" },
        { type: "reasoning.text", text: "a" },
        { type: "reasoning.summary", summary: "b" },
      ),
    ).toEqual([
      { type: "thought", text: "a" },
      { type: "thought", text: "b", isSummary: true },
      ...[text, asked],
    ]);
  });

  it.each(["reasoning", "reasoning_content"] as const)(
    "the text of %s is a thought where there are no details",
    (field) => {
      expect(turns([assistant({ content: "b", [field]: "Hm." })])).toEqual([
        { type: "thought", text: "Hm." },
        text,
      ]);
    },
  );
});

describe("the parameters of a chat request", () => {
  const nothing = { stream: false, conversation: turns([user]), tools: [], toolChoice: "auto" };

  it("parameters are left out if they are missing, null, empty or have their default value", () => {
    const expected = { ...nothing, thoughts: { text: true, carriers: true } };
    expect(read().call).toEqual(expected);
    const odd: Partial<Request> = {
      ...{
        temperature: null,
        max_tokens: null,
        tools: null,
        tool_choice: null,
        stop: [],
        user: "",
      },
      ...{ reasoning: {}, reasoning_effort: null, response_format: { type: "text" }, seed: null },
      ...{ parallel_tool_calls: null, service_tier: null, metadata: null, prompt_cache_key: "" },
    };
    const { call, parameterNames } = read(odd);
    expect(call).toEqual(expected);
    expect(parameterNames).toEqual([]);
    expect(
      read({ tool_choice: "auto", logprobs: false, service_tier: "auto" }).parameterNames,
    ).toEqual([]);
  });

  it("the safety identifier names the end user where user does not", () => {
    expect(read({ safety_identifier: "u" }).call.user).toBe("u");
    expect(read({ safety_identifier: "s", user: "u" }).call.user).toBe("u");
  });

  it("parameters are translated, and named as models name them", () => {
    const { call, parameterNames } = read({
      ...{
        stream: true,
        max_tokens: 9,
        max_completion_tokens: 5,
        temperature: 0,
        top_p: 1,
        top_k: 3,
      },
      ...{ seed: 0, stop: "END", presence_penalty: 0.5, frequency_penalty: -0.5, user: "u" },
      ...{ parallel_tool_calls: false, metadata: { a: "b" }, service_tier: "flex", min_p: 0.1 },
      ...{ prompt_cache_key: "k", prompt_cache_retention: "24h", reasoning: { exclude: true } },
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", schema: { type: "object" }, strict: true, description: null },
      },
    });
    expect(call).toEqual({
      ...{
        ...nothing,
        stream: true,
        maxOutputTokens: 5,
        temperature: 0,
        topP: 1,
        topK: 3,
        seed: 0,
      },
      ...{ stop: ["END"], presencePenalty: 0.5, frequencyPenalty: -0.5, user: "u" },
      ...{ parallelToolCalls: false, metadata: { a: "b" }, serviceTier: "flex" },
      ...{ cacheKey: "k", cacheRetention: "24h" },
      textFormat: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
    });
    expect(parameterNames).toEqual([
      ...["max_output_tokens", "temperature", "top_p", "top_k", "min_p", "presence_penalty"],
      ...["frequency_penalty", "seed", "stop", "parallel_tool_calls", "text", "service_tier"],
    ]);
  });

  it.each([
    [{ reasoning: { effort: "high" } }, { effort: "high" }],
    [{ reasoning_effort: "low" }, { effort: "low" }],
    [{ reasoning: { effort: "low" }, reasoning_effort: "low" }, { effort: "low" }],
    [{ reasoning: { max_tokens: 500 } }, { maxTokens: 500 }],
    [{ reasoning: { enabled: true } }, { effort: "medium" }],
    [{ reasoning: { enabled: false } }, { effort: "none" }],
    [{ reasoning: { enabled: true, max_tokens: 500 } }, { maxTokens: 500 }],
  ])("%j is read", (fields, reasoning) => {
    const { call, parameterNames } = read(fields);
    expect(call.reasoning).toEqual(reasoning);
    expect(parameterNames).toEqual(["reasoning"]);
  });

  it("two efforts that differ are refused", () => {
    expect(() => read({ reasoning: { effort: "low" }, reasoning_effort: "high" })).toThrow(
      'reasoning_effort is "high", and reasoning.effort is "low": send one of them, or the same in both.',
    );
  });

  it.each([
    [{}, true],
    [{ reasoning: { exclude: false } }, true],
    [{ reasoning: { exclude: true } }, false],
    [{ include_reasoning: false }, false],
    [{ include_reasoning: false, reasoning: { exclude: false } }, true],
    [{ include_reasoning: null, reasoning: null }, true],
  ])("%j asks for thoughts: %s", (fields, isAsked) => {
    expect(read(fields).call.thoughts !== undefined).toBe(isAsked);
  });

  it("functions are passed on, other tools are left out", () => {
    const parameters = { type: "object" };
    const { call } = read({
      tools: [
        { type: "web_search" },
        { type: "function", function: { name: "a", description: null, strict: null } },
        { type: "function", function: { name: "b", description: "B", strict: true, parameters } },
      ],
      tool_choice: { type: "function", function: { name: "a" } },
    });
    expect(call.tools).toEqual([
      { name: "a" },
      { name: "b", description: "B", strict: true, parameters },
    ]);
    expect(call.toolChoice).toEqual({ name: "a" });
  });

  it("the choice of an unknown function is refused, and `required` without functions is dropped", () => {
    const choice = { type: "function", function: { name: "x" } } as const;
    expect(() => read({ tool_choice: choice })).toThrow(
      'tool_choice.function.name is "x", and tools defines no such tool.',
    );
    expect(read({ tool_choice: "required" }).call.toolChoice).toBe("auto");
  });

  it("schemas that are too large are refused with their place", () => {
    const parameters = { description: "x".repeat(1_100_000) };
    expect(() =>
      read({ tools: [{ type: "function", function: { name: "f", parameters } }] }),
    ).toThrow(expect.objectContaining({ metadata: { field: "tools[0].function.parameters" } }));
  });
});
