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
  readonly alerts: Pick<AlertStore, "limitBlocks" | "budgetName">;
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

/** The name of a budget is looked up when the refusal is written. */
type Cause = string | Parameters<AlertStore["budgetName"]>[0] | null;

interface Waiting {
  readonly refusals: Refusals;
  readonly cause: Cause;
}

/** A refusal is only counted in memory: a timer writes to the store. What a killed process had counted is lost. */
export function createRefusalCounts(parts: RefusalParts): RefusalCounts {
  const { store, alerts, isKnown, onProblem, nowMs = Date.now, writeMs = 1000 } = parts;
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
  const add = (place: string, added: Waiting) => {
    const known = waiting.get(place);
    if (known !== undefined) waiting.set(place, together(known, added));
    else if (waiting.size < mostWaiting) waiting.set(place, added);
  };
  const writeWaiting = async () => {
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    try {
      await store.add(await named([...taken.values()], alerts));
    } catch (error) {
      for (const [place, refused] of taken) add(place, refused);
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
      const refusals: Refusals = {
        organisationId,
        workspaceId,
        keyId,
        reason,
        requests: 1,
        model: name,
        hourMs: hour * hourMs,
        status: failure.status,
        last: { atMs, operation, requestId, message: toMessage(failure), subject: null },
      };
      const cause = causeOf(failure, { keyId, workspaceId });
      add(`${keyId} ${hour} ${reason} ${name}`, { refusals, cause });
    },
    write,
    async close() {
      clearInterval(timer);
      await write().catch(onProblem);
    },
  };
}

/** The later one is the sample of both. */
function together(one: Waiting, other: Waiting): Waiting {
  const [first, last] =
    one.refusals.last.atMs <= other.refusals.last.atMs ? [one, other] : [other, one];
  const requests = first.refusals.requests + last.refusals.requests;
  return { ...last, refusals: { ...last.refusals, requests } };
}

async function named(
  waiting: readonly Waiting[],
  { budgetName }: RefusalParts["alerts"],
): Promise<readonly Refusals[]> {
  const names = new Map<string, string | null>();
  const subjectOf = async (cause: Cause) => {
    if (cause === null || typeof cause === "string") return cause;
    const place = JSON.stringify(cause);
    const known = names.get(place);
    const name = known === undefined ? await budgetName(cause) : known;
    names.set(place, name);
    return name;
  };
  const rows: Refusals[] = [];
  for (const { refusals, cause } of waiting)
    rows.push({ ...refusals, last: { ...refusals.last, subject: await subjectOf(cause) } });
  return rows;
}

function causeOf(
  failure: GatewayError,
  { keyId, workspaceId }: Pick<BlockingLimit, "keyId" | "workspaceId">,
): Cause {
  if (failure instanceof GuardrailRefused) return `guardrail:${failure.guardrail}`;
  if (!(failure instanceof AdmissionRefused)) return null;
  const { refusal, endUser } = failure;
  if (refusal.outcome !== "outOfCredits") return null;
  const { of, limit } = refusal;
  if (of === "organisation") return "credits";
  if (of === "key" || of === "session") return `key:${keyId}`;
  return { workspaceId, of, endUser, tag: limit?.tag };
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
