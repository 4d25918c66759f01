import { setTimeout as sleep } from "node:timers/promises";
import type { OperationId, Output } from "@portico/contract";
import {
  answerLost,
  idempotencyHeader,
  refuseIdempotencyKey,
  replayedHeader,
  stillUnderWay,
  usedForAnother,
} from "@portico/core/rules/idempotency";
import { CallerGone, stopReason } from "../../errors.ts";
import type { FirstRequest, NamedRequest } from "../../store/ports/idempotency.ts";
import type { DoneGeneration } from "../gateway.ts";
import type { Context, Operation, Reply } from "../operation.ts";
import type { Idempotency } from "./idempotency.ts";
import { keptHeaders, replayed, textOfWhole, withHeaders } from "./kept-reply.ts";
import { RecordedEvents } from "./recorded-events.ts";

/** How long a repeated request waits for the answer of the first. */
const patienceMs = 25_000;
const firstPauseMs = 50;
const longestPauseMs = 1000;

/** The operation, paid once for all requests that a caller has given the same `Idempotency-Key`. */
export function answerOnce<Id extends OperationId>(
  id: Id,
  operation: Operation<Id>,
): Operation<Id> {
  return (input, context) => {
    const key = context.header(idempotencyHeader);
    const { idempotency } = context.gateway;
    if (key === undefined || idempotency === null) return operation(input, context);
    return new Once(idempotency, context, operation).answer(id, key, input);
  };
}

class Once<Id extends OperationId> {
  readonly #idempotency: Idempotency;
  readonly #context: Context;
  readonly #operation: Operation<Id>;

  constructor(idempotency: Idempotency, context: Context, operation: Operation<Id>) {
    this.#idempotency = idempotency;
    this.#context = context;
    this.#operation = operation;
  }

  async answer(
    operation: Id,
    key: string,
    input: Parameters<Operation<Id>>[0],
  ): Promise<Reply<Output<Id>>> {
    refuseIdempotencyKey(key);
    const { caller, generationId } = this.#context;
    if (caller.kind === "management") return this.#operation(input, this.#context);
    const request = this.#idempotency.name({
      key,
      operation,
      body: "body" in input ? input.body : null,
      keyId: caller.keyId,
      workspaceId: caller.workspaceId,
      generationId,
    });
    const first = await this.#claim(request);
    return first === null ? this.#perform(request, input) : this.#repeat(request, first);
  }

  /** Null where the request is the first of its name, or takes the place of one that was not paid. */
  async #claim(request: NamedRequest): Promise<FirstRequest | null> {
    const untilMs = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const first = await this.#idempotency.claim(request);
      if (first === null || (await this.#isTakenOver(request, first))) return null;
      if (first.isAnswered) return first;
      if (performance.now() + pauseMs > untilMs) throw stillUnderWay();
      await this.#pause(pauseMs);
    }
  }

  /** Refuses what no waiting mends. */
  async #isTakenOver(request: NamedRequest, first: FirstRequest): Promise<boolean> {
    if (!Buffer.from(first.fingerprint).equals(request.fingerprint)) throw usedForAnother();
    const fate = fateOf(first);
    if (fate === "lost") throw answerLost(first.generationId, lostWhy(first));
    return fate === "unpaid" && this.#idempotency.takeOver(request, first);
  }

  async #pause(pauseMs: number): Promise<void> {
    const { signal } = this.#context;
    await sleep(pauseMs, undefined, { signal }).catch(() => {
      throw stopReason(signal) ?? new CallerGone();
    });
  }

  async #perform(
    claimed: NamedRequest,
    input: Parameters<Operation<Id>>[0],
  ): Promise<Reply<Output<Id>>> {
    const { maxCharacters } = this.#idempotency;
    const held = new HeldOnce(this.#idempotency, claimed);
    this.#context.outlive(held);
    let reply: Reply<Output<Id>>;
    try {
      reply = await this.#operation(input, this.#context);
    } catch (error) {
      await this.#idempotency.release(held.request);
      throw error;
    }
    const keep = (type: "body" | "events", text: string | null) =>
      held.isServed
        ? this.#idempotency.answered(
            held.request,
            text === null || text.length > maxCharacters
              ? null
              : { type, text, headers: keptHeaders(reply) },
          )
        : this.#idempotency.release(held.request);
    const told = withHeaders(reply, { [replayedHeader]: "false" });
    if (told.type === "events") {
      const events = RecordedEvents.all(told.events, maxCharacters, (text) => keep("events", text));
      return { ...told, events };
    }
    await keep("body", textOfWhole(told));
    return told;
  }

  /** Its caller may have lost its rights since. */
  async #repeat(request: NamedRequest, first: FirstRequest): Promise<Reply<Output<Id>>> {
    const { gateway, caller, rights } = this.#context;
    if (!rights.isDecided) await gateway.admission.count(caller);
    rights.isDecided = true;
    const { generationId, answer } = first;
    if (answer === null)
      throw answerLost(
        generationId,
        "The request with this Idempotency-Key was answered, and its answer is not kept: it was too large, or others have taken its room.",
      );
    const kept = this.#idempotency.open(request, answer);
    if (kept === null)
      throw answerLost(
        generationId,
        "The request with this Idempotency-Key was answered, and its answer does not open any more: the gateway's secret has changed.",
      );
    this.#context.repeat(generationId);
    return replayed(kept);
  }
}

/** What a request tells its name while it is admitted and booked. */
class HeldOnce implements NonNullable<Context["holding"]> {
  readonly #idempotency: Idempotency;
  request: NamedRequest;
  /** It was answered as its caller has asked: any other end is none that a repetition should get. */
  isServed = false;

  constructor(idempotency: Idempotency, request: NamedRequest) {
    this.#idempotency = idempotency;
    this.request = request;
  }

  async opening(generationId: string): Promise<void> {
    if (generationId === this.request.generationId) return;
    const renamed = await this.#idempotency.rename(this.request, generationId);
    if (renamed === null) throw stillUnderWay();
    this.request = renamed;
  }

  async opened(): Promise<void> {
    if (!(await this.#idempotency.confirm(this.request))) throw stillUnderWay();
  }

  booked({ facts }: DoneGeneration): void {
    this.isServed = facts.status === 200 && facts.errorKind === null;
  }
}

type Fate = "answered" | "underWay" | "lost" | "unpaid";

/**
 * What became of a request. `lost`: it was booked, and its process has ended before the answer was kept. `unpaid`: its process has
 * ended before anything was held, or nothing was charged.
 */
function fateOf({ isAnswered, isOpen, booked, isProcessAlive }: FirstRequest): Fate {
  if (isAnswered) return "answered";
  if (isOpen || isProcessAlive) return "underWay";
  return booked === null || booked === "released" ? "unpaid" : "lost";
}

function lostWhy({ booked }: FirstRequest): string {
  return booked === "abandoned"
    ? "The request with this Idempotency-Key was abandoned: the process that served it has ended before it was answered."
    : "The request with this Idempotency-Key has ended, and its answer was not kept: the process that served it has ended.";
}
