import { setTimeout as sleep } from "node:timers/promises";
import { Answer } from "@portico/core/answer/answer";
import type { Charged } from "@portico/core/answer/wire";
import { GatewayError } from "../../errors.ts";
import { costOf, totalNanousd } from "../../money/cost.ts";
import type { Shadow } from "../../routing/shadow.ts";
import type { Shadowed } from "../gateway.ts";
import { triedBefore } from "../paid-call/book-failure.ts";
import { type AskedModel, askerOf, type GenerateRequest } from "./asked.ts";
import { billAnswer } from "./bill.ts";
import { bookAnswer, type SettlementContext } from "./booking.ts";
import { planModel } from "./plan-models.ts";
import { callFor, type Held } from "./planning.ts";

/** An event loop that is later has other work to do. */
const mostLateMs = 50;
const waitMs = 10;
/** No caller waits for it. */
const longestMs = 120_000;
/** Its failures must not count as those of any key. */
const asker = { key: "shadow", workspace: "" };

/** Books an answer, and has its shadow asked where there is one. */
export async function bookThenShadow(
  bookable: SettlementContext,
  ...booking: Tail<Parameters<typeof bookAnswer>>
): Promise<Charged> {
  const charged = await bookAnswer(bookable, ...booking);
  const { shadow } = bookable.asked;
  if (shadow !== undefined && booking[2].type === "ended") shadowLater(bookable, shadow);
  return charged;
}

type Tail<All> = All extends [unknown, ...infer Others] ? Others : never;

/**
 * Asks another model the same, once the caller has its answer, by the operator's credentials alone. Nothing is booked:
 * the ledger holds what keys pay, and the operator pays for this. What its caller excludes is not asked, and tools that
 * a vendor runs are not run twice.
 */
function shadowLater(bookable: SettlementContext, shadow: Shadow): void {
  if (!shadow.draws(Math.random())) return;
  const dueMs = performance.now() + waitMs;
  sleep(waitMs, undefined, { ref: false })
    .then(async () => {
      if (performance.now() - dueMs <= mostLateMs) await ask(bookable, shadow);
    })
    .catch((error: unknown) => bookable.context.gateway.shadowing.onProblem(error));
}

async function ask(bookable: SettlementContext, shadow: Shadow): Promise<void> {
  const prepared = await prepare(bookable, shadow);
  if (prepared === null) return;
  const { asked, candidate } = prepared;
  const { rule } = shadow;
  if (!shadow.tryTake(asked.models[0].bound.inputTokens + rule.maxOutputTokens)) return;
  const startedAtMs = performance.now();
  const { shadowing } = bookable.context.gateway;
  const end = (
    failure: string | null,
    used: Pick<Shadowed, "inputTokens" | "outputTokens" | "costNanousd">,
  ) =>
    shadowing.onShadowed({
      generationId: bookable.admitted.generationId,
      route: rule.route,
      model: rule.to,
      provider: candidate.endpoint.provider,
      failure,
      latencyMs: Math.round(performance.now() - startedAtMs),
      ...used,
    });
  try {
    const answer = await answerOf(bookable, prepared, rule.maxOutputTokens);
    const { usage } = await billAnswer(asked, { candidate, place: 0 }, answer);
    const { inputTokens, outputTokens } = usage;
    const costNanousd = totalNanousd(costOf(candidate.endpoint.price, usage));
    end(null, { inputTokens, outputTokens, costNanousd });
  } catch (error) {
    const failure = triedBefore(error)?.attempts.at(-1)?.failure ?? "internal";
    end(failure, { inputTokens: 0, outputTokens: 0, costNanousd: 0 });
  } finally {
    shadow.leave();
  }
}

type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** Null where the other model may not or cannot serve the request. */
async function prepare({ context, asked, admitted }: SettlementContext, { rule }: Shadow) {
  const model = context.gateway.catalog.models.get(rule.to);
  const [{ call }] = asked.models;
  if (model?.kind !== "text" || (call.passThrough?.tools ?? []).length > 0) return null;
  try {
    const ofModel: AskedModel = await askerOf(call)(model);
    // The workspace's own credentials are for its own requests.
    const workspace = { ...admitted.workspace, credentials: new Map<string, never>() };
    const { candidates } = planModel(context, asked, ofModel, workspace);
    const [candidate] = candidates;
    const alone: GenerateRequest = { ...asked, models: [ofModel] };
    return candidate === undefined ? null : { asked: alone, candidate, workspace };
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}

async function answerOf(
  { context }: SettlementContext,
  { asked, candidate, workspace }: Prepared,
  maxOutputTokens: number,
): Promise<Answer> {
  const { gateway, requestId } = context;
  const held: Held = {
    nanousd: Number.MAX_SAFE_INTEGER,
    charged: new Map([[candidate.model, [candidate.endpoint]]]),
    mostOutputTokens: maxOutputTokens,
  };
  const answer = new Answer();
  await gateway.attempt.respondWhole(
    {
      candidates: [candidate],
      asker,
      chance: asked.chance,
      signal: AbortSignal.any([gateway.shadowing.stop, AbortSignal.timeout(longestMs)]),
      call: () =>
        callFor(asked, candidate, held, workspace, { requestId, traceparent: () => undefined }),
    },
    () => ({
      take(parts) {
        for (const part of parts) answer.count(part);
        return true;
      },
      end: () => answer,
    }),
  );
  return answer;
}
