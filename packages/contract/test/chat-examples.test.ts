import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { findChatOrderViolation } from "../src/chat-order.ts";
import { loadDocument } from "../src/index.ts";
import { examplePlaces } from "./examples.ts";

const document = loadDocument();
const streams = examplePlaces(document)
  .filter(({ place }) => place === "createChatCompletion 200 text/event-stream")
  .flatMap(({ examples }) => examples);

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
ajv.addSchema(document, "contract");
const validate = ajv.getSchema("contract#/components/schemas/ChatStreamEvent");

const framesOf = (stream: { readonly value: unknown }) =>
  String(stream.value).split("\n\n").slice(0, -1);
const chunksOf = (stream: { readonly value: unknown }) =>
  framesOf(stream)
    .slice(0, -1)
    .map((frame): unknown => JSON.parse(frame.replace(/^data: /, "")));

describe.each(streams)("the stream $name", (stream) => {
  test("is made of data lines, with [DONE] as the last", () => {
    expect(framesOf(stream).filter((frame) => !/^data: [^\n]+$/.test(frame))).toEqual([]);
    expect(framesOf(stream).at(-1)).toBe("data: [DONE]");
  });

  test("has chunks that fit the schema", () => {
    for (const chunk of chunksOf(stream))
      expect.soft(validate?.(chunk), JSON.stringify(validate?.errors)).toBe(true);
  });

  test("keeps the order of chunks", () => {
    expect(findChatOrderViolation([...chunksOf(stream), "[DONE]"])).toBeNull();
  });
});

test("the chat streams together show text, thoughts, calls and a failure", () => {
  const shown = streams.map(({ value }) => value).join("");
  for (const part of ['"content":"Bon"', '"reasoning_details"', '"tool_calls"', '"error":'])
    expect(shown).toContain(part);
});
