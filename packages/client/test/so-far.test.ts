import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import type { Portico, ReplySoFar, ResponseStream } from "../src/index.ts";
import { isApiError } from "../src/index.ts";
import { scriptedServer } from "./scripted-server.ts";

const { examples } = loadDocument().components;
const model = "sandbox/text";
const messages = [{ role: "user" as const, content: "Weather?" }];

type Open = (portico: Portico) => Promise<AsyncIterable<unknown> & Pick<ResponseStream, "soFar">>;
const call = (id: string, city: string) => ({
  ...{ id, name: "get_weather" },
  arguments: JSON.stringify({ city }),
});
const wires: Record<string, [string, Open, ReplySoFar]> = {
  "a response": [
    "thoughts-stream",
    (portico) => portico.responses.stream({ model, input: "Weather?" }),
    {
      text: "",
      thoughts: "An umbrella depends on today's weather in Paris.\n\nI should look it up first.",
      calls: [call("call_paris", "Paris")],
    },
  ],
  "a chat completion": [
    "chat-thoughts-stream",
    (portico) => portico.chat.stream({ model, messages }),
    {
      text: "",
      thoughts: "Two cities: I need two calls.",
      calls: [call("call_paris", "Paris"), call("call_oslo", "Oslo")],
    },
  ],
  "a message": [
    "messages-thinking-stream",
    (portico) => portico.messages.stream({ model, max_tokens: 100, messages }),
    {
      text: "",
      thoughts: "The user wants the weather, so I call the tool.",
      calls: [call("call_5b0f2d8e9c1a47d3b6e8f012", "Paris")],
    },
  ],
};

describe.each(Object.entries(wires))("what has come of %s", (_, [example, open, whole]) => {
  it("only grows, and ends with the whole calls and thoughts", async () => {
    const body = String(examples?.[example]?.value);
    await using server = await scriptedServer((_, reply) => {
      reply.writeHead(200, { "content-type": "text/event-stream" });
      reply.end(body);
    });
    const stream = await open(server.client());
    let before: ReplySoFar = { text: "", thoughts: "", calls: [] };
    for await (const _ of stream) {
      const { soFar } = stream;
      expect(soFar.text.startsWith(before.text)).toBe(true);
      expect(soFar.thoughts.startsWith(before.thoughts)).toBe(true);
      for (const [index, call] of before.calls.entries())
        expect(soFar.calls[index]?.arguments.startsWith(call.arguments)).toBe(true);
      before = soFar;
    }
    expect(before).toEqual(whole);
  });
});

describe("the client that throws", () => {
  it("gives the body of a success, and throws the client's own error for a failure", async () => {
    await using server = await scriptedServer((_, reply, index) => {
      reply.writeHead(index === 0 ? 200 : 402, { "content-type": "application/json" });
      reply.end(index === 0 ? '{"data":[]}' : '{"error":{"code":402,"message":"No credit"}}');
    });
    const { throwing } = server.client();
    expect((await throwing.GET("/providers")).data).toEqual({ data: [] });
    const failed = await throwing.request("get", "/providers").catch((error: unknown) => error);
    expect(isApiError(failed, 402) && failed.serviceMessage).toBe("No credit");
  });
});
