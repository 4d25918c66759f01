import { Answer, type AnswerOptions } from "@portico/core/answer/answer";
import type { AnswerFrame, ReadRequest, Wire } from "@portico/core/answer/wire";
import { chatWire } from "@portico/core/wires/chat/wire";
import { messagesWire } from "@portico/core/wires/messages/wire";
import { compactionWire } from "@portico/core/wires/responses/compact";
import { responsesWire } from "@portico/core/wires/responses/wire";
import { type AnswerOutcome, AnswerStream, type OutputGate } from "../../answer/answer-stream.ts";
import { explainFailure } from "../../answer/explain-failure.ts";
import { GatewayError } from "../../errors.ts";
import type { RespondAttempt, RespondServed } from "../../routing/attempt.ts";
import { brokenOff, CallerLeft } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import { judgedItems } from "../guardrail/guardrails.ts";
import { JudgedParts } from "../guardrail/judged-parts.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { type Context, type EventsReply, type JsonReply, ok } from "../operation.ts";
import { admit } from "../paid-call/admit.ts";
import { routingCallerOf } from "../paid-call/candidates-for.ts";
import { noticeOf, replyHeaders } from "../paid-call/reply-headers.ts";
import { callerGivenName, requestTags, spendingSession } from "../paid-call/session.ts";
import { itemIdsOf, keepingResponses } from "../responses/go-on.ts";
import { askedFor, askedOf, readingOf } from "./asked.ts";
import {
  bookNoAnswer,
  heldFor,
  payNext,
  type Readings,
  type SettlementContext,
} from "./booking.ts";
import { estimateInputTokens } from "./input-bound.ts";
import { noticesOf } from "./notices.ts";
import { createOutputGate } from "./output-gate.ts";
import { callFor, outputLimit, paidCandidates, planResponse } from "./planning.ts";
import { readWhole } from "./read-whole.ts";
import { bookThenShadow } from "./shadow-call.ts";
import { sealerFor } from "./thoughts.ts";

/** A model call in progress: its booking, and the way in which its caller reads the answer. */
interface Calling<Frame, Reply> extends SettlementContext {
  readonly wire: Wire<never, Frame, Reply>;
  readonly request: ReadRequest<Frame>;
}

/**
 * The stages of every model call, for all wires: read, hold the worst case, ask the candidates in turn, and answer.
 * The end of the answer is sent after it is settled.
 */
function generate<Body extends object, Frame, Reply>(wire: Wire<Body, Frame, Reply>) {
  return async (
    { body }: { readonly body: Body },
    context: Context,
  ): Promise<EventsReply | JsonReply<Reply>> => {
    const request = wire.read(body, readingOf(context));
    const asked = await askedOf(request, wire, context);
    const admitted = await admit(
      context,
      {
        operation: wire.operation,
        model: asked.models[0].model.id,
        endUser: callerGivenName(request.call.user),
        ...spendingSession(context, request),
        tags: requestTags(context, body),
      },
      (facts) => planResponse(context, asked, facts),
    );
    const said = { body, user: request.call.user };
    const purse = { held: heldFor(admitted) };
    const calling = { context, asked, admitted, said, wire, request, purse };
    return request.call.stream ? await streamed(calling) : await whole(calling);
  };
}

export const createChatCompletion = answerOnce("createChatCompletion", generate(chatWire));
export const createMessage = answerOnce("createMessage", generate(messagesWire));
const respond = generate(responsesWire);
export const createResponse = answerOnce("createResponse", keepingResponses(respond));
export const compact = generate(compactionWire);

/** Before the first content another provider can take over; after it, a failure is an event of the stream. */
async function streamed<Frame, Reply>(calling: Calling<Frame, Reply>): Promise<EventsReply> {
  const { context, wire } = calling;
  const readings = new Map<Candidate, Answer>();
  const served = await serve(calling, readings);
  const firstTokenMs = Math.max(Date.now() - context.receivedAtMs, 0);
  const { tokenBound } = served.candidate.endpoint;
  const judged = judgedParts(calling, served);
  const events = new AnswerStream({
    parts: judged ?? served.result,
    events: wire.events(frameOf(calling, served), (name) => context.header(name)),
    inputTokens: wire.startsWithInputTokens
      ? () => estimateInputTokens(askedFor(calling.asked, served.candidate).call, tokenBound)
      : null,
    gate: gateFor(calling, served.candidate),
    answer: answerOptions(calling),
    signal: context.signal,
    settle: async (answer, outcome) => {
      readings.set(served.candidate, judged?.heard ?? answer);
      const { isToldAtEnd } = served.result;
      const shown = () => answer.outputSoFar();
      const told = { ...served, firstTokenMs, isToldAtEnd, shown };
      return await bookThenShadow(calling, told, readings, outcome);
    },
    explain: explainFailure,
    nowMs: Date.now,
  });
  return {
    type: "events",
    events,
    signal: context.signal,
    ...(wire.keepAlive !== undefined && { keepAlive: wire.keepAlive }),
    headers: () => headersOf(calling, served, null, events.notice),
  };
}

