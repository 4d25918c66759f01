import type { CacheMark, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { hasPointsFor } from "./cache-points.ts";
import { toConverseBody } from "./converse-body.ts";

const claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";

function body(call: Partial<RespondCall>): Record<string, unknown> {
  const whole = { ...emptyCall, model: claude, ...call };
  return JSON.parse(JSON.stringify(toConverseBody(whole)));
}

const cache = {};
const text = (value: string, mark: CacheMark = cache) =>
  ({ type: "text", text: value, cache: mark }) as const;
const user = (...texts: readonly string[]): Turn => ({
  type: "message",
  role: "user",
  content: texts.map((value) => text(value)),
});
const point = { cachePoint: { type: "default" } };
const tools = [{ name: "f", cache }];
const toolSpec = { name: "f", inputSchema: { json: { type: "object", properties: {} } } };

it.each([
  [claude, ["text", "tool"], true],
  [claude, ["tool", "text", "text", "text", "text"], false],
  ["amazon.nova-pro-v1:0", ["text"], true],
  ["amazon.nova-pro-v1:0", ["text", "tool"], false],
  ["meta.llama3-3-70b-instruct-v1:0", ["text"], false],
] as const)("a notice knows whether %s has points for marks of %j: %s", (model, places, all) => {
  expect(hasPointsFor(model, places)).toBe(all);
  const sent = body({
    model,
    tools: places.filter((place) => place === "tool").map((name) => ({ name, cache })),
    conversation: [user(...places.filter((place) => place === "text"))],
  });
  const points = JSON.stringify(sent).split("cachePoint").length - 1;
  expect(points === places.length).toBe(all);
});

describe("cache marks for Converse", () => {
  it("are points after the marked blocks", () => {
    const sent = body({
      tools,
      conversation: [
        { type: "message", role: "system", content: [text("A"), { type: "text", text: "B" }] },
        user("Go"),
        { type: "call", callId: "a", name: "f", arguments: "{}" },
        { type: "result", callId: "a", output: [text("1")] },
      ],
    });
    expect(sent["toolConfig"]).toEqual({ tools: [{ toolSpec }, point] });
    expect(sent["system"]).toEqual([{ text: "A" }, point, { text: "B" }]);
    expect(sent["messages"]).toEqual([
      { role: "user", content: [{ text: "Go" }, point] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "f", input: {} } }] },
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "a", content: [{ text: "1" }], status: "success" } },
          point,
        ],
      },
    ]);
  });

  it("are at most four: the first ones go", () => {
    const sent = body({ tools, conversation: [user("1", "2", "3", "4")] });
    expect(sent["toolConfig"]).toEqual({ tools: [{ toolSpec }] });
    const content = ["1", "2", "3", "4"].flatMap((value) => [{ text: value }, point]);
    expect(sent["messages"]).toEqual([{ role: "user", content }]);
  });

  it.each([
    [claude, { type: "default", ttl: "1h" }],
    ["anthropic.claude-3-7-sonnet-20250219-v1:0", { type: "default" }],
    ["amazon.nova-pro-v1:0", { type: "default" }],
  ])("are kept for an hour where %s can", (model, cachePoint) => {
    const content = [text("Hi", { ttl: "1h" })];
    const sent = body({ model, conversation: [{ type: "message", role: "user", content }] });
    expect(sent["messages"]).toEqual([{ role: "user", content: [{ text: "Hi" }, { cachePoint }] }]);
  });

  it.each([
    ["amazon.nova-pro-v1:0", [{ text: "Hi" }, point]],
    ["meta.llama3-1-70b-instruct-v1:0", [{ text: "Hi" }]],
    ["anthropic.claude-3-haiku-20240307-v1:0", [{ text: "Hi" }]],
  ])("stand only where %s knows them, and not on its tools", (model, content) => {
    const sent = body({ model, tools, conversation: [user("Hi")] });
    expect([sent["toolConfig"], sent["messages"]]).toEqual([
      { tools: [{ toolSpec }] },
      [{ role: "user", content }],
    ]);
  });
});
