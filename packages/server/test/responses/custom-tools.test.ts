import type { Schema } from "@portico/contract";
import { findChatOrderViolation } from "@portico/contract/chat-order";
import { ChatFold } from "@portico/contract/streams/chat";
import { folded } from "@portico/contract/streams/fold";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectTruthful, parseEvents, post, type WireEvent } from "./read-events.ts";
import { startGateway, type TestGateway } from "./test-gateway.ts";

const tool = {
  type: "custom",
  name: "apply_patch",
  description: "Edits the files that are mentioned.",
  format: { type: "grammar", syntax: "lark", definition: "start: patch" },
} as const;
const chatTool = {
  type: "custom",
  custom: { name: tool.name, description: tool.description },
} as const;
const asked = 'Please edit the file "src/main.ts".';
const request = {
  model: "sandbox/text",
  input: asked,
  tools: [tool],
  tool_choice: { type: "custom", name: tool.name },
};
const chatRequest = {
  model: "sandbox/text",
  messages: [{ role: "user", content: asked }],
  tools: [chatTool],
  tool_choice: { type: "custom", custom: { name: tool.name } },
};

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway("");
});
afterAll(() => gateway.close());

const chat = (body: object) =>
  fetch(`${gateway.url}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function created(body: object) {
  const reply = await post(gateway, body);
  const response = (await reply.json()) as Schema<"Response">;
  expect(reply.status, JSON.stringify(response)).toBe(200);
  expect(reply.headers.get("x-portico-notice")).toBeNull();
  return response;
}

const callIn = ({ output }: Schema<"Response">) =>
  output.find((item) => item.type === "custom_tool_call");

describe("a custom tool on /responses", () => {
  it("is called with text, by a model whose provider has functions alone", async () => {
    const response = await created(request);
    expect(callIn(response)).toMatchObject({ name: tool.name, status: "completed" });
    expect(callIn(response)?.input).toContain("src/main.ts");
    expect(response.tools).toEqual([tool]);
  });

  it("streams its text, which the whole response repeats", async () => {
    const reply = await post(gateway, { ...request, stream: true });
    const events = parseEvents(await reply.text());
    const terminal = expectTruthful(events);
    const pieces = events.filter(
      (event): event is WireEvent =>
        event !== "[DONE]" && event.type === "response.custom_tool_call_input.delta",
    );
    const text = pieces.map(({ delta }) => delta).join("");
    expect(pieces.length).toBeGreaterThan(1);
    expect(callIn(terminal["response"] as Schema<"Response">)?.input).toBe(text);
  });

  it("leaves out a call that the token limit cuts off: half a patch is none", async () => {
    const reply = await post(gateway, { ...request, stream: true, max_output_tokens: 2 });
    const terminal = expectTruthful(parseEvents(await reply.text()));
    expect(terminal.type).toBe("response.incomplete");
    expect(terminal["response"]).toMatchObject({ output: [] });
  });

  it("has its result in the next turn", async () => {
    const call = callIn(await created(request));
    const result = { type: "custom_tool_call_output", call_id: call?.call_id, output: "Success 7" };
    const said = { type: "message", role: "user", content: asked };
    const { tool_choice: _, ...rest } = request;
    const response = await created({ ...rest, input: [said, call, result] });
    expect(response.output_text).toContain("Success 7");
  });

  it("stands beside what other tools left in the conversation", async () => {
    const shell = { type: "local_shell_call", call_id: "s", action: { command: ["ls"] } };
    const reply = await post(gateway, {
      model: "sandbox/text",
      input: [
        { role: "user", content: "What is in the folder?" },
        { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search" } },
        shell,
        { type: "local_shell_call_output", call_id: "s", output: "main.ts 5" },
      ],
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-portico-notice")).toContain("input[1] (web_search_call)");
    expect(((await reply.json()) as Schema<"Response">).output_text).toContain("main.ts 5");
  });

  it.each([
    [{ tool_choice: { type: "custom", name: "other" } }, "tool_choice.name"],
    [
      { tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "web_search" }] } },
      "tool_choice.tools",
    ],
    [
      { input: [{ type: "custom_tool_call_output", call_id: "c", output: "x" }] },
      "input[0].call_id",
    ],
  ])("refuses %j and names the field", async (more, field) => {
    const reply = await post(gateway, { ...request, ...more });
    const { error } = (await reply.json()) as Schema<"ErrorEnvelope">;
    expect([reply.status, error.metadata?.["field"]]).toEqual([400, field]);
  });

  it("is not called where tool_choice allows another tool alone", async () => {
    const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const weather = { type: "function", name: "get_weather", strict: null, parameters: city };
    const tools = [{ type: "function", name: "get_weather" }];
    const response = await created({
      ...request,
      tools: [tool, weather],
      tool_choice: { type: "allowed_tools", mode: "required", tools },
    });
    expect(response.output).toMatchObject([{ type: "function_call", name: "get_weather" }]);
    expect(response.tools).toHaveLength(2);
  });
});

describe("a custom tool on /chat/completions", () => {
  it("is called with text, in a body and in a stream", async () => {
    const reply = (await (await chat(chatRequest)).json()) as Schema<"ChatReply">;
    const stream = await chat({ ...chatRequest, stream: true });
    const chunks = parseEvents(await stream.text());
    expect(findChatOrderViolation(chunks)).toBeNull();
    for (const one of [reply, folded(new ChatFold(), chunks)]) {
      const [call] = one?.choices[0]?.message.tool_calls ?? [];
      expect(call).toMatchObject({ type: "custom", custom: { name: tool.name } });
      expect(call?.type === "custom" && call.custom.input).toContain("src/main.ts");
      expect(one?.choices[0]?.finish_reason).toBe("tool_calls");
    }
  });

  it("has its result in the next turn, and may be allowed alone", async () => {
    const first = (await (await chat(chatRequest)).json()) as Schema<"ChatReply">;
    const message = first.choices[0]?.message;
    const result = { role: "tool", tool_call_id: message?.tool_calls?.[0]?.id, content: "Fine 8" };
    const allowed_tools = { mode: "auto", tools: [chatTool] };
    const second = await chat({
      ...chatRequest,
      messages: [...chatRequest.messages, message, result],
      tool_choice: { type: "allowed_tools", allowed_tools },
    });
    expect(JSON.stringify(await second.json())).toContain("Fine 8");
  });
});
