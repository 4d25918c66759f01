import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import { heard } from "../recorded/heard.ts";
import { type ClaudeUpstream, claudeUpstreams } from "./claude-hosts.ts";
import { repliesInTurn } from "./replies-in-turn.ts";
import { ask, emptyCall, settingsOf } from "./sample.ts";
import { resultsFor, turnsOf } from "./turns-of.ts";

const hosts = Object.entries(claudeUpstreams);
const ways = hosts.flatMap(([name, host]) =>
  [true, false].map((stream) => [name, stream ? "streamed" : "whole", host, stream] as const),
);

const thinking = { type: "thinking", thinking: "Hm, “42”\n", signature: "EqQB/+=" };
const omitted = { type: "thinking", thinking: "", signature: "EosN" };
const redacted = { type: "redacted_thinking", data: "EmwKAhgB+/=" };
const text = { type: "text", text: "Let me look.\n" };
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: { b: [1, "ü"], a: null } });

const question = emptyCall.conversation;
const loop: Partial<RespondCall> = {
  tools: [{ name: "f" }],
  reasoning: { effort: "low" },
  maxOutputTokens: 10_000,
};

/** The turns of a first answer, and what comes back to the model with the results. */
async function goneOn(
  host: ClaudeUpstream,
  content: readonly Readonly<Record<string, unknown>>[],
  stream: boolean,
): Promise<readonly Turn[]> {
  const body = stream ? host.stream(content) : host.whole(content);
  const first = await ask({ ...host.sample, body, call: { ...loop, ...host.sample.call, stream } });
  expect(first.error).toBeUndefined();
  const turns = turnsOf(first.parts);
  return [...question, ...turns, ...resultsFor(turns)];
}

async function asked(host: ClaudeUpstream, conversation: readonly Turn[]): Promise<unknown> {
  const call = { ...loop, ...host.sample.call, conversation };
  const { upstream } = await ask({ ...host.sample, body: host.stream([text]), call });
  return upstream.asked[0];
}

describe("a tool loop of two turns with Claude", () => {
  it.each(ways)("gives %s back what it gave, byte for byte, %s", async (_, __, host, stream) => {
    for (const content of [
      [thinking, text, use("a")],
      [redacted, use("a")],
      [omitted, use("a"), use("b")],
      [thinking, redacted, text, use("a"), omitted, use("b")],
    ]) {
      const conversation = await goneOn(host, content, stream);
      const [, assistant] = Object(await asked(host, conversation)).messages;
      const written = content.map(host.written);
      expect(JSON.stringify(assistant.content)).toBe(JSON.stringify(written));
    }
  });

  it.each(hosts)("keeps nothing of a thought of %s that has no end", async (_, host) => {
    const endless = { type: "thinking", thinking: "x".repeat(5 * 1024 * 1024), signature: "s" };
    const body = host.stream([endless, redacted, use("a")]);
    const { parts, error } = await ask({ ...host.sample, body });
    const carriers = parts.flatMap((part) => (part.type === "carrier" ? [part.carrier.data] : []));
    expect([carriers, error]).toEqual([[JSON.stringify(redacted)], undefined]);
  });

  it.each(hosts)("lets %s think on amid its calls", async (_, host) => {
    const body = Object(await asked(host, await goneOn(host, [thinking, use("a")], true)));
    const { thinking: asks } = { ...body, ...body.additionalModelRequestFields };
    expect(asks).toEqual({ type: "enabled", budget_tokens: 2_000 });
  });

  it.each(hosts)("gives %s what another host gave", async (_, host) => {
    const content = [thinking, redacted, use("a")];
    for (const [, other] of hosts) {
      const [, assistant] = Object(await asked(host, await goneOn(other, content, true))).messages;
      expect(assistant.content).toEqual(content.map(host.written));
    }
  });
});

describe("a host of Claude that refuses a thought", () => {
  const message = "messages.1.content.0: Invalid `signature` in `thinking` block";
  const refusal = {
    status: 400,
    body: JSON.stringify({
      type: "error",
      message,
      error: { type: "invalid_request_error", message },
    }),
  };

  it.each(hosts)("is asked once more without any: %s", async (_, host) => {
    const conversation = await goneOn(host, [thinking, redacted, use("a")], true);
    const answer = { status: 200, body: host.stream([text]) };
    const upstream = repliesInTurn(refusal, answer);
    const provider = createProvider(settingsOf(host.sample.kind, host.sample.settings), upstream);
    const call = { ...emptyCall, ...loop, ...host.sample.call, conversation };
    const outcome = await heard(provider, call);
    expect([outcome.text, outcome.finish, outcome.error]).toEqual([text.text, "stop", undefined]);
    expect(outcome.parts.filter(({ type }) => type === "finish")).toHaveLength(1);
    expect(upstream.asked).toHaveLength(2);
    const [first, second] = upstream.asked.map((body) => JSON.stringify(body));
    expect(first).toContain(thinking.signature);
    for (const gone of [thinking.signature, "budget_tokens", "redacted"])
      expect(second).not.toContain(gone);
  });

  it.each(hosts)("is not asked a third time: %s", async (_, host) => {
    const conversation = await goneOn(host, [thinking, use("a")], true);
    const upstream = repliesInTurn(refusal, refusal, refusal);
    const provider = createProvider(settingsOf(host.sample.kind, host.sample.settings), upstream);
    const { error, parts } = await heard(provider, {
      ...emptyCall,
      ...host.sample.call,
      conversation,
    });
    expect([error?.failure, parts, upstream.asked.length]).toEqual(["rejected", [], 2]);
  });
});
