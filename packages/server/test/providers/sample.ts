import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { EmbedCall } from "../../src/model-call/embed-call.ts";
import { createProvider } from "../../src/providers/index.ts";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { type Heard, heard } from "../recorded/heard.ts";
import { type ReplayedUpstream, replayedUpstream } from "../recorded/replayed-upstream.ts";

/** A reply written by hand, to one kind of provider. */
export interface Sample {
  readonly kind: string;
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many bytes come at a time; all of them, where nothing is said. */
  readonly size?: number;
  readonly breaks?: boolean;
  readonly settings?: Partial<ProviderSettings>;
  readonly call?: Partial<RespondCall>;
}

export interface Asked extends Heard {
  readonly upstream: ReplayedUpstream;
}

export const emptyCall: RespondCall = {
  model: "model",
  requestId: "req_1",
  stream: true,
  conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  toolChoice: "auto",
};

export const emptyEmbedCall: EmbedCall = {
  model: "model",
  requestId: "req_1",
  inputs: [{ type: "text", text: "Hello" }],
  encoding: "float",
  truncate: false,
};

export function settingsOf(
  kind: string,
  settings: Partial<ProviderSettings> = {},
): ProviderSettings {
  return {
    name: "sample",
    kind,
    apiKey: "secret-key",
    timeouts: { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, totalMs: 5_000 },
    options: {},
    ...settings,
  };
}

export async function ask(sample: Sample): Promise<Asked> {
  const upstream = upstreamOf(sample);
  const provider = createProvider(settingsOf(sample.kind, sample.settings), upstream);
  return { ...(await heard(provider, { ...emptyCall, ...sample.call })), upstream };
}

export function upstreamOf(sample: Sample): ReplayedUpstream {
  const bytes = Buffer.from(sample.body);
  const size = sample.size ?? Math.max(bytes.length, 1);
  return replayedUpstream({
    status: sample.status ?? 200,
    headers: sample.headers ?? {},
    pieces: Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size),
    ),
    ...(sample.breaks === undefined ? {} : { breaks: sample.breaks }),
  });
}

/** Server-sent events of JSON values. */
export function events(...values: readonly unknown[]): string {
  return values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");
}

/** What a provider said, in short: kinds of parts and what they hold. */
export function spoken({ parts }: Heard): readonly unknown[] {
  return parts.map((part) => {
    switch (part.type) {
      case "text":
      case "reasoning":
        return [part.type, part.text];
      case "call":
        return [part.type, part.key, part.name, part.callId];
      case "arguments":
        return [part.type, part.key, part.delta];
      case "usage":
        return [part.type, part.usage.inputTokens, part.usage.outputTokens];
      case "hosted":
        return [part.type, part.item.type, part.item.id];
      case "annotations":
        return [part.type, part.of.length, part.length];
      case "carrier":
        return [part.type, part.carrier.family, part.carrier.of, part.carrier.data];
      case "finish":
        return [part.type, part.reason];
      default:
        return part satisfies never;
    }
  });
}
