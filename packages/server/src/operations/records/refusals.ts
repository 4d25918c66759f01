import type { OperationId } from "@portico/contract";
import { AdmissionRefused } from "../../access/admission-refused.ts";
import type { Caller } from "../../caller.ts";
import { failures, type GatewayError } from "../../errors.ts";
import type { AlertStore, BlockingLimit } from "../../store/ports/alerts.ts";
import type { RefusalStore, Refusals } from "../../store/ports/refusals.ts";
import { GuardrailRefused } from "../guardrail/guard.ts";

/** A call of a model that was answered with an error and is not booked. */
export interface Refused {
  /** Null: the key is not known. */
  readonly caller: Caller | null;
  readonly operation: OperationId;
  readonly requestId: string;
  /** As its body names it, if that could be read. */
  readonly model: unknown;
  readonly failure: GatewayError;
}

/** What was refused, counted by key, hour, reason and model. */
export interface RefusalCounts {
  note(refused: Refused): void;
  /** Writes what is counted: after it this process's own are listed. */
  write(): Promise<void>;
  close(): Promise<void>;
}

export interface RefusalParts {
  readonly store: Pick<RefusalStore, "add">;
  readonly alerts: Pick<AlertStore, "limitBlocks">;
  /** Alerts may have been written. */
  readonly onAlerts: () => void;
  readonly isKnown: (model: string) => boolean;
  readonly onProblem: (error: unknown) => void;
  readonly nowMs?: () => number;
  readonly writeMs?: number;
}

const hourMs = 60 * 60 * 1000;
/** Names that no model has: of one key in one hour. Callers make them up. */
const mostUnknown = 20;
const longestModel = 128;
const longestMessage = 500;
/** While the store does not answer. */
const mostWaiting = 10_000;

type Waiting = { -readonly [Name in keyof Refusals]: Refusals[Name] };

/** A refusal is only counted in memory: a timer writes to the store. What a killed process had counted is lost. */
export function createRefusalCounts(parts: RefusalParts): RefusalCounts {
  const { store, isKnown, onProblem, nowMs = Date.now, writeMs = 1000 } = parts;
  const limits = blockingLimits(parts);
  let waiting = new Map<string, Waiting>();
  let unknown = { hour: 0, byKey: new Map<number, Set<string>>() };

  const nameOf = (keyId: number, model: unknown, hour: number): string => {
    if (typeof model !== "string" || model.length > longestModel) return "";
    if (isKnown(model)) return model;
    if (unknown.hour !== hour) unknown = { hour, byKey: new Map() };
    const names = unknown.byKey.get(keyId) ?? new Set();
    unknown.byKey.set(keyId, names);
    if (names.size < mostUnknown) names.add(model);
    return names.has(model) ? model : "";
  };
  const add = (place: string, refusals: Waiting) => {
    const known = waiting.get(place);
    if (known !== undefined) {
      known.requests += refusals.requests;
      if (known.last.atMs <= refusals.last.atMs) known.last = refusals.last;
    } else if (waiting.size < mostWaiting) waiting.set(place, refusals);
  };
  const writeWaiting = async () => {
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    try {
      await store.add([...taken.values()]);
    } catch (error) {
      for (const [place, refusals] of taken) add(place, refusals);
      throw error;
    }
  };
  let last = Promise.resolve();
  // After the one before it, which may still be on its way to the store.
  const write = () => {
    last = last
      .catch(() => {})
      .then(writeWaiting)
      .then(limits.write);
    return last;
  };
  const timer = setInterval(() => void write().catch(onProblem), writeMs).unref();
  return {
    note({ caller, operation, requestId, model, failure }) {
      if (caller === null || caller.keyId === null) return;
      const { keyId, organisationId, workspaceId } = caller;
      limits.note(failure, { keyId, workspaceId });
      const atMs = nowMs();
      const hour = Math.floor(atMs / hourMs);
      const name = nameOf(keyId, model, hour);
      const reason = failures[failure.kind].word;
      add(`${keyId} ${hour} ${reason} ${name}`, {
        organisationId,
        workspaceId,
        keyId,
        reason,
        requests: 1,
        model: name,
        hourMs: hour * hourMs,
        status: failure.status,
        last: { atMs, operation, requestId, message: toMessage(failure) },
      });
    },
    write,
    async close() {
      clearInterval(timer);
      await write().catch(onProblem);
    },
  };
}

function toMessage(failure: GatewayError): string {
  const said = failure instanceof GuardrailRefused ? failure.withoutReason : failure.message;
  return said.slice(0, longestMessage);
}

/** The limits that have refused requests since the last write. */
function blockingLimits({ alerts, onAlerts }: Pick<RefusalParts, "alerts" | "onAlerts">) {
  const waiting = new Map<string, BlockingLimit>();
  return {
    note(failure: GatewayError, of: Pick<BlockingLimit, "keyId" | "workspaceId">) {
      const limit = failure instanceof AdmissionRefused ? failure.blocking : null;
      if (limit === null || waiting.size >= mostWaiting) return;
      waiting.set(JSON.stringify([of.keyId, limit]), { ...of, ...limit });
    },
    async write() {
      if (waiting.size === 0) return;
      for (const [place, limit] of waiting) {
        await alerts.limitBlocks(limit);
        waiting.delete(place);
      }
      onAlerts();
    },
  };
}
