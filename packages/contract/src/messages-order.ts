/**
 * The order of the events of `POST /messages` with `stream`, written once, as stream-order.ts has it for the other
 * stream: the server, the mock, the client and the contract tests check with this automaton. It checks the order and the
 * values that must agree between events; the schema checks each event's own shape.
 *
 * Blocks follow one another strictly, and each stops before the reply ends. Only a stream that failed may leave a block
 * open, and only one that was cut short may stop a call within its arguments.
 */

import { OrderCheck, type OrderViolation, violationIn } from "./first-violation.ts";
import { rules, type State } from "./messages-order-rules.ts";
import { fieldsOf } from "./stream-order-progress.ts";

/** The first violation of a whole stream; null if there is none. */
export function findMessagesOrderViolation(events: Iterable<unknown>): OrderViolation | null {
  return violationIn(new MessagesOrder(), events);
}

/** The events that may come in each state. `ping` may come wherever `error` may. */
const allowed: Readonly<Record<State["name"], readonly string[]>> = {
  start: ["message_start"],
  between: ["content_block_start", "message_delta", "ping", "error"],
  block: ["content_block_delta", "content_block_stop", "ping", "error"],
  ended: ["message_stop"],
  over: [],
};

/** The automaton: it takes a stream's parsed events one by one. */
export class MessagesOrder extends OrderCheck {
  readonly #state: State = {
    name: "start",
    block: null,
    blocks: 0,
    callIds: new Set(),
    isBroken: false,
  };

  protected awaited(): string | null {
    return this.#state.name === "over" ? null : this.#expected();
  }

  #expected(): string {
    return allowed[this.#state.name].join(" or ") || "nothing";
  }

  protected take(event: unknown): string | null {
    const fields = fieldsOf(event);
    const { type } = fields;
    if (typeof type !== "string") return "this is no event: it has no type";
    if (!allowed[this.#state.name].includes(type))
      return `${type} came where ${this.#expected()} was to come`;
    return rules[type]?.(this.#state, fields) ?? null;
  }
}
