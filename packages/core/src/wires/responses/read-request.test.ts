import type { Schema } from "@portico/contract/facts";
import { describe, expect, it } from "vitest";
import { readRequest } from "./read-request.ts";

type Request = Schema<"ResponseRequest">;

const readPicture = (url: string) => (url.startsWith("data:") ? { url } : { url, picture: {} });
const read = (fields: Partial<Request> & Record<string, unknown>) =>
  readRequest({ model: "m", input: "Hi", ...fields }, { readPicture });
const turns = (input: Request["input"]) => read({ input }).call.conversation;

const assistant: Schema<"AssistantMessage"> = {
  type: "message",
  role: "assistant",
  id: "msg_1",
  status: "completed",
  content: [{ type: "output_text", text: "Yes", annotations: [] }],
};

describe("the input of a request", () => {
  it("[4.5.input] a string as input is a user message", () => {
    expect(turns("Hi")).toEqual([
      { type: "message", role: "user", content: [{ type: "text", text: "Hi" }] },
    ]);
  });

  it("[2.6] the input takes every kind of item and keeps their order", () => {
    const input: Request["input"] = [
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Look" },
          { type: "input_image", image_url: "https://example.com/a.png", detail: "low" },
          { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AA==" },
        ],
      },
      assistant,
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "call_1", output: "42" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "So?" }] },
    ];
    expect(turns(input)).toEqual([
      {
        type: "message",
        role: "user",
        content: [
          { type: "text", text: "Look" },
          {
            type: "image",
            url: "https://example.com/a.png",
            detail: "low",
            picture: {},
            place: "input[0].content[1].image_url",
          },
          {
            ...{ type: "file", filename: "a.pdf", data: "data:application/pdf;base64,AA==" },
            place: "input[0].content[2].file_data",
          },
        ],
      },
      { type: "message", role: "assistant", content: [{ type: "text", text: "Yes" }] },
      { type: "call", callId: "call_1", name: "f", arguments: '{"a":1}' },
      { type: "result", callId: "call_1", output: [{ type: "text", text: "42" }] },
      { type: "message", role: "user", content: [{ type: "text", text: "So?" }] },
    ]);
  });

  it("[2.6.function_call_output] an output may have parts, images and files included", () => {
    const output = [
      { type: "input_text", text: "See" },
      { type: "input_image", image_url: "data:image/png;base64,AA==" },
      { type: "input_file", file_url: "https://example.com/a.pdf" },
    ] as const;
    const call = { type: "function_call", call_id: "c", name: "f", arguments: "{}" } as const;
    const answered = { type: "function_call_output" as const, call_id: "c" };
    expect(turns([call, { ...answered, output: [...output] }]).slice(1)).toEqual([
      {
        type: "result",
        callId: "c",
        output: [
          { type: "text", text: "See" },
          {
            ...{ type: "image", url: "data:image/png;base64,AA==" },
            place: "input[1].output[1].image_url",
          },
          {
            type: "file",
            url: "https://example.com/a.pdf",
            place: "input[1].output[2].file_url",
          },
        ],
      },
    ]);
  });

  it("the input takes the shorter forms of messages, from every role", () => {
    const roles = ["user", "assistant", "system", "developer"] as const;
    const short = roles.map((role) => ({ role, content: "Hi" }));
    expect(turns(short).map((turn) => (turn.type === "message" ? turn.role : turn.type))).toEqual(
      roles,
    );
    expect(turns([{ role: "assistant", content: [{ type: "output_text", text: "a" }] }])).toEqual([
      { type: "message", role: "assistant", content: [{ type: "text", text: "a" }] },
    ]);
  });

  it("reasoning items and empty assistant messages are left out", () => {
    expect(
      turns([
        { type: "reasoning", id: "rs_1" },
        { role: "assistant", content: "" },
        { ...assistant, content: [] },
      ]),
    ).toEqual([]);
  });

  it("a call without arguments is read as a call with an empty object", () => {
    expect(
      turns([{ type: "function_call", call_id: "c", name: "f", arguments: "" }]),
    ).toMatchObject([{ arguments: "{}" }]);
  });

  it("a file without content is refused with its place", () => {
    const content = [{ type: "input_text", text: "" }, { type: "input_file" }] as const;
    expect(() =>
      turns([
        { role: "user", content: "a" },
        { role: "user", content: [...content] },
      ]),
    ).toThrow(/^input\[1\]\.content\[1\] needs file_data or file_url/);
  });
});

