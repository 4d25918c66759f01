import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import { keepsMarks } from "../anthropic/cache-marks.ts";
import { vertexHost } from "../anthropic/claude-host.ts";
import { MessageReader } from "../anthropic/message-reader.ts";
import { toCloudBody } from "../anthropic/messages-body.ts";
import { isOfOwnWire } from "../anthropic/own-blocks.ts";
import { takenBy } from "../anthropic/passed-headers.ts";
import { CandidateReader } from "../gemini/candidate-reader.ts";
import { generationMethod } from "../gemini/gemini.ts";
import { toGenerateBody } from "../gemini/generate-body.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { type AskedAnswer, askAnswer } from "../wire/answer-reader.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { embedWithVertex } from "./embed.ts";
import { createVertexClient, type VertexClient } from "./vertex-client.ts";

/** Google Cloud's Vertex AI: Gemini in its own dialect, Claude in Anthropic's. */
export function createVertex(settings: ProviderSettings, upstream: Upstream): Adapter {
  const client = createVertexClient(settings, upstream);
  return {
    embed: (call, signal) => embedWithVertex(client, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) =>
        askAnswer(() => (isClaude(asked.model) ? askClaude : askGemini)(client, asked, signal)),
      ),
    taken: (call) => (isClaude(call.model) ? takenBy(vertexHost, call) : undefined),
    keepsMarks: (model, places) => isClaude(model) && keepsMarks(model, places),
    async check(signal, credential) {
      await client.authenticate(signal, credential);
      return {};
    },
  };
}

function isClaude(model: string): boolean {
  return model.startsWith("claude");
}

async function askGemini(
  client: VertexClient,
  call: RespondCall,
  signal: AbortSignal,
): Promise<AskedAnswer> {
  const body = await toGenerateBody(call);
  const reply = await client.post(call, "google", generationMethod(call.stream), body, signal);
  const scrub = (text: string) => reply.scrub(text);
  return { reply, reader: new CandidateReader(scrub, call.thoughts?.carriers) };
}

async function askClaude(
  client: VertexClient,
  call: RespondCall,
  signal: AbortSignal,
): Promise<AskedAnswer> {
  const body = {
    anthropic_version: "vertex-2023-10-16",
    ...toCloudBody(call, vertexHost),
    stream: call.stream,
  };
  const method = call.stream ? "streamRawPredict" : "rawPredict";
  const reply = await client.post(call, "anthropic", method, body, signal);
  return { reply, reader: new MessageReader((text) => reply.scrub(text), isOfOwnWire(call)) };
}
