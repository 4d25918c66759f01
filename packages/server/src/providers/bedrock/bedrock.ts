import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import { keepsMarks } from "../anthropic/cache-marks.ts";
import { bedrockHost, converseHost } from "../anthropic/claude-host.ts";
import { MessageReader } from "../anthropic/message-reader.ts";
import { toCloudBody } from "../anthropic/messages-body.ts";
import { isOfOwnWire } from "../anthropic/own-blocks.ts";
import { takenBy } from "../anthropic/passed-headers.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { type AskedAnswer, askAnswer } from "../wire/answer-reader.ts";
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
export function createBedrock(settings: ProviderSettings, upstream: Upstream): Adapter {
  const client = createBedrockClient(settings, upstream);
  const isInvoked = (model: string) =>
    settings.options["api"] === "invoke" && model.includes("anthropic.");
  return {
    embed: (call, signal) => embedWithBedrock(client, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) =>
        isInvoked(asked.model)
          ? askAnswer(() => invoke(client, asked, signal), invokeEvents)
          : askAnswer(() => converse(client, asked, signal), converseEvents),
      ),
    taken: (call) =>
      isClaude(call.model)
        ? takenBy(isInvoked(call.model) ? bedrockHost : converseHost, call)
        : undefined,
    keepsMarks: (model, places) =>
      isInvoked(model) ? keepsMarks(model, places) : hasPointsFor(model, places),
    check: async (signal, credential) => proveWorking(await client.listModels(signal, credential)),
  };
}

async function converse(
  client: BedrockClient,
  call: RespondCall,
  signal: AbortSignal,
): Promise<AskedAnswer> {
  const operation = call.stream ? "converse-stream" : "converse";
  const reply = await client.post(call, operation, toConverseBody(call), signal);
  return { reply, reader: new ConverseReader(call.model) };
}

async function invoke(
  client: BedrockClient,
  call: RespondCall,
  signal: AbortSignal,
): Promise<AskedAnswer> {
  const body = { anthropic_version: "bedrock-2023-05-31", ...toCloudBody(call, bedrockHost) };
  const operation = call.stream ? "invoke-with-response-stream" : "invoke";
  const reply = await client.post(call, operation, body, signal);
  return { reply, reader: new MessageReader((text) => reply.scrub(text), isOfOwnWire(call)) };
}
