import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import { resultsFor, turnsOf } from "../providers/turns-of.ts";
import { settingsFor, type Target } from "./coverage.ts";
import { heard } from "./heard.ts";
import { absence, hasRecordings, type Recording, recordedChunks } from "./recording.ts";
import { replayedUpstream } from "./replayed-upstream.ts";
import { keptThoughts as kept } from "./thoughts/kept-thoughts.ts";
import { receivedThoughts } from "./thoughts/received.ts";

const firstCall: Omit<RespondCall, "model" | "stream"> = {
  requestId: "req_test",
  conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  toolChoice: "auto",
  thoughts: { text: true, carriers: true },
};

describe.skipIf(!hasRecordings)(`thoughts, replayed ${hasRecordings ? "" : absence}`, () => {
  it("are recorded of each dialect that sends them back", () => {
    const providers = new Set(kept.map(({ recording }) => recording.provider));
    expect([...providers].sort()).toEqual(
      expect.arrayContaining([
        ...["alibaba", "avian", "azure", "deepseek", "gemini", "gpustack", "mistral", "ollama"],
        ...["openai-responses", "openrouter", "vercel-gateway", "vertex", "xai", "zai"],
      ]),
    );
  });

  it.each(kept)("of $file come back as they were given", async ({ recording, target, given }) => {
    const { asked } = await twice(recording, target, target);
    expect(receivedThoughts(recording.api, asked)).toEqual(given);
  });

  it.each(kept)("of $file are left out for vendors of other families", async (thinking) => {
    const { recording, target, given } = thinking;
    const family = familyOf(recording, target);
    for (const [name, other] of Object.entries(others)) {
      if (name === family) continue;
      const { asked, error } = await twice(recording, target, other);
      const told = JSON.stringify(asked);
      const leaked = textsIn(given).filter((text) => told.includes(JSON.stringify(text)));
      expect([name, leaked, error?.failure === "rejected"]).toEqual([name, [], false]);
    }
  });
});

const other = (kind: string, model: string, options: Target["options"] = {}): Target => ({
  kind,
  apiKey: "test-key",
  model,
  options,
});

/** A vendor of each family. */
const others: Readonly<Record<string, Target>> = {
  openai: other("openai", "gpt-5.5"),
  xai: other("openai-compatible", "grok-4.3", { preset: "xai", api: "responses" }),
  anthropic: other("anthropic", "claude-sonnet-4-6"),
  gemini: other("gemini", "gemini-3-pro"),
  reasoning_content: other("openai-compatible", "deepseek-v4-pro", { preset: "deepseek" }),
  openrouter: other("openai-compatible", "z-ai/glm-5", { preset: "openrouter" }),
  "vercel-gateway": other("openai-compatible", "openai/gpt-5", { preset: "vercel-gateway" }),
  mistral: other("mistral", "magistral-medium-latest"),
  cohere: other("cohere", "command-a-reasoning-08-2025"),
};

function familyOf({ provider, api }: Recording, { kind }: Target): string {
  if (api === "openai.responses") return provider === "xai" ? "xai" : "openai";
  if (kind === "gemini" || kind === "vertex") return "gemini";
  return Object.hasOwn(others, provider) && provider !== "xai" ? provider : "reasoning_content";
}

/** Every text of some length in thoughts, but for what answers hold too: ids of calls, and what a part said. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.length > 20 ? [value] : [];
  return Object.entries(Object(value)).flatMap(([name, within]) =>
    name === "id" || name === "part" ? [] : textsIn(within),
  );
}

/** Two turns: the first answer is the recorded one, and the second request is what it leads to. */
async function twice(recording: Recording, first: Target, second: Target) {
  const { status, headers } = recording.response;
  const replay = { status, headers, pieces: recordedChunks(recording) };
  const provider = createProvider(
    settingsFor(first, "http://127.0.0.1:9"),
    replayedUpstream(replay),
  );
  const call = { ...firstCall, model: first.model, stream: recording.stream };
  const answer = await heard(provider, call);
  const turns = turnsOf(answer.parts);
  const results = resultsFor(turns);
  const next = results.length > 0 ? results : firstCall.conversation;
  const conversation = [...call.conversation, ...turns, ...next];
  const upstream = replayedUpstream(replay);
  const again = createProvider(settingsFor(second, "http://127.0.0.1:9"), upstream);
  const { error } = await heard(again, { ...call, model: second.model, conversation });
  return { asked: upstream.asked[0], error };
}
