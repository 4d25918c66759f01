import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Provider } from "../providers/provider.ts";
import { Leaving } from "./leaving.ts";
import type { EndpointAttempt } from "./trial.ts";

export interface ToldAtEndParts {
  readonly call: RespondCall;
  readonly provider: Pick<Provider, "answersWhole">;
  readonly caller: AbortSignal;
  readonly awaitUsageMs: number;
}

/**
 * Decides when an upstream is left whose caller has left. Of some answers only the end says what they cost: of those
 * that come in one piece, and of those whose model may think unseen. They are awaited without their caller: the former
 * until a piece has come all the same, the latter until the model shows its thoughts word by word or counts them.
 */
export class ToldAtEnd {
  readonly #trial: EndpointAttempt;
  readonly #leaving: Leaving;
  readonly #mayThinkUnseen: boolean;

  constructor(trial: EndpointAttempt, { call, provider, caller, awaitUsageMs }: ToldAtEndParts) {
    this.#trial = trial;
    this.#mayThinkUnseen = mayThinkUnseen(call, trial);
    trial.isToldAtEnd = this.#mayThinkUnseen || !call.stream || provider.answersWhole === true;
    this.#leaving = new Leaving(caller, { awaitUsageMs, untilAnswered: trial.isToldAtEnd });
  }

  /** The signal for the upstream. */
  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Parts have come, and more are to come. */
  note(parts: readonly Part[]): void {
    if (this.#mayThinkUnseen && !(this.#trial.isToldAtEnd && parts.some(this.#tells))) return;
    this.#trial.isToldAtEnd = false;
    this.#leaving.hurry();
  }

  /** The upstream's answer has ended or failed. */
  end(): void {
    this.#leaving.end();
  }

  readonly #tells = (part: Part): boolean => {
    if (part.type === "usage") return part.usage.reasoningTokens > 0;
    const isWord = part.type === "reasoning" && part.isSummary !== true && part.text !== "";
    return isWord && this.#trial.candidate.endpoint.thinking?.summarised !== true;
  };
}

/**
 * Where the request asks for thoughts, and where the model is known to think unasked: by its name, or because it has
 * counted thoughts of such a request before.
 */
export function mayThinkUnseen({ reasoning }: RespondCall, trial: EndpointAttempt): boolean {
  if (reasoning !== undefined) return reasoning.effort !== "none" && reasoning.maxTokens !== 0;
  return trial.candidate.endpoint.thinking?.unasked === true || trial.hasThoughtUnasked;
}
