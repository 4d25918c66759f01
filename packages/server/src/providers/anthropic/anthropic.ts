import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Upstream } from "../../upstream/upstream.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { type AnswerDialect, askByJson } from "../wire/ask-by-json.ts";
import { createCount, fieldsNamed } from "../wire/count-tokens.ts";
import { baseUrlOf, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { keepsMarks } from "./cache-marks.ts";
import { anthropicHost } from "./claude-host.ts";
import { anthropicFacts } from "./facts.ts";
import { MessageReader } from "./message-reader.ts";
import { toMessagesBody } from "./messages-body.ts";
import { isOfOwnWire } from "./own-blocks.ts";
import { takenBy, vendorHeaders } from "./passed-headers.ts";

const messages: AnswerDialect = {
  path: () => "/v1/messages",
  body: (call) => ({ model: call.model, ...toMessagesBody(call), stream: call.stream }),
  reader: (call, scrub) => new MessageReader(scrub, isOfOwnWire(call)),
};

/** https://platform.claude.com/docs/en/api/messages/count_tokens */
const counted = [
  "model",
  "messages",
  "system",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "output_format",
  "cache_control",
  "context_management",
  "mcp_servers",
  "speed",
];

/** Anthropic's Messages API, and other vendors' that speak it. */
export function createAnthropic(settings: ProviderSettings, upstream: Upstream): Adapter {
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
    respond: (call, signal) => askByJson(endpointFor(call), messages, call, signal),
    count: createCount(
      {
        path: () => "/v1/messages/count_tokens",
        body: (call) => fieldsNamed({ ...toMessagesBody(call), model: call.model }, counted),
        field: "input_tokens",
      },
      endpointFor,
    ),
    taken: (call) => takenBy(anthropicHost, call),
    keepsMarks,
    list: (signal) => listModels(endpoint, "/v1/models?limit=1000", signal),
    check: (signal, credential) => proveByGet(endpoint, "/v1/models?limit=1", signal, credential),
  };
}
