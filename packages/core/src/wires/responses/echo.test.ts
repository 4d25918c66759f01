import { expect, it } from "vitest";
import { echoOf } from "./echo.ts";
import type { CallableTool } from "./read-tools.ts";

const request = { model: "m", input: "x" };
const tool = (size: number, name = "f"): CallableTool => ({
  type: "function",
  name,
  description: "x".repeat(size),
  parameters: { type: "object" },
});

it("a response repeats small instructions, tools and formats", () => {
  const body = {
    ...request,
    instructions: "Be brief.",
    reasoning: { effort: "low" },
    text: { format: { type: "json_object" } },
  };
  expect(echoOf(body, [tool(10)])).toMatchObject({
    instructions: "Be brief.",
    reasoning: { effort: "low" },
    text: { format: { type: "json_object" } },
    tools: [{ name: "f", description: "x".repeat(10), parameters: { type: "object" } }],
  });
});

it("a response leaves out large ones, and keeps the form that clients read", () => {
  const large = "x".repeat(20_000);
  const format = { type: "json_schema", name: "n", schema: { description: large } };
  const body = { ...request, instructions: large, reasoning: { large }, text: { format } };
  const echo = echoOf(body, [tool(20_000), tool(0, "g")]);
  expect(echo).toMatchObject({
    instructions: null,
    reasoning: null,
    text: { format: { type: "text" } },
    tools: [
      { type: "function", name: "f", description: null, parameters: null },
      { type: "function", name: "g", description: null, parameters: null },
    ],
  });
  const many = Array.from({ length: 500 }, (_, index) => tool(0, `f${index}`.padEnd(200)));
  expect(echoOf(body, many).tools).toEqual([]);
});
