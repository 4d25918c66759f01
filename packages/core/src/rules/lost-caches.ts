/** Providers keep the beginning of a prompt for so long after its last use, unless a request asks for more. */
export const cacheLifeMs = 5 * 60 * 1000;

/** Of one session, at most; the newest are named. */
export const mostLostCaches = 50;
/** The models and the providers of one session that are named, those with the most requests. */
export const mostNames = 10;
/** Of one page: each is summed up over all of its requests. */
export const mostAgentSessions = 100;

/** The operations that send a conversation, whose beginning each turn repeats. */
export const conversations = ["responses", "chat", "messages"] as const;

export interface ServedTurn {
  readonly model: string;
  readonly provider: string;
  readonly createdAtMs: number;
}

export interface NumberedTurn extends ServedTurn {
  /** In the order of arrival, from 1. */
  readonly turn: number;
}

export interface WhyLost {
  readonly reasons: ("model" | "provider" | "pause")[];
  readonly message: string;
}

/** How a turn that found no cache differs from the one before it, in words too. */
export function whyLost(turn: NumberedTurn, before: ServedTurn): WhyLost {
  const pauseMs = turn.createdAtMs - before.createdAtMs;
  const isPause = pauseMs > cacheLifeMs;
  const changed = (["model", "provider"] as const).filter((name) => turn[name] !== before[name]);
  const moves = changed.map((name) => `to another ${name}: ${turn[name]} after ${before[name]}`);
  const pause = `${Math.round(pauseMs / 60_000)} minutes after the turn before`;
  const went = moves.length === 0 ? "" : `went ${moves.join(", and ")}`;
  const came = isPause ? `came ${pause}` : "";
  return {
    reasons: [...changed, ...(isPause ? (["pause"] as const) : [])],
    message: `Turn ${turn.turn} ${[came, went].filter((part) => part !== "").join(", and ")}.`,
  };
}
