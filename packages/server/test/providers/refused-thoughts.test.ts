import type { Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { heard } from "../recorded/heard.ts";
import { wireSamples } from "../wire/samples.ts";
import { repliesInTurn } from "./replies-in-turn.ts";
import { emptyCall, settingsOf } from "./sample.ts";

const encrypted = "The encrypted content gAAA...DQ== could not be verified.";
const signature = "Unable to submit request because Thought signature is not valid.";

interface Refusing {
  readonly kind: string;
  readonly settings?: Partial<ProviderSettings>;
  readonly model: string;
  readonly carrier: Thought["carrier"];
  readonly message: string;
}

const item = '{"type":"reasoning","summary":[],"encrypted_content":"secret-thought"}';
const details = '[{"type":"reasoning.encrypted","data":"secret-thought"}]';
const compatible = (preset: string, api?: string) => ({
  kind: "openai-compatible",
  settings: { baseUrl: "https://upstream.example", options: { preset, api } },
});

const upstreams: Readonly<Record<string, Refusing>> = {
  OpenAI: {
    kind: "openai",
    model: "gpt-5.5",
    carrier: { family: "openai", of: "thought", data: item },
    message: encrypted,
  },
  xAI: {
    ...compatible("xai", "responses"),
    model: "grok-4.3",
    carrier: { family: "xai", of: "thought", data: item },
    message: "Could not decrypt the provided encrypted_content.",
  },
  Gemini: {
    kind: "gemini",
    model: "gemini-3-pro",
    carrier: { family: "gemini", of: "call", data: "secret-thought" },
    message: signature,
  },
  Vertex: {
    kind: "vertex",
    settings: { apiKey: "ya29.test", options: { project: "example" } },
    model: "gemini-3-pro",
    carrier: { family: "gemini", of: "call", data: "secret-thought" },
    message: signature,
  },
  OpenRouter: {
    ...compatible("openrouter"),
    model: "openai/gpt-5",
    carrier: { family: "openrouter", of: "thought", data: details },
    message: `Provider returned error: ${encrypted}`,
  },
};

/** Refuses the first request and answers the second one. */
function refusingOnce({ kind, message }: Refusing) {
  const sample = kind === "openai-compatible" ? "openai" : kind;
  const whole = wireSamples.find((each) => each.kind === sample)?.whole;
  const refusal = JSON.stringify({ error: { message, code: 400 } });
  return repliesInTurn(
    { status: 400, body: refusal },
    { status: 200, body: JSON.stringify(whole) },
  );
}

describe("a thought that its own vendor refuses", () => {
  it.each(Object.entries(upstreams))("is left out at a second try by %s", async (_name, given) => {
    const upstream = refusingOnce(given);
    const provider = createProvider(settingsOf(given.kind, given.settings), upstream);
    const conversation: readonly Turn[] = [
      ...emptyCall.conversation,
      { type: "thought", text: "", carrier: given.carrier ?? { family: "", of: "call", data: "" } },
      { type: "call", callId: "c1", name: "f", arguments: "{}" },
      { type: "result", callId: "c1", output: [{ type: "text", text: "1" }] },
    ];
    const answer = await heard(provider, {
      ...{ ...emptyCall, model: given.model, stream: false },
      conversation,
    });
    expect(answer.error?.message).toBeUndefined();
    expect(answer.finish).toBe("stop");
    const told = upstream.requests.map(({ body }) => String(body).includes("secret-thought"));
    expect(told).toEqual([true, false]);
  });
});
