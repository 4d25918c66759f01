import { Answer } from "@portico/core/answer/answer";
import { describe, expect, it } from "vitest";
import { sampleCandidate } from "../../../test/routing/sample-candidate.ts";
import type { UnansweredAttempt } from "../../routing/attempt-failed.ts";
import { readPreferences } from "../../routing/preferences.ts";
import { UpstreamError, type UpstreamErrorDetails } from "../../upstream/upstream-error.ts";
import type { GenerateRequest } from "./asked.ts";
import { billLost } from "./bill.ts";

const candidate = sampleCandidate("p");
const asked: GenerateRequest = {
  operation: "responses",
  limitField: "max_output_tokens",
  refusalBy: () => null,
  guard: null,
  parameterNames: [],
  leftOut: [],
  unopenedThoughts: 0,
  preferences: readPreferences(undefined),
  chance: Math.random,
  models: [
    {
      model: candidate.model,
      call: {
        stream: false,
        conversation: [
          { type: "message", role: "user", content: [{ type: "text", text: "Twelve bytes" }] },
        ],
        tools: [],
        toolChoice: "auto",
        maxOutputTokens: 7,
      },
      needs: {},
      links: [],
      bound: { inputTokens: 30 },
    },
  ],
};
const held = {
  nanousd: 1_000_000,
  charged: new Map([[candidate.model, [candidate.endpoint]]]),
  mostOutputTokens: null,
};

async function tokensOf(
  details: UpstreamErrorDetails,
  more: { isToldAtEnd?: boolean; unreadBytes?: number; words?: number } = {},
): Promise<readonly (readonly [number, number])[]> {
  const error = new UpstreamError("connection", "It failed.", details);
  error.unreadBytes = more.unreadBytes ?? 0;
  const answer = new Answer();
  for (let word = 0; word < (more.words ?? 0); word += 1)
    answer.push({ type: "text", text: " the" });
  const { isToldAtEnd = false } = more;
  const lost: UnansweredAttempt = { candidate, place: 0, error, isToldAtEnd };
  const billed = await billLost(asked, held, [lost], new Map([[candidate, answer]]));
  return billed.map(({ usage }) => [usage.inputTokens, usage.outputTokens]);
}

describe("an attempt that gave no answer", () => {
  it.each([
    ["costs nothing where it failed by itself", {}, {}, []],
    ["costs its question where it was left with it", { wasLeft: true }, {}, [[3, 0]]],
    ["costs the output that had arrived", {}, { words: 4 }, [[3, 4]]],
    [
      "costs the output that had arrived where it was left",
      { wasLeft: true },
      { words: 4 },
      [[3, 4]],
    ],
    ["costs the size of an unreadable answer", {}, { unreadBytes: 41 }, [[3, 11]]],
    [
      "costs its limit of output where the amount cannot be known",
      { wasLeft: true },
      { isToldAtEnd: true },
      [[3, 7]],
    ],
    [
      "costs the output that had arrived from a server without streams too",
      { wasLeft: true },
      { isToldAtEnd: true, unreadBytes: 40 },
      [[3, 10]],
    ],
    ["costs nothing of a server without streams that was not asked", {}, { isToldAtEnd: true }, []],
  ] as const)("%s", async (_, details, more, expected) => {
    expect(await tokensOf(details, more)).toEqual(expected);
  });
});
