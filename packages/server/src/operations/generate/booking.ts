import { Answer } from "@portico/core/answer/answer";
import type { AnswerItem } from "@portico/core/answer/answer-item";
import { MalformedAnswer } from "@portico/core/answer/answer-limits";
import type { Charged } from "@portico/core/answer/wire";
import type { AnswerOutcome } from "../../answer/answer-stream.ts";
import { GatewayError } from "../../errors.ts";
import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type { Tried, UnansweredAttempt } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import { callerGoneStatus } from "../../store/ports/generation.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { Context } from "../operation.ts";
import type { Admitted } from "../paid-call/admit.ts";
import { bookFailure, triedBefore } from "../paid-call/book-failure.ts";
import { chargeOf, shownCost } from "../paid-call/charge.ts";
import { loggedContent, type Outcome, type Said, settle } from "../paid-call/settle.ts";
import type { GenerateRequest } from "./asked.ts";
import { asLongAsAllowed, billAnswer, billLost, hasBegun, isSilent } from "./bill.ts";
import { type Held, paysFor, type ResponsePlan } from "./planning.ts";

/** The facts of a request for its booking, from its admission on. */
export interface SettlementContext {
  /** The part of the hold that no attempt has used up so far. */
  readonly purse: { held: Held };
  readonly context: Context;
  readonly asked: GenerateRequest;
  readonly admitted: Admitted<ResponsePlan>;
  readonly said: Said;
}

interface Served extends Tried {
  readonly candidate: Candidate;
  /** Only the end of the answer says what it cost. */
  readonly isToldAtEnd?: boolean;
  readonly firstTokenMs: number | null;
  /** What its caller gets of it. */
  readonly shown: () => readonly AnswerItem[];
}

/** Each candidate's answer, as far as it arrived. */
export type Readings = ReadonlyMap<Candidate, Answer>;

/** Books an answer that has begun, with any end, exactly once. The row is durable when this resolves. */
export async function bookAnswer(
  bookable: SettlementContext,
  served: Served,
  readings: Readings,
  outcome: AnswerOutcome,
): Promise<Charged> {
  const { context, asked, admitted, said } = bookable;
  const { candidate, attempts, lost, firstTokenMs } = served;
  const answer = readings.get(candidate) ?? new Answer();
  const billing = billAnswer(asked, { candidate, place: attempts.length - 1 }, answer);
  const bill = billing instanceof Promise ? await billing : billing;
  const isUntold = served.isToldAtEnd === true && wasLeft(outcome) && isSilent(answer);
  const last = isUntold ? asLongAsAllowed(bill, asked, heldFor(admitted)) : bill;
  const before = lost.length === 0 ? [] : await billLost(asked, heldFor(admitted), lost, readings);
  const billed = [...before, last];
  const charged = chargeOf(context, admitted, billed);
  const booked = {
    ...shared(asked),
    attempts: factsOf(attempts, asked),
    billed,
    firstTokenMs,
    finishReason: outcome.type === "ended" ? outcome.reason : null,
    status: statusOf(outcome, served),
    errorKind: errorKindOf(outcome),
    content: () => loggedContent(said, JSON.stringify({ output: served.shown() })),
  };
  if (
    outcome.type === "failed" &&
    outcome.error instanceof UpstreamError &&
    asked.canary?.isCanary(candidate)
  )
    asked.canary.broke();
  await settle(context, admitted, booked, charged);
  return { usage: last.usage, ...shownCost(charged) };
}

/**
 * Whether the hold pays for one more candidate after those whose answers had begun, and cannot be used: callers can have
 * such answers made. The next answer gets what is left. A question that may have been processed in vain does not count.
 */
export async function payNext(
  { context, asked, admitted, purse }: SettlementContext,
  readings: Readings,
  candidate: Candidate,
  lost: readonly UnansweredAttempt[],
): Promise<boolean> {
  const held = heldFor(admitted);
  const begun = lost.filter((one) => hasBegun(one, readings.get(one.candidate)));
  if (begun.length === 0) return true;
  const { costNanousd } = chargeOf(context, admitted, await billLost(asked, held, begun, readings));
  const nanousd = Math.max(held.nanousd - costNanousd, 0);
  purse.held = { ...held, nanousd };
  return paysFor(asked, candidate, held, nanousd);
}

/** Books a request that got no answer, with the bill of each attempt. */
export async function bookNoAnswer(
  { context, asked, admitted, said }: SettlementContext,
  error: unknown,
  readings: Readings,
): Promise<void> {
  const { attempts, lost } = triedBefore(error) ?? { attempts: [], lost: [] };
  const billed = await billLost(asked, heldFor(admitted), lost, readings);
  await bookFailure(
    context,
    admitted,
    { ...shared(asked), attempts: factsOf(attempts, asked), billed, said },
    error,
  );
}

/** The attempts, each with the parts of the conversation that it left out. */
function factsOf(
  attempts: readonly AttemptRecord[],
  { unopenedThoughts: thoughtsLeftOut }: GenerateRequest,
): readonly AttemptRecord[] {
  return thoughtsLeftOut === 0
    ? attempts
    : attempts.map((attempt) => ({ ...attempt, thoughtsLeftOut }));
}

/** The amount that is held for the answer. */
export function heldFor({ hold, plan }: SettlementContext["admitted"]): Held {
  const { charged, mostOutputTokens } = plan;
  return { nanousd: hold.heldNanousd, charged, mostOutputTokens };
}

function shared({
  operation,
  models: [{ model, call }],
}: GenerateRequest): Pick<Outcome, "operation" | "model" | "isStreamed"> {
  return { operation, model: model.id, isStreamed: call.stream };
}

/** Whether the upstream, whose answer had begun, has been left by us. */
function wasLeft(outcome: AnswerOutcome): boolean {
  return (
    outcome.type !== "ended" && !(outcome.error instanceof UpstreamError && !outcome.error.wasLeft)
  );
}

/** The reply to the caller. A stream that has begun has its status; its last event says how it ended. */
function statusOf(outcome: AnswerOutcome, { firstTokenMs }: Served): number {
  if (outcome.type === "abandoned") return callerGoneStatus;
  const error = outcome.type === "failed" ? outcome.error : null;
  return error instanceof GatewayError && firstTokenMs === null ? error.status : 200;
}

function errorKindOf(outcome: AnswerOutcome): string | null {
  if (outcome.type === "ended") return null;
  if (outcome.type === "abandoned") return "callerGone";
  if (outcome.error instanceof UpstreamError) return outcome.error.failure;
  if (outcome.error instanceof GatewayError) return outcome.error.kind;
  return outcome.error instanceof MalformedAnswer ? "malformed" : "internal";
}
