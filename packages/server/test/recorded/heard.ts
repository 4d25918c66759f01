import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Provider } from "../../src/providers/provider.ts";
import { UpstreamError } from "../../src/upstream/upstream-error.ts";
import { CallPieces, type ReadCall, type ReadUsage } from "./readers/reading.ts";

/** What a provider said in one answer, put together as a reader of its parts would. */
export interface Heard {
  readonly parts: readonly Part[];
  readonly text: string;
  readonly calls: readonly ReadCall[];
  readonly usage: ReadUsage | undefined;
  readonly finish: string | undefined;
  readonly error: UpstreamError | undefined;
}

/** Lets a provider answer and listens to the end. Anything but an UpstreamError is thrown on. */
export async function heard(
  provider: Pick<Provider, "respond">,
  call: RespondCall,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> {
  const parts: Part[] = [];
  let error: UpstreamError | undefined;
  try {
    for await (const batch of provider.respond?.(call, signal) ?? []) parts.push(...batch);
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) throw thrown;

    error = thrown;
  }
  return { ...gathered(parts), parts, error };
}

function gathered(parts: readonly Part[]): Omit<Heard, "parts" | "error"> {
  const pieces = new CallPieces();
  let text = "";
  let usage: ReadUsage | undefined;
  let finish: string | undefined;
  for (const part of parts)
    switch (part.type) {
      case "text":
        text += part.text;
        break;
      case "call":
        pieces.add(part.key, { name: part.name, id: part.callId ?? "" });
        break;
      case "arguments":
        pieces.add(part.key, { text: part.delta });
        break;
      case "usage":
        usage = {
          input: part.usage.inputTokens,
          output: part.usage.outputTokens,
          cached: part.usage.cachedInputTokens,
          written: part.usage.cacheWriteTokens,
          reasoning: part.usage.reasoningTokens,
        };
        break;
      case "finish":
        finish = part.reason;
        break;
      case "reasoning":
      case "carrier":
      case "hosted":
      case "annotations":
        break;
    }

  return { text, usage, finish, calls: finish === undefined ? [] : pieces.all() };
}
