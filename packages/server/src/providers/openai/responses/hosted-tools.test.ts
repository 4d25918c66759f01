import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, events, spoken } from "../../../../test/providers/sample.ts";

const search = { type: "web_search", search_context_size: "low" };
const passThrough = {
  family: "openai",
  headers: {},
  fields: { include: ["web_search_call.action.sources"], max_tool_calls: 3 },
  tools: [search],
};
const found = { type: "web_search_call", id: "ws_1", status: "completed", action: {} };
const cites = { type: "url_citation", url: "https://a.example.test", start_index: 1, end_index: 2 };
const message = {
  type: "message",
  content: [
    { type: "output_text", text: "So", annotations: [] },
    { type: "output_text", text: " it is", annotations: [cites] },
  ],
};
const streamed = events(
  { type: "response.output_item.added", output_index: 0, item: { ...found, status: "x" } },
  { type: "response.web_search_call.searching", output_index: 0, item_id: "ws_1" },
  { type: "response.output_item.done", output_index: 0, item: found },
  { type: "response.output_text.delta", output_index: 1, delta: "So it is" },
  { type: "response.output_item.done", output_index: 1, item: message },
  { type: "response.completed", response: { status: "completed", output: [found, message] } },
);

async function asked(call: Partial<RespondCall>, baseUrl?: string) {
  const answer = await ask({
    kind: "openai",
    body: streamed,
    call: { model: "gpt-5.5", passThrough, ...call },
    ...(baseUrl && { settings: { baseUrl } }),
  });
  return { body: answer.upstream.asked[0], said: spoken(answer) };
}

describe("tools that run at OpenAI", () => {
  it("go there as they came, for a workspace that pays OpenAI itself", async () => {
    const tools = [{ name: "f" }];
    const { body } = await asked({ credential: "own", tools });
    expect(body).toMatchObject({
      tools: [{ type: "function", name: "f" }, search],
      include: ["web_search_call.action.sources"],
      max_tool_calls: 3,
    });
  });

  it.each([
    ["with the operator's credential", undefined, {}],
    ["of another vendor", "https://api.x.ai/v1", { credential: "own" }],
    [
      "of another wire",
      undefined,
      { credential: "own", passThrough: { ...passThrough, family: "anthropic" } },
    ],
  ])("do not go on %s, and what they leave is not read", async (_, baseUrl, call) => {
    const { body, said } = await asked(call, baseUrl);
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("max_tool_calls");
    expect(said).toEqual([
      ["text", "So it is"],
      ["finish", "stop"],
    ]);
  });

  it("leave their traces once, with the annotations of the text behind them", async () => {
    const { said } = await asked({ credential: "own" });
    expect(said).toEqual([
      ["hosted", "web_search_call", "ws_1"],
      ["text", "So it is"],
      ["annotations", 1, 6],
      ["finish", "stop"],
    ]);
  });

  it("may be forced", async () => {
    const forced = { ...passThrough, fields: { tool_choice: "required" } };
    const { body } = await asked({ credential: "own", passThrough: forced });
    expect(body).toMatchObject({ tool_choice: "required" });
  });
});
