import type { Part } from "@portico/core/model-call/parts";
import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Script, ScriptedProvider, scriptedYaml } from "../responses/scripted-provider.ts";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { answerParts } from "./answer-parts.ts";
import { expectSame, masterKey } from "./expect-same.ts";
import type { Question } from "./question.ts";

const scripts: Record<string, Script> = {};
const provider = new ScriptedProvider("scripted", scripts);
let gateway: TestGateway;

beforeAll(async () => {
  const yaml = scriptedYaml(["scripted"], ["m"]);
  gateway = await startGateway(yaml, { masterKey, providers: [provider] });
});
afterAll(() => gateway.close());

const parameters = { type: "object" };
const question: Question = {
  ...{ model: "m", maxOutputTokens: 500, temperature: 0.5, topP: 0.9, topK: 5 },
  ...{ stop: ["END"], toolChoice: "required", parallelToolCalls: false },
  tools: [
    { name: "get_weather", description: "Weather", parameters },
    { name: "get_time", parameters },
  ],
  thinking: { maxTokens: 100 },
  turns: [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Hello" },
    { role: "assistant", text: "Hi" },
    { role: "user", text: "And now?" },
  ],
};

/** What reaches a provider, but for the request's own name, its form and what one wire says to vendors of its own. */
function lastCall(): unknown {
  const {
    requestId: _,
    passThrough: _own,
    stream: _form,
    left: _left,
    ...call
  } = Object(provider.calls.at(-1));
  return call;
}

function idsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === "call" ? (part.callId ?? []) : []));
}

describe("any answer of an upstream", () => {
  it("is the same by each wire, whole or broken off", async () => {
    const broken = fc.option(fc.nat(12), { nil: undefined, freq: 3 });
    const property = fc.asyncProperty(answerParts, broken, async (parts, end) => {
      const reads = parts.map((part) => [part]);
      scripts["m"] = end === undefined ? reads : [...reads.slice(0, end), "cut"];
      const asking = { gateway, questionFor: () => question, sent: lastCall };
      await expectSame({ ...asking, upstreamIds: idsIn(parts) });
    });
    await fc.assert(property, { numRuns: runsOf(120, 3) });
  });

  it("is the same where no thoughts are asked for", async () => {
    const { thinking: _, ...unthinking } = question;
    const property = fc.asyncProperty(answerParts, async (parts) => {
      scripts["m"] = [parts];
      const asking = { gateway, questionFor: () => unthinking, sent: lastCall };
      await expectSame({ ...asking, upstreamIds: idsIn(parts) });
    });
    await fc.assert(property, { numRuns: runsOf(40, 3) });
  });
});
