import { randomUUID } from "node:crypto";
import type { Caller } from "../access/caller.ts";
import { GatewayError } from "../errors.ts";
import type { Admission } from "../operations/gateway.ts";
import type { MoneyStore } from "../store/store.ts";

/** One request at a time, until requests are admitted in batches. */
export function createAdmission(
  money: MoneyStore,
  enforceCredits: boolean,
): Admission & { close(): Promise<void> } {
  const processId = randomUUID();
  const callers = new Map<string, Caller>();
  const beat = setInterval(() => void money.heartbeat(processId).catch(() => {}), 5000).unref();
  const first = money.heartbeat(processId);
  return {
    async hold(caller, request) {
      await first;
      const [admission] = await money.admit([
        {
          ...request,
          processId,
          keyId: caller.keyId,
          workspaceId: caller.workspaceId,
          enforceCredits,
          nowMs: Date.now(),
        },
      ]);
      if (admission?.outcome === "admitted") {
        callers.set(request.requestId, caller);
        return { requestId: request.requestId, ...admission };
      }
      if (admission?.outcome === "outOfCredits") throw new GatewayError("outOfCredits");
      if (admission?.outcome === "rateLimited")
        throw new GatewayError("rateLimited", {
          retryAfterSeconds: Math.max(1, Math.ceil(admission.retryAfterMs / 1000)),
        });
      throw new GatewayError("unauthenticated");
    },
    async settle({ requestId }, outcome) {
      const caller = callers.get(requestId);
      if (caller === undefined) return;
      callers.delete(requestId);
      await money.settle([{ ...caller, ...outcome, requestId, nowMs: Date.now() }]);
    },
    async release({ requestId }) {
      const caller = callers.get(requestId);
      if (caller === undefined) return;
      callers.delete(requestId);
      await money.cancel([{ requestId, keyId: caller.keyId }]);
    },
    async close() {
      clearInterval(beat);
      await money.farewell(processId);
    },
  };
}
