import type { Cost } from "@portico/core/answer/cost";
import { stopReason } from "../../errors.ts";
import type { BilledUsage } from "../../money/cost.ts";
import type { Attempt } from "../../routing/attempt.ts";
import { brokenOff, type Tried, type UnansweredAttempt } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { Walk } from "../../routing/walk.ts";
import { callerGoneStatus } from "../../store/ports/generation.ts";
import type { Context, JsonReply, PiecesReply } from "../operation.ts";
import { type Admitted, admit } from "./admit.ts";
import { bookFailure, triedBefore } from "./book-failure.ts";
import { routingCallerOf } from "./candidates-for.ts";
import { type Billed, chargeOf, shownCost } from "./charge.ts";
import { type PaidPlan, type PaidWork, planOf } from "./paid-work.ts";
import { noticeOf, replyHeaders } from "./reply-headers.ts";
import { callerGivenName, requestTags, spendingSession } from "./session.ts";
import { loggedContent, nothingUsed, type Outcome, settle } from "./settle.ts";

/** The facts of a request for its booking, from its admission on. */
export interface Paying<Work> {
  readonly context: Context;
  readonly work: Work;
  readonly admitted: Admitted<PaidPlan>;
}

/** The attempt that served; null where no upstream was asked. */
type Served = (Tried & { readonly candidate: Candidate }) | null;

/** What the attempt that served used, and the price of all. */
export interface Priced {
  readonly usage: BilledUsage;
  readonly cost: Cost;
}

type WholeReply<Body> = JsonReply<Body> | PiecesReply;

export interface Written<Body> {
  readonly reply: WholeReply<Body>;
  readonly notices?: readonly string[];
  /** The reply's text, for the workspaces that log content. */
  readonly content: () => string;
}

/** The differences between the operations whose answers come whole. */
export interface PaidCall<Work extends PaidWork, Answer extends Served, Body> {
  readonly operation: "embeddings" | "rerank";
  ask(attempt: Attempt, walk: Walk, paying: Paying<Work>): Promise<Answer> | Answer;
  /** The bill of the attempt that served. */
  billServed(work: Work, served: NonNullable<Answer>): Promise<Billed> | Billed;
  /** The bills of the attempts without an answer. */
  billLost(
    work: Work,
    lost: readonly UnansweredAttempt[],
  ): Promise<readonly Billed[]> | readonly Billed[];
  write(
    paying: Paying<Work>,
    served: Answer,
    priced: Priced,
  ): Promise<Written<Body>> | Written<Body>;
  /** Called once the answer is booked. */
  booked?(work: Work, served: Answer): void;
}

/** Holds the worst case, asks the candidates in turn, settles, and only then answers. */
export async function paidCall<Work extends PaidWork, Answer extends Served, Body>(
  how: PaidCall<Work, Answer, Body>,
  context: Context,
  work: Work,
): Promise<WholeReply<Body>> {
  const { user, preferences } = work.request;
  const subject = {
    operation: how.operation,
    model: work.model.id,
    endUser: callerGivenName(user),
    ...spendingSession(context, { call: {} }),
    tags: requestTags(context, work.request.body),
  };
  const admitted = await admit(context, subject, (workspace) => planOf(context, work, workspace));
  const { served, written, outcome, charged } = await askAndWrite(how, { context, work, admitted });
  await settle(context, admitted, outcome, charged);
  if (context.signal.aborted) throw brokenOff(context.signal, served ?? unasked);
  how.booked?.(work, served);
  const { reply, notices = [] } = written;
  const headers = {
    ...replyHeaders(served, charged.charge.chargedNanousd, admitted.hold.rate),
    ...noticeOf({ preferences, aboutModels: notices }, context.gateway.providerNames),
    ...reply.headers,
  };
  return { ...reply, headers };
}

/** No upstream was asked. */
const unasked: Tried = { attempts: [], lost: [] };

/** Writes the reply before it is booked: if writing fails, the request has failed, and its upstream bills it. */
async function askAndWrite<Work extends PaidWork, Answer extends Served, Body>(
  how: PaidCall<Work, Answer, Body>,
  paying: Paying<Work>,
) {
  const { context, work, admitted } = paying;
  const { body, model, user } = work.request;
  const said = { body, user };
  const facts = { operation: how.operation, model, isStreamed: false };
  let tried: Pick<Outcome, "attempts" | "billed"> = { attempts: [], billed: [] };
  try {
    const served = await how.ask(context.gateway.attempt, walkOf(paying), paying);
    if (served !== null) {
      const bill = how.billServed(work, served);
      const last = bill instanceof Promise ? await bill : bill;
      const lost = served.lost.length === 0 ? [] : await how.billLost(work, served.lost);
      tried = { attempts: served.attempts, billed: [...lost, last] };
    }
    const charged = chargeOf(context, admitted, tried.billed);
    const usage = tried.billed.at(-1)?.usage ?? nothingUsed;
    const writing = how.write(paying, served, { usage, cost: shownCost(charged) });
    const written = writing instanceof Promise ? await writing : writing;
    const content = () => loggedContent(said, written.content());
    return {
      served,
      written,
      charged,
      outcome: { ...facts, ...tried, ...endOf(context), content },
    };
  } catch (error) {
    const failed = triedBefore(error);
    if (failed !== null)
      tried = { attempts: failed.attempts, billed: await how.billLost(work, failed.lost) };
    await bookFailure(context, admitted, { ...facts, ...tried, said }, error);
    throw error;
  }
}

function walkOf({ context, admitted }: Paying<PaidWork>): Walk {
  return {
    candidates: admitted.plan.candidates,
    asker: routingCallerOf(context.caller),
    course: context.course,
    signal: context.signal,
  };
}

/** The caller or the gateway may have ended the request while its answer was written. */
function endOf({ signal }: Context) {
  const stopped = stopReason(signal);
  const isGone = signal.aborted && stopped === null;
  return {
    finishReason: null,
    firstTokenMs: null,
    status: isGone ? callerGoneStatus : (stopped?.status ?? 200),
    errorKind: isGone ? "callerGone" : (stopped?.kind ?? null),
  };
}
