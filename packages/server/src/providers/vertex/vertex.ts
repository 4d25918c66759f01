import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import { keepsMarks } from "../anthropic/cache-marks.ts";
import { vertexHost } from "../anthropic/claude-host.ts";
import { MessageReader } from "../anthropic/message-reader.ts";
import { toCloudBody } from "../anthropic/messages-body.ts";
import { takenBy } from "../anthropic/passed-headers.ts";
import { CandidateReader } from "../gemini/candidate-reader.ts";
import { toGenerateBody } from "../gemini/generate-body.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { readAnswer } from "../wire/answer-reader.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { embedWithVertex } from "./embed.ts";
import { createVertexClient, type VertexClient } from "./vertex-client.ts";

/** Google Cloud's Vertex AI: Gemini in its own dialect, Claude in Anthropic's. */
export function createVertex(settings: ProviderSettings, upstream: Upstream): Provider {
  const client = createVertexClient(settings, upstream);
  return {
    name: settings.name,
    kind: settings.kind,
    embed: (call, signal) => embedWithVertex(client, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) =>
        isClaude(asked.model)
          ? respondAsClaude(client, asked, signal)
          : respondAsGemini(client, asked, signal),
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

async function* respondAsGemini(
  client: VertexClient,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const method = call.stream ? "streamGenerateContent?alt=sse" : "generateContent";
  const body = await toGenerateBody(call);
  const reply = await client.post(call, "google", method, body, signal);
  const scrub = (text: string) => reply.scrub(text);
  const reader = new CandidateReader(scrub, call.thoughts?.carriers);
  yield* readAnswer(reply, reader);
}

async function* respondAsClaude(
  client: VertexClient,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const body = {
    anthropic_version: "vertex-2023-10-16",
    ...toCloudBody(call, vertexHost),
    stream: call.stream,
  };
  const method = call.stream ? "streamRawPredict" : "rawPredict";
  const reply = await client.post(call, "anthropic", method, body, signal);
  const reader = new MessageReader((text) => reply.scrub(text));
  yield* readAnswer(reply, reader);
}
