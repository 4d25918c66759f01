import { operations, type Schema } from "@portico/contract";
import { findOrderViolation } from "@portico/contract/stream-order";
import { contractCheck as check } from "@portico/test-support/contract-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { dataOf, sendTo } from "./ask.ts";

const weather = { type: "function", name: "get_weather", parameters: { type: "object" } };
const user = (content: string) => ({ type: "message", role: "user", content });
const question = { model: "mock/think", input: [user("How is the weather?")], tools: [weather] };
const seals = { include: ["reasoning.encrypted_content"] };
const words = { reasoning: { summary: "auto" } };

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ rehearsal: { paceMs: 0 } });
});
afterAll(() => mock.close());

const post = (more: object, headers = {}) =>
  sendTo(mock, "/responses", { body: { ...question, ...more }, headers });

async function ask(more: object): Promise<Schema<"Response">> {
  const reply = await post(more);
  const body = (await reply.json()) as Schema<"Response">;
  expect(check.reply(operations.createResponse, reply.status, body)).toEqual([]);
  return body;
}

const typesOf = ({ output }: Schema<"Response">) => output.map(({ type }) => type);
const resultsOf = ({ output }: Schema<"Response">) =>
  output.flatMap((item) =>
    item.type === "function_call"
      ? [{ type: "function_call_output", call_id: item.call_id, output: "sunny" }]
      : [],
  );

describe("the mock's model that thinks", () => {
  it("shows nothing of it to those who do not ask, and counts it", async () => {
    const response = await ask({});
    expect(typesOf(response)).toEqual(["function_call"]);
    expect(response.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
  });

  it("shows its thoughts sealed, in words, or both, as is asked", async () => {
    expect((await ask(seals)).output[0]).toMatchObject({
      ...{ type: "reasoning", summary: [], status: "completed" },
      encrypted_content: expect.any(String),
    });
    const [inWords] = (await ask(words)).output;
    expect(inWords).toMatchObject({ summary: [{ text: expect.stringContaining("number") }] });
    expect(inWords).not.toHaveProperty("encrypted_content");
    expect((await ask({ ...seals, ...words })).output[0]).toMatchObject({
      summary: [{}],
      encrypted_content: expect.any(String),
    });
  });

  it.each([{}, { "X-Stainless-Helper-Method": "stream" }, { Prefer: "fault=fail" }])(
    "streams them in order %j",
    async (headers) => {
      const reply = await post({ ...seals, ...words, stream: true }, headers);
      const vocabulary = "X-Stainless-Helper-Method" in headers ? "libraries" : "both";
      const text = await reply.text();
      expect(findOrderViolation(dataOf(text), vocabulary)).toBeNull();
      expect(text).toContain("response.reasoning_summary_text.delta");
    },
  );

  it("goes on when its thoughts come back, and refuses results without them", async () => {
    const first = await ask(seals);
    const results = resultsOf(first);
    const input = [...question.input, ...first.output, ...results];
    expect(typesOf(await ask({ input, ...seals }))).toEqual(["reasoning", "message"]);
    const forgotten = first.output.filter(({ type }) => type !== "reasoning");
    const refused = await post({ input: [...question.input, ...forgotten, ...results] });
    expect(refused.status).toBe(400);
  });

  it("repeats what it thought, of the seals that are whole", async () => {
    const first = await ask({ ...seals, ...words, tool_choice: "none" });
    const [thought] = first.output;
    const said = thought?.type === "reasoning" ? thought.summary[0]?.text : "";
    const number = said?.match(/\d+/)?.[0] ?? "none";
    const asks = user("What numbers have you thought of?");
    const recalled = await ask({ input: [...question.input, ...first.output, asks] });
    expect(recalled.output_text).toContain(number);
    const spoilt = first.output.map((item) =>
      item.type === "reasoning" ? { ...item, encrypted_content: "AAAA" } : item,
    );
    const forgotten = await ask({ input: [...question.input, ...spoilt, asks] });
    expect(forgotten.output_text).not.toContain(number);
  });
});
