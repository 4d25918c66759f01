import { randomUUID } from "node:crypto";
import type { Caller, KeyCaller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { BilledAttempt, GenerationFacts } from "../store/ports/generation.ts";
import type {
  AdmissionVerdict,
  AdmitRequest,
  HoldSubject,
  MoneyStore,
  RateState,
} from "../store/ports/money.ts";
import { toGatewayError, toUnavailable } from "./admission-refused.ts";
import { createBatcher, createBatchers, createNextTurn } from "./batcher.ts";
import { createBookings } from "./bookings.ts";
import { createGate, type Gate, type MayBeFree } from "./gate.ts";
import { createOpenHolds, type OpenHolds } from "./open-holds.ts";

export interface HoldRequest {
  /** Created by the gateway, never by a caller: it names the hold, the ledger row and the generation. */
  readonly generationId: string;
  /** The least that must be left, and the most that is held; equal if the worst case is fixed. */
  readonly minimumNanousd: number;
  readonly desiredNanousd: number;
  readonly tokens: number;
  readonly usesCredits: boolean;
  readonly endUser?: string | null;
  readonly sessionBudgetNanousd?: number | null;
  /** The facts under which the request is listed if this process dies. */
  readonly about?: HoldSubject;
  /** True if the gate has counted the request in its minute. */
  readonly isCounted?: boolean;
}

/** Shows that a request was admitted and its worst case is held. */
export interface Hold {
  readonly generationId: string;
  readonly heldNanousd: number;
  readonly rate: RateState | null;
  readonly workspaceRevision: number;
}

export interface SettledOutcome {
  readonly state: "settled" | "released";
  readonly costNanousd: number;
  readonly billed?: readonly BilledAttempt[];
  readonly facts: GenerationFacts;
}

export interface Admission {
  /** The id of this process in the store. */
  readonly processId: string;
  /** Whether the key was refused recently: then all of its requests pass the gate first, even small ones. */
  isShut(caller: Caller): boolean;
  /**
   * Before a body is read: whether the key may ask for anything. Resolves to whether the request has been counted in its
   * minute. Throws like `hold`.
   */
  pass(caller: Caller, mayBeFree: MayBeFree): Promise<boolean>;
  /** Counts a request that costs nothing in its minute. Throws GatewayError: 401, 429, or 503. */
  count(caller: Caller): Promise<void>;
  /** Throws GatewayError: 401, 402, 429, or 503 if the store does not answer. */
  hold(caller: Caller, request: HoldRequest): Promise<Hold>;
  /**
   * Durable when it resolves. If the store stays away for longer than the time-out, it throws 503: the
   * reply must not look finished. The booking is retried while the process lives;
   * if it dies first, another process marks the hold abandoned.
   */
  settle(hold: Hold, outcome: SettledOutcome): Promise<void>;
  /** Gives the held amount back and leaves no trace of the request. */
  release(hold: Hold): Promise<void>;
  /** The number of requests that are admitted and not settled. */
  openCount(): number;
  /** Waits for running requests, then removes the process from the store. Later requests get 503. */
  close(): Promise<void>;
}

export interface AdmissionOptions {
  readonly enforceCredits: boolean;
  /** The store's clock; this process's by default. */
  readonly nowMs?: () => number;
  readonly processId?: string;
  readonly maxBatch?: number;
  /** Much less than a third of the store's `silenceMs`. */
  readonly heartbeatMs?: number;
  /** A hold that is older than this is charged in full until its settlement comes. */
  readonly longestHoldMs?: number;
  /** How long a reply may wait for its settlement while the store is away. */
  readonly settlePatienceMs?: number;
  /** Called with errors outside of any request: failed heartbeats and late bookings. */
  readonly onProblem?: (error: unknown) => void;
  readonly configurationVersion?: () => number;
}

export function createAdmission(money: MoneyStore, options: AdmissionOptions): Admission {
  const { processId = randomUUID(), maxBatch = 256, settlePatienceMs = 10_000 } = options;
  const { longestHoldMs: longestMs, onProblem = () => {}, nowMs: now = Date.now } = options;
  const { batchesAtOnce: atOnce = 1 } = money;
  const { heartbeatMs: beatMs = 5000 } = options;
  const holds = createOpenHolds(money, { ...options, processId, onProblem, beatMs, longestMs });
  const batching = { maxBatch, atOnce, nextTurn: createNextTurn() };
  const bookings = createBookings(money, holds, {
    ...batching,
    patienceMs: settlePatienceMs,
    onProblem,
  });
  const admits = createBatchers(money, () =>
    createBatcher((batch: readonly AdmitRequest[]) => money.admit(batch), batching),
  );
  const { enforceCredits } = options;
  const askedBy = ({ keyId, workspaceId }: KeyCaller, request: HoldRequest | typeof least) => {
    return { ...request, keyId, workspaceId, processId, enforceCredits, nowMs: now() };
  };
  const ask = (caller: KeyCaller, request: typeof least) =>
    new Promise<AdmissionVerdict>((resolve, reject) => {
      admits.add(askedBy(caller, request), resolve, reject);
    });
  const gate = createGate({ ask: (caller) => ask(caller, least) });
  let isClosing = false;
  const checkMay: CheckMay = (caller) => {
    if (isClosing) throw stopping();
    if (caller.kind === "management") throw new GatewayError("wrongKeyKind");
  };
  const decide = async <Result>(caller: Caller, act: (key: KeyCaller) => Promise<Result>) => {
    checkMay(caller);
    return act(caller).catch(failAsUnavailable);
  };

  return {
    processId,
    isShut: (caller) => caller.kind !== "management" && gate.isShut(caller),
    pass: (caller, mayBeFree) => decide(caller, (key) => gate.pass(key, mayBeFree)),
    count: (caller) => decide(caller, (key) => ask(key, leastFree).then(refuse)),
    hold: (caller, request) =>
      new Promise((resolve, reject) => {
        checkMay(caller);
        holds.opened(request.generationId, caller);
        const { decided, failed } = answers({ holds, gate, caller }, request, { resolve, reject });
        admits.add(askedBy(caller, request), decided, failed);
      }),
    settle({ generationId }, outcome) {
      const caller = holds.callerOf(generationId);
      // The request is booked already: the first booking stays.
      if (caller === null) return Promise.resolve();
      const { keyId, organisationId, workspaceId } = caller;
      const nowMs = now();
      return bookings.book({ ...outcome, generationId, keyId, organisationId, workspaceId, nowMs });
    },
    async release({ generationId }) {
      const caller = holds.callerOf(generationId);
      if (caller === null) return;
      holds.closed(generationId);
      const { keyId, workspaceId } = caller;
      // If this fails, the next heartbeat finds and cancels the hold.
      await money.cancel([{ generationId, keyId, workspaceId }]).catch(onProblem);
    },
    openCount: () => holds.count(),
    async close() {
      isClosing = true;
      await admits.idle();
      await bookings.close();
      await holds.farewell().catch(onProblem);
    },
  };
}

interface Holding {
  readonly holds: Pick<OpenHolds, "closed">;
  readonly gate: Pick<Gate, "note">;
  readonly caller: KeyCaller;
}

/** What the store's answers mean to who waits for a hold. */
function answers(
  { holds, gate, caller }: Holding,
  { generationId }: HoldRequest,
  { resolve, reject }: Pick<PromiseWithResolvers<Hold>, "resolve" | "reject">,
) {
  const failed = (error: unknown) => {
    // The answer may have been lost after the hold was made: the next heartbeat finds and cancels it.
    holds.closed(generationId);
    reject(toUnavailable(error));
  };
  const decided = (admission: AdmissionVerdict) => {
    if (admission.outcome !== "admitted") {
      gate.note(caller, admission);
      return failed(toGatewayError(admission));
    }
    const { heldNanousd, rate, workspaceRevision } = admission;
    resolve({ generationId, heldNanousd, rate, workspaceRevision });
  };
  return { decided, failed };
}

type CheckMay = (caller: Caller) => asserts caller is KeyCaller;

function refuse(verdict: AdmissionVerdict): void {
  if (verdict.outcome !== "admitted") throw toGatewayError(verdict);
}

function failAsUnavailable(error: unknown): never {
  throw toUnavailable(error);
}

/** The least that any request needs. */
const least = {
  generationId: "",
  isGate: true,
  usesCredits: true,
  minimumNanousd: 1,
  desiredNanousd: 1,
  tokens: 1,
};

const leastFree = { ...least, minimumNanousd: 0, desiredNanousd: 0 };

function stopping(): GatewayError {
  return new GatewayError("unavailable", {
    message: "The gateway is stopping.",
    retryAfterSeconds: 1,
  });
}
