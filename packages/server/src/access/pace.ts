/** Says when batches are sent: those of several batchers in the same turns, so that the store can do them together. */
export interface Pace {
  /** The next turn in which something may be sent; all who ask until then get the same one. */
  turn(): Promise<void>;
  /** So much was sent in the turn that has come. */
  sent(count: number): void;
}

/** Behind a turn in which several were sent, the next one is so much later at the earliest. */
export function createPace(paceMs: number): Pace {
  let next: Promise<void> | null = null;
  let sentAtMs = 0;
  let sentCount = 0;
  /** Whoever came alone is followed by nobody who would have to be gathered. */
  const isEarly = () => sentCount > 1 && performance.now() - sentAtMs < paceMs;

  const come = async () => {
    do await new Promise(setImmediate);
    while (isEarly());
    next = null;
    sentAtMs = performance.now();
    sentCount = 0;
  };

  return {
    turn() {
      next ??= come();
      return next;
    },
    sent(count) {
      sentCount += count;
    },
  };
}
