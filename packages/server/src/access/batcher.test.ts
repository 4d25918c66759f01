import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

/** A store that answers when it is told to. */
function heldBack() {
  const sent: { readonly batch: readonly number[]; answer(): void }[] = [];
  const send = (batch: readonly number[]) =>
    new Promise<readonly number[]>((resolve) => {
      sent.push({ batch, answer: () => resolve(batch) });
    });
  return { sent, send };
}

it.each([1, 2])(
  "has %i batches under way together and gathers what comes meanwhile",
  async (atOnce) => {
    const { sent, send } = heldBack();
    const batcher = createBatcher(send, { maxBatch: 10, atOnce, paceMs: 0 });
    const answers: Promise<number>[] = [];
    for (let item = 0; item < 5; item += 1) {
      answers.push(batcher.add(item));
      await nextTurn();
      await nextTurn();
    }
    expect(sent.map(({ batch }) => batch)).toEqual(
      Array.from({ length: atOnce }, (_, item) => [item]),
    );
    sent[0]?.answer();
    await answers[0];
    await nextTurn();
    await nextTurn();
    expect(sent.at(-1)?.batch).toEqual([0, 1, 2, 3, 4].slice(atOnce));
    for (const { answer } of sent) answer();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
    await batcher.idle();
  },
);

it("sends no more at once than a batch may hold", async () => {
  const { sent, send } = heldBack();
  const batcher = createBatcher(send, { maxBatch: 2, atOnce: 8, paceMs: 0 });
  const answers = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  while (sent.length < 3) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1, 2], [3, 4], [5]]);
  for (const { answer } of sent) answer();
  await Promise.all(answers);
});

it("gathers what comes shortly after several, and keeps a full one waiting no longer", async () => {
  const { sent, send } = heldBack();
  const batcher = createBatcher(send, { maxBatch: 3, atOnce: 8, paceMs: 60_000 });
  const answers = [batcher.add(1)];
  while (sent.length < 1) await nextTurn();
  // One that came alone keeps nobody waiting.
  answers.push(batcher.add(2), batcher.add(3));
  while (sent.length < 2) await nextTurn();
  answers.push(batcher.add(4), batcher.add(5));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1], [2, 3]]);
  answers.push(batcher.add(6));
  while (sent.length < 3) await nextTurn();
  expect(sent.at(-1)?.batch).toEqual([4, 5, 6]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6]);
});
