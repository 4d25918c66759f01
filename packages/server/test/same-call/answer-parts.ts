import type { Carrier } from "@portico/core/model-call/carrier";
import type { FinishReason, Part } from "@portico/core/model-call/parts";
import fc from "fast-check";

type Parts = readonly Part[];

/** Cut anywhere, also between the halves of a surrogate pair. */
const pieces = (whole: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.tuple(whole, fc.array(fc.nat(30), { maxLength: 3 })).map(([text, places]) => {
    const ends = [...places.filter((place) => place < text.length), text.length].toSorted(
      (one, other) => one - other,
    );
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  });

const written = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const data = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 });
const carrier = (of: Carrier["of"]): fc.Arbitrary<Part> =>
  data.map((bytes) => ({ type: "carrier", carrier: { family: "scripted", of, data: bytes } }));

const said: fc.Arbitrary<Parts> = fc
  .tuple(pieces(written), fc.option(carrier("text"), { nil: undefined }))
  .map(([texts, sign]) => [
    ...texts.map((text) => ({ type: "text", text }) as const),
    ...(sign === undefined ? [] : [sign]),
  ]);

const paragraphs = fc.array(pieces(written), { minLength: 1, maxLength: 3 });
const worded: fc.Arbitrary<Parts> = fc
  .tuple(paragraphs, fc.boolean(), fc.option(carrier("thought"), { nil: undefined }))
  .map(([all, isSummary, seal]) => [
    ...all.flatMap((texts, paragraph) =>
      texts.map((text) => ({ type: "reasoning", text, isSummary, paragraph }) as const),
    ),
    ...(seal === undefined ? [] : [seal]),
  ]);
const thought: fc.Arbitrary<Parts> = fc.oneof(
  { weight: 3, arbitrary: worded },
  { weight: 1, arbitrary: carrier("thought").map((seal) => [seal]) },
);

const given = fc.oneof(
  fc.constant(""),
  pieces(fc.dictionary(data, fc.oneof(written, fc.integer()), { maxKeys: 3 }).map(toJson)),
);
const call: fc.Arbitrary<Parts> = fc
  .tuple(
    fc.uuid(),
    fc.boolean(),
    given,
    fc.option(carrier("call"), { nil: undefined }),
    fc.constantFrom("get_weather", "get_time"),
  )
  .map(([key, isNamed, text, seal, name]) => [
    ...(seal === undefined ? [] : [seal]),
    { type: "call", key, name, ...(isNamed && { callId: `up_${key}` }) },
    ...[text].flat().map((delta) => ({ type: "arguments", key, delta }) as const),
  ]);

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

const tokens = fc.nat(200);
const usage = fc
  .record({
    ...{ inputTokens: tokens, cachedInputTokens: tokens, cacheWriteTokens: tokens },
    ...{ outputTokens: tokens, reasoningTokens: tokens },
    serviceTier: fc.constantFrom("default", "flex"),
  })
  .map((counted) => ({
    ...counted,
    inputTokens: counted.inputTokens + counted.cachedInputTokens + counted.cacheWriteTokens,
    outputTokens: counted.outputTokens + counted.reasoningTokens,
  }));

const ends: fc.Arbitrary<Parts> = fc
  .tuple(
    fc.option(usage, { nil: undefined }),
    fc.constantFrom<FinishReason>("stop", "stop", "length", "content_filter"),
    fc.boolean(),
  )
  .map(([counted, reason, isNamed]) => [
    ...(counted === undefined ? [] : [{ type: "usage", usage: counted } as const]),
    { type: "finish", reason, ...(isNamed && reason === "stop" && { stopSequence: "END" }) },
  ]);

/** What an upstream may bring in one answer, in as many reads as it has parts. */
export const answerParts: fc.Arbitrary<Parts> = fc
  .tuple(fc.array(fc.oneof(said, thought, call), { maxLength: 5 }), ends)
  .map(([items, last]) => [...items.flat(), ...last]);
