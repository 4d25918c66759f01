import type { Schema } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { errorOf, post, readStream, replyOf } from "./read-chat.ts";

type Message = Schema<"ChatReplyMessage">;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway("");
});
afterAll(() => gateway.close());

const parameters = {
  ...{ type: "object", properties: { city: { type: "string" } } },
  required: ["city"],
};
const request = {
  model: "sandbox/think",
  tools: [{ type: "function", function: { name: "get_weather", parameters } }],
};
const question = { role: "user", content: "Weather in Oslo and Rome?" };
const recall = { role: "user", content: "What numbers have you thought of?" };

const whole = async (messages: readonly unknown[]): Promise<Message | undefined> => {
  const { choices } = await replyOf(await post(gateway, { ...request, messages }));
  return choices[0]?.message;
};
const streamed = async (messages: readonly unknown[]): Promise<Message | undefined> => {
  const response = await post(gateway, { ...request, messages, stream: true });
  return readStream(await response.text()).message;
};
const resultsOf = (message: Message | undefined) =>
  (message?.tool_calls ?? []).map(({ id }) => ({
    ...{ role: "tool", tool_call_id: id, content: "3 °C" },
  }));
const numbersIn = (text = "") => text.match(/\d{6}/g) ?? [];

describe("a model that wants its thoughts back, by chat completions", () => {
  it.each([
    ["plainly", whole],
    ["in a stream", streamed],
  ])("goes on with them after its calls, and remembers them in turn three, %s", async (_, ask) => {
    const first = await ask([question]);
    expect(first?.tool_calls).toHaveLength(2);
    // The second thought stood between the two calls: its seal names the second one.
    expect(first?.reasoning_details?.map(({ type }) => type)).toEqual([
      ...["reasoning.text", "reasoning.text", "reasoning.encrypted"],
    ]);
    expect(first?.reasoning_details?.at(-1)).toMatchObject({ id: first?.tool_calls?.[1]?.id });
    const turnTwo = [question, first, ...resultsOf(first)];
    const second = await ask(turnTwo);
    expect(second?.content).toContain("get_weather (Rome) returned: 3 °C");
    const numbers = [...numbersIn(first?.reasoning), ...numbersIn(second?.reasoning)];
    expect(numbers).toHaveLength(3);
    const third = await ask([...turnTwo, second, recall]);
    expect(third?.content).toBe(`I thought of the numbers ${numbers.join(", ")}.`);
  });

  it("gets them whole although a client joins neighbouring texts under one signature", async () => {
    const first = await streamed([question]);
    const [one, two, ...others] = first?.reasoning_details ?? [];
    const joined = { ...two, ...one, text: "joined" };
    const kept = { ...first, reasoning_details: [joined, ...others] };
    const second = await whole([question, kept, ...resultsOf(first)]);
    expect(second?.content).toContain("returned");
  });

  it.each([
    ["plainly", whole],
    ["in a stream", streamed],
  ])("goes on with those that come back on its calls alone, %s", async (_, ask) => {
    const first = await ask([question]);
    const { reasoning_details: _details, reasoning: words, ...bare } = { ...first };
    // As the AI SDK sends it.
    const kept = { ...bare, reasoning_content: words };
    const second = await ask([question, kept, ...resultsOf(first)]);
    expect(second?.content).toContain("get_weather (Rome) returned: 3 °C");
    const third = await ask([question, kept, ...resultsOf(first), second, recall]);
    const numbers = [...numbersIn(words), ...numbersIn(second?.reasoning)];
    expect(third?.content).toBe(`I thought of the numbers ${numbers.join(", ")}.`);
  });

  it("refuses a tool turn without them", async () => {
    const first = await whole([question]);
    const { reasoning_details: _, reasoning: __, ...rest } = { ...first };
    const calls = (first?.tool_calls ?? []).map((call) => ({ ...call, extra_content: null }));
    const messages = [question, { ...rest, tool_calls: calls }, ...resultsOf(first)];
    const error = await errorOf(await post(gateway, { ...request, messages }), 400);
    expect(error.message).toContain("Calls since the last message: 2; whole thoughts: 0");
  });
});
