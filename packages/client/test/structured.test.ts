import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ChatReply } from "../src/contract.ts";
import { jsonSchemaOf, ParseError, parseText, schemaTool } from "../src/index.ts";
import { finished, functionCall, message } from "./sample-events.ts";
import { json, scriptedServer } from "./scripted-server.ts";

const City = z.object({ city: z.string(), degrees: z.number(), hints: z.array(z.string()) });
const paris = { city: "Paris", degrees: 21, hints: ["sunny"] };
const answering = (text: string) => finished([message(text)]);
const request = { model: "sandbox/text", input: "How warm is Paris?" };

describe("a value of a schema", () => {
  it("is asked for in the form that vendors guarantee, and comes back with its type", async () => {
    await using server = await scriptedServer((_, reply) =>
      json(reply, 200, answering(JSON.stringify(paris))),
    );
    const { value, reply } = await server
      .client()
      .responses.parse(request, { schema: City, name: "weather" });
    const degrees: number = value.degrees;
    expect([degrees, reply.status]).toEqual([21, "completed"]);
    expect(server.seen[0]?.body).toMatchObject({
      text: {
        format: {
          type: "json_schema",
          name: "weather",
          strict: true,
          schema: {
            type: "object",
            required: ["city", "degrees", "hints"],
            additionalProperties: false,
          },
        },
      },
    });
    expect(JSON.stringify(server.seen[0]?.body)).not.toContain("$schema");
  });

  it("comes from a chat completion as well", async () => {
    const reply = {
      choices: [{ index: 0, message: { role: "assistant", content: JSON.stringify(paris) } }],
    } as unknown as ChatReply;
    await using server = await scriptedServer((_, answer) => json(answer, 200, reply));
    const { value } = await server
      .client()
      .chat.parse({ model: "m", messages: [{ role: "user", content: "Hi" }] }, { schema: City });
    expect(value).toEqual(paris);
    expect(server.seen[0]?.body).toMatchObject({
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true } },
    });
  });

  it.each([
    ['{"city":"Paris","degrees":"warm","hints":[3]}', ["degrees", "hints.0"]],
    ['{"city":"Par', []],
    ["", []],
  ])("is not there in %j: the error has the text and says what is wrong", async (text, places) => {
    const error = await parseText(City, text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ParseError);
    const { issues, text: written, kind } = error as ParseError;
    expect([written, kind]).toEqual([text, "parse"]);
    expect(issues.map((issue) => issue.split(":")[0])).toEqual(places);
  });

  it("may be of any form that the library knows, transformed at its end", async () => {
    const Day = z.object({ day: z.string().transform((text) => new Date(text)) });
    const { day } = await parseText(Day, '{"day":"2026-01-02"}');
    expect(day.getUTCFullYear()).toBe(2026);
    const nested = z.object({ list: z.array(z.object({ a: z.union([z.string(), z.null()]) })) });
    expect(JSON.stringify(jsonSchemaOf(nested)).match(/additionalProperties/g)).toHaveLength(2);
    const bare = { "~standard": { ...City["~standard"], jsonSchema: undefined } };
    expect(() => jsonSchemaOf(bare as unknown as typeof City)).toThrow(/no JSON Schema/);
  });
});

describe("a tool with a schema", () => {
  const seen: { city: string }[] = [];
  const weather = schemaTool({
    description: "Current weather",
    parameters: z.object({ city: z.string() }),
    run: (args) => {
      seen.push(args);
      return `21 degrees in ${args.city}`;
    },
  });

  it("runs with checked arguments, and tells the model what does not fit", async () => {
    await using server = await scriptedServer((_, reply, index) =>
      json(
        reply,
        200,
        finished(
          [
            [functionCall(1, "weather", { city: 7 }), functionCall(2, "weather", { city: "Rome" })],
            [message("Warm.")],
          ][index] ?? [],
        ),
      ),
    );
    await server.client().responses.runTools({ ...request, tools: { weather } });
    expect(seen).toEqual([{ city: "Rome" }]);
    expect(server.seen[0]?.body).toMatchObject({
      tools: [{ name: "weather", parameters: { required: ["city"], additionalProperties: false } }],
    });
    const { input = [] } = (server.seen[1]?.body ?? {}) as { input?: { output?: string }[] };
    const [wrong, right] = input.slice(-2);
    expect(wrong?.output).toMatch(/city: .*string/);
    expect(right?.output).toBe("21 degrees in Rome");
  });
});
