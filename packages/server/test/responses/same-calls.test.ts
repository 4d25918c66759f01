import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ yaml: "limits: { same_calls: 3 }" });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const model = "sandbox/text";
const weather = { name: "get_weather", arguments: '{"city":"Rome"}' };
const ids = (times: number) => Array.from({ length: times }, (_, index) => `call_${index}`);

const bodies: Readonly<Record<string, (times: number) => object>> = {
  "/responses": (times) => ({
    input: [
      { role: "user", content: "Go" },
      ...ids(times).flatMap((call_id) => [
        { type: "function_call", call_id, ...weather },
        { type: "function_call_output", call_id, output: "Sunny" },
      ]),
    ],
  }),
  "/chat/completions": (times) => ({
    messages: [
      { role: "user", content: "Go" },
      ...ids(times).flatMap((id) => [
        { role: "assistant", tool_calls: [{ id, type: "function", function: weather }] },
        { role: "tool", tool_call_id: id, content: "Sunny" },
      ]),
    ],
  }),
  "/messages": (times) => ({
    max_tokens: 9,
    messages: [
      { role: "user", content: "Go" },
      ...ids(times).flatMap((id) => [
        {
          role: "assistant",
          content: [{ type: "tool_use", id, name: weather.name, input: { city: "Rome" } }],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "Sunny" }] },
      ]),
    ],
  }),
};

it.each(Object.entries(bodies))("stops an agent in circles on %s", async (path, bodyOf) => {
  const send = (times: number) =>
    fetch(gateway.api + path, {
      method: "POST",
      headers: jsonHeaders(gateway.own.ordinary),
      body: JSON.stringify({ model, ...bodyOf(times) }),
    });
  expect((await send(2)).status).toBe(200);
  const stopped = await send(3);
  expect(stopped.status).toBe(429);
  expect(await stopped.text()).toContain("3 times with the same arguments");
});
