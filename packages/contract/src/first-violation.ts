export interface OrderViolation {
  /** Position of the wrong event, counted from 0; the number of events if the stream stopped too early. */
  readonly index: number;
  readonly reason: string;
}

/** Takes a stream's parsed events one by one, and keeps what is wrong with the first one that is out of order. */
export abstract class OrderCheck {
  #index = 0;
  #found: OrderViolation | null = null;

  /** Position of the next event. */
  protected get index(): number {
    return this.#index;
  }

  /** What is wrong with the next event; it is not called once a violation was found. */
  protected abstract take(event: unknown): string | null;

  /** What is to come next; null where the stream may end. */
  protected abstract awaited(): string | null;

  /** The violation by this event or by an earlier one; null while all is in order. */
  next(event: unknown): OrderViolation | null {
    if (this.#found !== null) return this.#found;
    const reason = this.take(event);
    if (reason !== null) this.#found = { index: this.#index, reason };
    this.#index += 1;
    return this.#found;
  }

  /** Call it when the stream has ended. */
  end(): OrderViolation | null {
    const awaited = this.awaited();
    if (this.#found !== null || awaited === null) return this.#found;
    return { index: this.#index, reason: `the stream ended where ${awaited} was to come` };
  }
}

/** The first violation of a whole stream; null if there is none. */
export function violationIn(order: OrderCheck, events: Iterable<unknown>): OrderViolation | null {
  for (const event of events) {
    const violation = order.next(event);
    if (violation !== null) return violation;
  }
  return order.end();
}
