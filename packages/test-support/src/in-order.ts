/**
 * For `describe`: its tests are a story, and each goes on from what the one before has left. Without it a run with
 * `--sequence.shuffle.tests` takes them in any order.
 */
export const inOrder: InOrder = { shuffle: false };

interface InOrder {
  readonly shuffle: false;
  /** Named because the types of `describe.each` know no order, and take what they share one field with. */
  readonly timeout?: number;
}