function judgedParts({ asked }: SettlementContext, { result }: RespondServed): JudgedParts | null {
  const { guard, models } = asked;
  if (guard === null || !guard.settings.after) return null;
  return new JudgedParts(result, guard, models[0].call.thoughts !== undefined);
}

async function serve(
  bookable: SettlementContext,
  readings: Map<Candidate, Answer>,
): Promise<RespondServed> {
  try {
    return await bookable.context.gateway.attempt.respond({
      ...attemptOf(bookable, readings),
      onLost: (candidate, parts) => {
        const answer = new Answer();
        for (const part of parts) answer.count(part);
        readings.set(candidate, answer);
      },
    });
  } catch (error) {
    await bookNoAnswer(bookable, error, readings);
    throw error;
  }
}

/** The same answer, collected. Its caller gets nothing before the end, so another provider can replace any failure. */
async function whole<Frame, Reply>(calling: Calling<Frame, Reply>): Promise<JsonReply<Reply>> {
  const { context, asked } = calling;
  const readings = new Map<Candidate, Answer>();
  const served = await serveWhole(calling, readings);
  const { answer, reason } = served.result;
  const { guard } = asked;
  const judged = guard === null ? answer.output : await judgedItems(guard, answer.output);
  const refused = judged instanceof GatewayError ? judged : null;
  const items = judged instanceof GatewayError ? [] : judged;
  const broken = context.signal.aborted ? brokenOff(context.signal, served) : refused;
  const outcome = broken === null ? { type: "ended" as const, reason } : outcomeOf(broken);
  const told = { ...served, firstTokenMs: null, shown: () => items };
  const charged = await bookThenShadow(calling, told, readings, outcome);
  if (broken !== null) throw broken;
  const { stopSequence, notice } = answer.finish ?? {};
  const ended = { items, reason, stopSequence, endedAt: secondsNow(), ...charged };
  return ok(
    calling.wire.reply(frameOf(calling, served), ended),
    headersOf(calling, served, charged.chargedNanousd, notice),
  );
}

function headersOf(
  { context, asked, admitted }: SettlementContext,
  served: NonNullable<Parameters<typeof replyHeaders>[0]>,
  chargedNanousd: number | null,
  aboutAnswer: string | undefined,
) {
  const { gateway } = context;
  const aboutModels = noticesOf(gateway, asked, admitted.plan, served.candidate);
  return {
    ...replyHeaders(served, chargedNanousd, admitted.hold.rate),
    ...noticeOf({ ...asked, aboutModels, aboutAnswer }, gateway.providerNames),
  };
}

function outcomeOf(broken: CallerLeft | GatewayError): AnswerOutcome {
  return broken instanceof CallerLeft ? { type: "abandoned" } : { type: "failed", error: broken };
}

async function serveWhole(bookable: SettlementContext, readings: Map<Candidate, Answer>) {
  try {
    return await bookable.context.gateway.attempt.respondWhole(
      attemptOf(bookable, readings),
      (candidate) => {
        const answer = new Answer(answerOptions(bookable));
        readings.set(candidate, answer);
        return readWhole(answer, gateFor(bookable, candidate));
      },
    );
  } catch (error) {
    await bookNoAnswer(bookable, error, readings);
    throw error;
  }
}

/** Call ids of the conversation are not used again; thoughts are shown to callers who ask for them, and so is a vendor's compaction. */
function answerOptions({ asked, context, admitted }: SettlementContext): AnswerOptions {
  const { conversation, thoughts, compacts = false } = asked.models[0].call;
  const { gateway, caller } = context;
  const isSealed = compacts || thoughts?.carriers === true;
  return {
    usedCallIds: conversation.flatMap((turn) => (turn.type === "call" ? [turn.callId] : [])),
    showsThoughts: compacts || thoughts !== undefined,
    ...(gateway.keptResponses !== null && { newId: itemIdsOf(admitted.generationId) }),
    ...(isSealed && { seal: sealerFor(gateway.secrets, caller.workspaceId) }),
  };
}

function gateFor({ asked, purse }: SettlementContext, candidate: Candidate): OutputGate {
  const limit = outputLimit(asked, candidate, purse.held);
  return createOutputGate(limit.tokens, candidate.endpoint.tokenBound);
}

function attemptOf(
  bookable: SettlementContext,
  readings: Readings,
): Omit<RespondAttempt, "onLost"> {
  const { context, asked, admitted, purse } = bookable;
  return {
    candidates: paidCandidates(admitted.plan, admitted.hold.heldNanousd),
    canary: asked.canary,
    asker: routingCallerOf(context.caller),
    course: context.course,
    chance: asked.chance,
    call: (candidate) => callFor(asked, candidate, purse.held, admitted.workspace, context),
    isPaid: (candidate, lost) => payNext(bookable, readings, candidate, lost),
    signal: context.signal,
  };
}

function frameOf<Frame, Reply>(
  { context, admitted, request }: Calling<Frame, Reply>,
  { candidate }: { readonly candidate: Candidate },
): AnswerFrame<Frame> {
  return {
    id: admitted.generationId,
    requestId: context.requestId,
    createdAt: secondsNow(),
    model: candidate.model.id,
    provider: candidate.endpoint.provider,
    asked: request.frame,
  };
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
