import type { Schema } from "@portico/contract/facts";
import type { Said } from "@portico/core/simulated-model";
import type { FaultName } from "../rehearsal.ts";

/** What calls of models meet, as plain data: a YAML or JSON file, or an object. */
export interface Script {
  /** Tried in this order; the first that fits and is not used up answers. */
  readonly rules: readonly Rule[];
  /** For calls of models that no rule fits: what the simulated model says (`simulate`), or 404 with the reason. */
  readonly else?: "simulate" | "refuse";
  /** Models that exist beside those of the contract's examples, such as `gpt-*`; `*` takes any name. */
  readonly models?: readonly string[];
}

export interface Rule {
  /** For the journal; without it, `rules[0]`. */
  readonly name?: string;
  /** Without it, every call of a model fits. */
  readonly when?: When;
  /** One reply for every time, or several in sequence. */
  readonly reply: ScriptedReply | readonly ScriptedReply[];
}

/**
 * What a call has to be like, all of it. A text is looked for in the call's, in any case; `/^weather in (\w+)/i` is a pattern.
 * Names may have a `*`.
 */
export interface When {
  /** The user's last message. */
  readonly prompt?: string;
  /** The system's words. */
  readonly instructions?: string;
  /** The name of a tool that the call offers. */
  readonly tool?: string;
  /** The name of a tool whose result the conversation ends with. */
  readonly called?: string;
  /** The results that the conversation ends with. */
  readonly result?: string;
  /** 1 for a question without earlier answers, 2 after one answer of the model, and so on. */
  readonly turn?: number;
  readonly model?: string;
  readonly wire?: WireName;
  readonly stream?: boolean;
  /** An operation of the contract that calls no model, such as `createApiKey`. */
  readonly operation?: string;
}

export type WireName = "responses" | "chat" | "messages" | "embeddings" | "rerank";

/** What the model says, or what goes wrong, or both: words that are cut half-way. */
export interface ScriptedReply extends Said {
  /** Said as text: for structured outputs. */
  readonly json?: unknown;
  readonly fault?: FaultName;
  /** The contract's answer of that status. */
  readonly status?: number;
  /** A failure of that kind, such as `model_not_found`. */
  readonly kind?: Schema<"ErrorKind">;
  /** Of the failure, in place of the usual one. */
  readonly message?: string;
  /** One of the contract's named examples. */
  readonly example?: string;
  /** Of the reply, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the reply. */
  readonly latency?: number;
  /** Milliseconds between two events of a stream. */
  readonly pace?: number;
  /** How often, before the next of a sequence: once unless said, and the last one always. */
  readonly times?: number;
}

/** A script in a world, with how often each rule has answered. */
export interface ScriptState extends Script {
  readonly used: number[];
}

/** Whether a reply lets the model speak. */
export function isSaid({ text, json, thinks, calls }: ScriptedReply): boolean {
  return [text, json, thinks, calls].some((part) => part !== undefined);
}

export function repliesOf({ reply }: Pick<Rule, "reply">): readonly ScriptedReply[] {
  return Array.isArray(reply) ? reply : [reply as ScriptedReply];
}
