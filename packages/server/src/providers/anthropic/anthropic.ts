import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { readAnswer } from "../wire/answer-reader.ts";
import { baseUrlOf, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { keepsMarks } from "./cache-marks.ts";
import { anthropicHost } from "./claude-host.ts";
import { anthropicFacts } from "./facts.ts";
import { MessageReader } from "./message-reader.ts";
import { toMessagesBody } from "./messages-body.ts";
import { takenBy, vendorHeaders } from "./passed-headers.ts";

/** Anthropic's Messages API, and other vendors' that speak it. */
export function createAnthropic(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const endpoint: JsonEndpoint = {
    settings: { ...settings, headers: vendorHeaders(settings.headers) },
    upstream,
    baseUrl: baseUrlOf(settings, anthropicFacts.baseUrl).replace(/\/v1$/, ""),
    authorize: (credential) => ({ "x-api-key": credential }),
  };
  const endpointFor = (call: RespondCall): JsonEndpoint =>
    call.passThrough === undefined
      ? endpoint
      : { ...endpoint, settings: { ...settings, headers: vendorHeaders(settings.headers, call) } };
  return {
    name,
    kind,
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) => respond(endpointFor(asked), asked, signal)),
    taken: (call) => takenBy(anthropicHost, call),
    keepsMarks,
    check: (signal, credential) => proveByGet(endpoint, "/v1/models?limit=1", signal, credential),
  };
}

async function* respond(
  endpoint: JsonEndpoint,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const { model, stream } = call;
  const body = { model, ...toMessagesBody(call), stream };
  const reply = await postJson(endpoint, "/v1/messages", body, call, { signal, whole: !stream });
  yield* readAnswer(reply, new MessageReader((text) => reply.scrub(text)));
}
