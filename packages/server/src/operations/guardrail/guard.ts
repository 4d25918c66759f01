import type { GuardrailSettings } from "../../configuration/guardrail-schema.ts";
import { CallerGone, GatewayError, stopReason } from "../../errors.ts";
import { fieldsOf, isFields, jsonIn, textOf } from "../../json/json-shape.ts";
import { signedHeaders } from "../../secrets/webhook-signature.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";

/** A text of a call or of its answer, as a guardrail is shown it. */
export interface JudgedText {
  readonly of: "system" | "user" | "assistant" | "thought" | "tool_call" | "tool_result";
  /** Of the tool. */
  readonly name?: string;
  readonly text: string;
}

export interface Said {
  readonly texts: readonly JudgedText[];
  /** The number of pictures, files and vendor's blocks that it is not shown. */
  readonly unread: number;
  /** The end of what was passed before this piece. */
  readonly context?: string;
  /** Nothing comes behind it. */
  readonly isLast: boolean;
}

/** One judgement, for the metrics and the log: without any text. */
export interface Judged {
  readonly guardrail: string;
  readonly phase: "before" | "after";
  readonly outcome: "allowed" | "replaced" | "refused" | "failed";
  readonly ms: number;
  /** Why it has failed. */
  readonly problem: string | null;
}

export interface GuardParts {
  readonly upstream: Upstream;
  readonly onJudged: (judged: Judged) => void;
}

/** The call that is judged, in the words of the hook's request. */
export interface About {
  readonly id: string;
  readonly operation: string;
  readonly model: string;
  readonly key_id: number | null;
  readonly workspace_id: string;
  readonly end_user: string | null;
}

const longestReason = 500;
const timeouts = { connectMs: 10_000, firstByteMs: 30_000, idleMs: 30_000, totalMs: 30_000 };

/** The guardrail has refused. What it says is for the caller alone, because it may repeat what it has read. */
export class GuardrailRefused extends GatewayError {
  readonly guardrail: string;
  /** For lists and logs. */
  readonly withoutReason: string;

  constructor(guardrail: string, phase: Judged["phase"], reason: string) {
    const what = phase === "before" ? "request" : "answer";
    const withoutReason = `The guardrail ${guardrail} has refused the ${what}.`;
    super("notAllowed", {
      message: reason === "" ? withoutReason : `${withoutReason.slice(0, -1)}: ${reason}`,
      metadata: { guardrail, refused: what, ...(reason !== "" && { reason }) },
    });
    this.guardrail = guardrail;
    this.withoutReason = withoutReason;
  }
}

/** The hook that judges one call. */
export class Guard {
  readonly settings: GuardrailSettings;
  /** Once it is aborted, the caller sees no more of the answer, and the guard passes all. */
  readonly signal: AbortSignal;
  readonly #parts: GuardParts;
  readonly #about: About;
  #asked = 0;

  constructor(
    settings: GuardrailSettings,
    parts: GuardParts,
    { signal, ...about }: About & Pick<Guard, "signal">,
  ) {
    this.settings = settings;
    this.signal = signal;
    this.#parts = parts;
    this.#about = about;
  }

  /** The texts as they go on; null where all stay. Throws a GatewayError: 403, or 503 where it has not judged in time. */
  async judge(phase: Judged["phase"], said: Said): Promise<readonly string[] | null> {
    const { name: guardrail, onFailure, timeoutMs } = this.settings;
    const startedMs = performance.now();
    const tell = (outcome: Judged["outcome"], problem: string | null = null) =>
      this.#parts.onJudged({
        guardrail,
        phase,
        outcome,
        ms: performance.now() - startedMs,
        problem,
      });
    const limit = AbortSignal.timeout(timeoutMs);
    let verdict: Verdict;
    try {
      verdict = await this.#ask(phase, said, limit);
    } catch (error) {
      if (this.signal.aborted) throw stopReason(this.signal) ?? new CallerGone();
      tell("failed", limit.aborted ? `no answer within ${timeoutMs} ms` : problemOf(error));
      if (onFailure === "allow") return null;
      throw new GatewayError("unavailable", {
        message: `The guardrail ${guardrail} has not judged this call, and without it nothing passes. Try again later.`,
        metadata: { guardrail },
        cause: error,
      });
    }
    if ("reason" in verdict) {
      tell("refused");
      throw new GuardrailRefused(guardrail, phase, verdict.reason);
    }
    tell(verdict.texts === null ? "allowed" : "replaced");
    return verdict.texts;
  }

  async #ask(phase: Judged["phase"], said: Said, limit: AbortSignal): Promise<Verdict> {
    const { url, secret } = this.settings;
    const piece = this.#asked;
    this.#asked += 1;
    const { texts, unread, context, isLast } = said;
    const body = JSON.stringify({
      type: phase === "before" ? "guardrail.request" : "guardrail.answer",
      timestamp: new Date().toISOString(),
      data: { ...this.#about, texts, unread, ...(context && { context }), is_last: isLast },
    });
    const reply = await this.#parts.upstream.request({
      url,
      headers: signedHeaders(secret, { id: `${this.#about.id}.${piece}`, body }),
      body,
      signal: AbortSignal.any([this.signal, limit]),
      timeouts,
      operatorUrl: url,
    });
    if (reply.status === 200) return verdictIn(await readJsonReply(reply), texts);
    reply.close();
    if (reply.status === 204) return { texts: null };
    throw new NoVerdict(`it answered ${reply.status}`);
  }
}

type Verdict = { readonly reason: string } | { readonly texts: readonly string[] | null };

/** Its message holds nothing that the hook has said. */
class NoVerdict extends Error {
  override readonly name = "NoVerdict";
}

function problemOf(error: unknown): string {
  return error instanceof NoVerdict || error instanceof UpstreamError ? error.message : "unknown";
}

function verdictIn(reply: unknown, judged: readonly JudgedText[]): Verdict {
  const { action, reason, texts } = fieldsOf(reply);
  switch (action) {
    case "allow":
      return { texts: null };
    case "refuse":
      return { reason: (textOf(reason) ?? "").slice(0, longestReason) };
    case "replace":
      return { texts: textsIn(texts, judged) };
    default:
      throw new NoVerdict("its action is none of allow, refuse and replace");
  }
}

/** `null` leaves a text as it is. */
function textsIn(texts: unknown, judged: readonly JudgedText[]): readonly string[] {
  if (!Array.isArray(texts) || texts.length !== judged.length)
    throw new NoVerdict("it replaces another number of texts than it was sent");
  return judged.map(({ of, text: before }, index) => {
    const text: unknown = texts[index] ?? before;
    if (typeof text !== "string") throw new NoVerdict("it replaces a text by something else");
    if (of === "tool_call" && text !== before && !isFields(jsonIn(text)))
      throw new NoVerdict("it replaces the arguments of a tool by what is no JSON object");
    return text;
  });
}
