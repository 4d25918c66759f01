import type { Turn } from "@portico/core/model-call/respond-call";
import { readRequest } from "@portico/core/wires/responses/read-request";
import { describe, expect, it } from "vitest";
import { refuseLargeArguments } from "../../src/wires/refuse-large-arguments.ts";

const tool = (parameters: Record<string, unknown>) =>
  ({ type: "function", name: "f", parameters }) as const;
const readSent = (body: Parameters<typeof readRequest>[0]) =>
  readRequest(body, { readPicture: (url) => ({ url }) });
const request = { model: "m", input: "x" };
const large = { type: "string", description: "x".repeat(600_000) };

describe("the schemas of a request", () => {
  it("schemas may be as large as those of hundreds of functions", () => {
    const properties = Array.from({ length: 20 }, (_, index) => [
      `field${index}`,
      { type: "string", description: "What this field is for, in some words." },
    ]);
    const usual = tool({ type: "object", properties: Object.fromEntries(properties) });
    readSent({ ...request, tools: Array.from({ length: 300 }, () => usual) });
  });

  it("schemas that are too large together are refused, naming the first one beyond the limit", () => {
    const tools = [tool({}), tool(large), tool(large)];
    expect(() => readSent({ ...request, tools })).toThrow(
      expect.objectContaining({ status: 400, metadata: { field: "tools[2].parameters" } }),
    );
    const text = { format: { type: "json_schema", schema: { a: large, b: large } } };
    expect(() => readSent({ ...request, text })).toThrow(
      expect.objectContaining({ status: 400, metadata: { field: "text.format.schema" } }),
    );
  });
});

describe("the arguments of a conversation's calls", () => {
  const call = (json: string): Turn => ({ type: "call", callId: "c", name: "f", arguments: json });
  const refusal = async (...calls: string[]) => {
    try {
      await refuseLargeArguments(calls.map(call), "input");
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };

  it("arguments may be any text, JSON or not, up to the limit", async () => {
    expect(await refusal("{}", "", "no JSON", '"', '{"a":"[[[["}')).toBeNull();
    expect(await refusal(`{"code":"${"a[,],".repeat(100_000)}"}`)).toBeNull();
  });

  it.each([
    ["too many values in one call", [`[${"0,".repeat(100_001)}0]`], "hold more than 100000 values"],
    [
      "too many values in all calls",
      Array.from({ length: 30 }, () => `[${"0,".repeat(4_000)}0]`),
      "hold more than 100000 values",
    ],
    [
      "too many values after a quote without an end",
      ['"', `[${"0,".repeat(100_001)}`],
      "100000 values",
    ],
    ["too many characters", [`"${"x".repeat(4_200_000)}"`], "more than 4194304 characters"],
    ["nesting", ["[".repeat(65)], "nest deeper than 64 levels"],
  ])("arguments are refused for %s", async (_what, calls, message) => {
    expect(await refusal(...calls)).toContain(message);
  });
});