describe("the parameters of a request", () => {
  it("parameters are left out if they are missing, null or have their default value", () => {
    const nothing = {
      temperature: null,
      top_p: null,
      max_output_tokens: null,
      tools: null,
      tool_choice: null,
      instructions: "",
      user: "",
      text: {},
      reasoning: {},
      metadata: null,
      include: [],
      truncation: null,
      stop: null,
      parallel_tool_calls: null,
      service_tier: null,
    };
    const expected = {
      stream: false,
      conversation: turns("Hi"),
      tools: [],
      toolChoice: "auto",
    };
    expect(read({}).call).toEqual(expected);
    expect(read(nothing).call).toEqual(expected);
    expect(read(nothing).parameterNames).toEqual([]);
    const usual = { tool_choice: "auto", parallel_tool_calls: true, service_tier: "auto" } as const;
    expect(read(usual).parameterNames).toEqual([]);
  });

  it("the safety identifier names the end user where user does not", () => {
    expect(read({ safety_identifier: "u" }).call.user).toBe("u");
    expect(read({ safety_identifier: "s", user: "u" }).call.user).toBe("u");
  });

  it("parameters are translated, also those that are not in the contract", () => {
    const { call, parameterNames } = read({
      stream: true,
      max_output_tokens: 5,
      temperature: 0,
      top_p: 1,
      top_k: 3,
      seed: 0,
      stop: "END",
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      parallel_tool_calls: false,
      instructions: "Be brief.",
      user: "u",
      metadata: { a: "b" },
      service_tier: "flex",
      reasoning: { effort: "low", max_tokens: 100 },
      text: {
        format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
      },
    });
    expect(call).toEqual({
      stream: true,
      conversation: turns("Hi"),
      tools: [],
      toolChoice: "auto",
      maxOutputTokens: 5,
      temperature: 0,
      topP: 1,
      topK: 3,
      seed: 0,
      stop: ["END"],
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      parallelToolCalls: false,
      instructions: "Be brief.",
      user: "u",
      metadata: { a: "b" },
      serviceTier: "flex",
      reasoning: { effort: "low", maxTokens: 100 },
      textFormat: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
    });
    expect(parameterNames).toContain("text");
    expect(parameterNames).toContain("seed");
  });

  it("parameters with senseless values never fail the request", () => {
    const odd = { top_k: "many", seed: 1.5, stop: 7, text: { format: "json" } };
    expect(read({ ...odd, reasoning: { effort: 9 } }).call).toEqual(read({}).call);
  });

  it("[4.5.tools] [2.7] functions are passed on, other tools are left out", () => {
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const { call, frame } = read({
      tools: [
        { type: "web_search" },
        { type: "function", name: "a", description: null, strict: null, parameters: null },
        { type: "function", name: "b", description: "B", strict: true, parameters },
      ],
    });
    expect(call.tools).toEqual([
      { name: "a" },
      { name: "b", description: "B", strict: true, parameters },
    ]);
    expect(frame.echo.tools.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it.each([
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    [{ type: "function", name: "a" }, { name: "a" }],
  ] as const)("[4.5.tool_choice] hand on the choice %j", (tool_choice, selection) => {
    const tools = [{ type: "function", name: "a" }] as const;
    expect(read({ tools: [...tools], tool_choice }).call.toolChoice).toEqual(selection);
  });

  it("the choice of an unknown function is refused, and `required` without functions is dropped", () => {
    expect(() => read({ tool_choice: { type: "function", name: "x" } })).toThrow(
      'tool_choice.name is "x", and tools defines no such tool.',
    );
    expect(read({ tool_choice: "required" }).call.toolChoice).toBe("auto");
  });
});

describe("what a response repeats of its request", () => {
  it("a response shows the defaults of parameters that the request leaves out", () => {
    expect(read({ text: {} }).frame.echo).toEqual({
      instructions: null,
      metadata: {},
      temperature: null,
      top_p: null,
      presence_penalty: null,
      frequency_penalty: null,
      parallel_tool_calls: true,
      tools: [],
      tool_choice: "auto",
      max_output_tokens: null,
      reasoning: null,
      text: { format: { type: "text" } },
      user: null,
      previous_response_id: null,
      store: false,
    });
  });

  it("a response repeats the parameters of its request", () => {
    const said = {
      instructions: "Be brief.",
      metadata: { a: "b" },
      temperature: 0.5,
      top_p: 0.9,
      presence_penalty: 1,
      frequency_penalty: 2,
      parallel_tool_calls: false,
      tool_choice: "none",
      max_output_tokens: 9,
      reasoning: { effort: "low" },
      text: { format: { type: "json_object" }, verbosity: "low" },
      user: "u",
    } as const;
    expect(read(said).frame.echo).toEqual({
      ...said,
      tools: [],
      previous_response_id: null,
      store: false,
    });
  });
});
