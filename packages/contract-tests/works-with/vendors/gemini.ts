import { type Fields, fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import {
  argumentsOf,
  type Dialect,
  events,
  type Heard,
  outputTokens,
  type Said,
  usualInputTokens,
} from "./dialect.ts";

/** Google's generateContent. Its mark stands on the call after a thought, or on the text. */
export const gemini: Dialect = {
  provider: { kind: "gemini" },
  isAnswered: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  hear,
  say,
};

function hear(body: Fields): Heard {
  const contents = listOf(body["contents"]).map(fieldsOf);
  const parts = contents.flatMap(partsOf);
  const named = (list: readonly Fields[], name: string) =>
    list.flatMap((part) => textOf(fieldsOf(part[name])["name"]) ?? []);
  const last = contents.findLastIndex(({ role }) => role === "model");
  const tools = listOf(body["tools"]).map(fieldsOf);
  return {
    tools: tools.flatMap((tool) => {
      return listOf(tool["functionDeclarations"]).flatMap(
        (one) => textOf(fieldsOf(one)["name"]) ?? [],
      );
    }),
    offersSearch: tools.some((tool) => tool["googleSearch"] !== undefined),
    // It pairs calls with results by name and order.
    calls: named(parts, "functionCall"),
    answered: named(parts, "functionResponse"),
    results: contents
      .slice(last + 1)
      .flatMap(partsOf)
      .flatMap(({ functionResponse }) =>
        functionResponse ? [JSON.stringify(functionResponse)] : [],
      ),
    marks: parts.flatMap(({ thoughtSignature }) => textOf(thoughtSignature) ?? []),
    pictures: parts.flatMap(({ inlineData }) => textOf(fieldsOf(inlineData)["data"]) ?? []),
    words: JSON.stringify([body["systemInstruction"], contents]),
  };
}

function partsOf({ parts }: Fields): Fields[] {
  return listOf(parts).map(fieldsOf);
}

function say(
  { thought, text, call, inputTokens = usualInputTokens }: Said,
  { mark }: { mark: string },
) {
  const thoughtSignature = thought === undefined ? undefined : mark;
  const parts = [
    ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
    ...(text === undefined ? [] : [{ text, ...(call === undefined && { thoughtSignature }) }]),
    ...(call === undefined
      ? []
      : [
          {
            functionCall: { name: call.name, args: argumentsOf(call.arguments) },
            thoughtSignature,
          },
        ]),
  ];
  const usageMetadata = {
    ...{ promptTokenCount: inputTokens, candidatesTokenCount: outputTokens },
    totalTokenCount: inputTokens + outputTokens,
  };
  const event = (part: object, finish: object = {}) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, ...finish }],
    usageMetadata,
  });
  const isLast = (index: number) => index === parts.length - 1;
  return events(
    parts.map((part, index) => [
      undefined,
      event(part, isLast(index) ? { finishReason: "STOP" } : {}),
    ]),
  );
}
