import type { KeyCaller } from "../caller.ts";
import type { MoneyStore } from "../store/ports/money.ts";

export interface OpenHolds {
  /** Call it before the store is asked, so that the heartbeat knows the hold. */
  opened(generationId: string, caller: KeyCaller): void;
  closed(generationId: string): void;
  /** The hold cannot be booked: the next heartbeat closes it as abandoned. */
  giveUp(generationId: string): void;
  /** Null if the hold is not open (any more). */
  callerOf(generationId: string): KeyCaller | null;
  count(): number;
  farewell(): Promise<void>;
}

export interface OpenHoldsOptions {
  readonly processId: string;
  readonly beatMs: number;
  readonly longestMs?: number | undefined;
  readonly onProblem: (error: unknown) => void;
  /** Of the version that this process runs: other nodes see whether it follows. */
  readonly configurationVersion?: (() => number) | undefined;
}

interface OpenHold {
  readonly caller: KeyCaller;
  readonly openedAtMs: number;
}

/** By default, holds older than this are treated as lost and abandoned. */
const usualLongestMs = 2 * 60 * 60 * 1000;

/**
 * The holds of this process that are not settled, and the heartbeat that keeps them alive. Each heartbeat compares
 * them with the store's: an unknown hold comes from a batch whose answer was lost.
 */
export function createOpenHolds(money: MoneyStore, options: OpenHoldsOptions): OpenHolds {
  const { processId, beatMs, longestMs = usualLongestMs, onProblem } = options;
  const open = new Map<string, OpenHold>();
  const hopeless = new Set<string>();

  const compare = async () => {
    const stored = await money.holdsOf(processId);
    await money.cancel(stored.filter(({ generationId }) => !open.has(generationId)));
    const oldestMs = performance.now() - longestMs;
    const lost = stored.filter(({ generationId }) => {
      const openedAtMs = open.get(generationId)?.openedAtMs ?? Number.POSITIVE_INFINITY;
      return hopeless.has(generationId) || openedAtMs < oldestMs;
    });
    await money.abandon(lost);
    // A request may only have taken long (`timeouts.total_ms`): its settlement still corrects the row.
    for (const { generationId } of lost) if (hopeless.has(generationId)) forget(generationId);
  };
  const forget = (generationId: string) => {
    open.delete(generationId);
    hopeless.delete(generationId);
  };
  let beating: Promise<void> | null = null;
  const beat = async () => {
    try {
      await money.heartbeat(processId, options.configurationVersion?.());
      await compare();
    } catch (error) {
      onProblem(error);
    }
    beating = null;
  };
  // A slow store gets one heartbeat at a time.
  const beatOnce = () => {
    beating ??= beat();
  };
  beatOnce();
  const timer = setInterval(beatOnce, beatMs).unref();

  return {
    opened: (generationId, caller) =>
      open.set(generationId, { caller, openedAtMs: performance.now() }),
    closed: forget,
    giveUp: (generationId) => hopeless.add(generationId),
    callerOf: (generationId) => open.get(generationId)?.caller ?? null,
    count: () => open.size,
    async farewell() {
      clearInterval(timer);
      await beating;
      await compare();
      await money.farewell(processId);
    },
  };
}
