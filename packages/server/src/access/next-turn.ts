/** Resolves in the next turn of the event loop. */
export type NextTurn = () => Promise<void>;

/** The same turn for all who ask before it: what several batchers send in it, the store can do together. */
export function createNextTurn(): NextTurn {
  let next: Promise<void> | null = null;
  const come = async () => {
    await new Promise(setImmediate);
    next = null;
  };
  return () => {
    next ??= come();
    return next;
  };
}
