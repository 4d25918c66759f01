import { readAnswer } from "../answer.ts";
import type { Provider, ProviderSettings, RespondCall } from "../provider.ts";
import { readJson } from "../read-reply.ts";
import { refusal } from "../refusal.ts";
import type { Upstream, UpstreamRequest } from "../upstream.ts";
import { MessageReader } from "./message-reader.ts";
import { toMessagesBody } from "./messages-body.ts";

const publicUrl = "https://api.anthropic.com";

/** Anthropic's Messages API, and other vendors' that speak it. */
export function createAnthropic(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name } = settings;
  const base = (settings.baseUrl ?? publicUrl).replace(/\/+$/, "").replace(/\/v1$/, "");
  const requestTo = (
    path: string,
    credential: string | undefined,
    signal: AbortSignal,
  ): UpstreamRequest => ({
    provider: name,
    url: `${base}${path}`,
    headers: {
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
      ...(credential === undefined ? {} : { "x-api-key": credential }),
      ...settings.headers,
    },
    signal,
    timeouts: settings.timeouts,
    operatorUrl: settings.baseUrl,
  });

  return {
    name,
    kind: settings.kind,
    async *respond(call: RespondCall, signal: AbortSignal) {
      const request = requestTo("/v1/messages", call.credential ?? settings.apiKey, signal);
      const reply = await upstream.request({
        ...request,
        body: JSON.stringify({
          model: call.model,
          ...toMessagesBody(name, call),
          stream: call.stream,
        }),
      });
      const reader = new MessageReader(name, (text) => reply.scrub(text));
      yield* readAnswer(name, reply, reader);
    },
    async check(signal) {
      const request = requestTo("/v1/models?limit=1", settings.apiKey, signal);
      const reply = await upstream.request({ ...request, method: "GET" });
      if (reply.status !== 200) {
        throw await refusal(name, reply);
      }
      await readJson(name, reply);
    },
  };
}
