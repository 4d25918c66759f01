import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import { keepsMarks } from "../anthropic/cache-marks.ts";
import { bedrockHost, converseHost } from "../anthropic/claude-host.ts";
import { MessageReader } from "../anthropic/message-reader.ts";
import { toCloudBody } from "../anthropic/messages-body.ts";
import { takenBy } from "../anthropic/passed-headers.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { readAnswerFrom } from "../wire/answer-reader.ts";
import { proveWorking } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { type BedrockClient, createBedrockClient } from "./bedrock-client.ts";
import { hasPointsFor } from "./cache-points.ts";
import { toConverseBody } from "./converse-body.ts";
import { ConverseReader } from "./converse-reader.ts";
import { embedWithBedrock } from "./embed.ts";
import { converseEvents, invokeEvents } from "./event-frames.ts";
import { isClaude } from "./reasoning-content.ts";

/**
 * Amazon Bedrock: text by Converse, which speaks for all models, or for Claude by its own dialect
 * (option `api: invoke`); embeddings by InvokeModel.
 */
export function createBedrock(settings: ProviderSettings, upstream: Upstream): Provider {
  const client = createBedrockClient(settings, upstream);
  const isInvoked = (model: string) =>
    settings.options["api"] === "invoke" && model.includes("anthropic.");
  return {
    name: settings.name,
    kind: settings.kind,
    embed: (call, signal) => embedWithBedrock(client, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) =>
        isInvoked(asked.model) ? invoke(client, asked, signal) : converse(client, asked, signal),
      ),
    taken: (call) =>
      isClaude(call.model)
        ? takenBy(isInvoked(call.model) ? bedrockHost : converseHost, call)
        : undefined,
    keepsMarks: (model, places) =>
      isInvoked(model) ? keepsMarks(model, places) : hasPointsFor(model, places),
    async check(signal, credential) {
      return await proveWorking(await client.listModels(signal, credential));
    },
  };
}

async function* converse(
  client: BedrockClient,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const body = toConverseBody(call);
  const reply = await client.post(call, call.stream ? "converse-stream" : "converse", body, signal);
  yield* readAnswerFrom(converseEvents, reply, new ConverseReader(call.model));
}

async function* invoke(client: BedrockClient, call: RespondCall, signal: AbortSignal): PartBatches {
  const body = {
    anthropic_version: "bedrock-2023-05-31",
    ...toCloudBody(call, bedrockHost),
  };
  const operation = call.stream ? "invoke-with-response-stream" : "invoke";
  const reply = await client.post(call, operation, body, signal);
  const reader = new MessageReader((text) => reply.scrub(text));
  yield* readAnswerFrom(invokeEvents, reply, reader);
}
