import type { SentTurn } from "@portico/core/answer/wire";
import { GatewayError, shown } from "../../errors.ts";

/**
 * Refuses an agent that goes in circles: since its user has last spoken, the model has made one call with the same arguments as often
 * as the operator allows. The conversation says so itself, on whichever node it arrives.
 */
export function refuseLoop(conversation: readonly SentTurn[], most: number): void {
  const made = new Map<string, number>();
  for (const turn of conversation.toReversed()) {
    if (turn.type === "message" && turn.role === "user") return;
    if (turn.type !== "call") continue;
    const call = JSON.stringify([turn.name, turn.arguments]);
    const times = (made.get(call) ?? 0) + 1;
    if (times >= most) throw loop(turn.name, most);
    made.set(call, times);
  }
}

function loop(name: string, most: number): GatewayError {
  return new GatewayError("rateLimited", {
    message: `The model has called ${shown(name)} ${most} times with the same arguments since its user has last spoken, and the operator allows no more (limits.same_calls). Stop, or send a message that changes its course.`,
    metadata: { of: "same_calls", limit: most, tool: name },
  });
}
