import type { ToolSelection } from "@portico/core/model-call/respond-call";
import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Asked, expectSame, masterKey } from "./expect-same.ts";
import type { Question } from "./question.ts";
import type { Told } from "./told.ts";

let gateway: TestGateway;

beforeAll(async () => {
  const yaml = "providers: { sandbox: { kind: sandbox, word_delay_ms: 0 } }";
  gateway = await startGateway(yaml, { masterKey });
});
afterAll(() => gateway.close());

const cities = ["Oslo", "Rome", "Bad Homburg"] as const;
const parameters = {
  ...{ type: "object", properties: { city: { type: "string" } } },
  required: ["city"],
};
const weather = { name: "get_weather", description: "Weather of a city", parameters };
const time = { name: "get_time", parameters: { type: "object", properties: {} } };
const person = {
  ...{ type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } },
  ...{ required: ["name", "age"], additionalProperties: false },
};

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => `Repeat: ${text}`),
  fc.integer({ min: 1, max: 40 }).map((most) => `Count from 1 to ${most}`),
  fc.subarray([...cities], { minLength: 1 }).map((some) => `Weather in ${some.join(" and ")}?`),
  fc.constantFrom("A person named Ann, aged 42", "What time is it?", "how are you", ""),
);
const toolbox: fc.Arbitrary<Partial<Question>> = fc.oneof(
  fc.record(
    {
      tools: fc.constantFrom([weather], [weather, time]),
      toolChoice: fc.constantFrom<ToolSelection>(
        ...(["auto", "none", "required", { name: "get_weather" }] as const),
      ),
      parallelToolCalls: fc.boolean(),
    },
    { requiredKeys: ["tools"] },
  ),
  fc.constant({ format: person }),
  fc.constant({}),
);
const limits = fc.record(
  {
    stop: fc.constantFrom(["END"], ["END", "two words"]),
    temperature: fc.constantFrom(0, 0.5),
    thinking: fc.constantFrom({ effort: "low" }, { maxTokens: 64 }),
  },
  { requiredKeys: [] },
);
const models = {
  serving: ["sandbox/text", "sandbox/think"],
  failing: ["sandbox/fail-529", "sandbox/fail-429", "sandbox/fail-midstream"],
} as const;
const question: fc.Arbitrary<Question> = fc
  .record({
    model: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...models.serving) },
      { weight: 1, arbitrary: fc.constantFrom(...models.failing) },
    ),
    said: words,
    system: fc.constantFrom("", "Be brief."),
    maxOutputTokens: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1_000)),
    toolbox,
    limits,
  })
  .map(({ model, said, system, maxOutputTokens, ...more }) => ({
    ...{ model, maxOutputTokens, ...more.toolbox, ...more.limits },
    turns: [
      ...(system === "" ? [] : [{ role: "system", text: system } as const]),
      { role: "user", text: said },
    ],
  }));

/** The same question with the answer that each wire gave, and the results of its calls. */
async function expectSameTurnTwo(first: Question, answers: readonly Asked[]): Promise<void> {
  await expectSame({
    gateway,
    questionFor: ({ wire, stream }) => {
      const answer = answers.find((one) => one.wire === wire && one.stream === stream);
      if (answer === undefined) throw new Error("There is no answer in turn one.");
      return { ...first, turns: [...first.turns, { answer: answer.told, result: "3 °C" }] };
    },
  });
}

/**
 * A thought that is cut has no seal, and `POST /responses` leaves it out of the next turn. The other wires send its words on,
 * because some models take thoughts without a seal.
 */
function isCutInThought({ thoughts }: Told): boolean {
  return thoughts.words.length > thoughts.seals.length;
}

/** What the questions led to: a property that asks for nothing of it would prove little. */
class Seen {
  readonly #what = new Set<string>();

  add(asked: Question, told: Told | undefined): void {
    if (told?.calls.length) this.#what.add("calls");
    if (told?.thoughts.seals.length) this.#what.add("thoughts");
    if (told?.failure !== undefined) this.#what.add("failures");
    if (told?.finish === "max_output_tokens") this.#what.add("limits");
    if (asked.format !== undefined) this.#what.add("structured output");
  }

  get all(): readonly string[] {
    return [...this.#what].toSorted();
  }
}

describe("a question to the sandbox", () => {
  it("has the same answer by each wire, and after its tool calls too", async () => {
    const seen = new Seen();
    const property = fc.asyncProperty(question, async (asked) => {
      const answers = await expectSame({ gateway, questionFor: () => asked });
      const told = answers[0]?.told;
      seen.add(asked, told);
      if (told?.calls.length && !isCutInThought(told)) await expectSameTurnTwo(asked, answers);
    });
    await fc.assert(property, { numRuns: runsOf(60, 2) });
    const all = ["calls", "failures", "limits", "structured output", "thoughts"];
    expect(seen.all).toEqual(all);
  });
});
