import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Batcher, createBatcher } from "./batcher.ts";
import { createPace } from "./pace.ts";

type Numbers = Batcher<number, number>;

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
    const batcher = createBatcher(send, { maxBatch: 10, atOnce, pace: createPace(0) });
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
  const batcher = createBatcher(send, { maxBatch: 2, atOnce: 8, pace: createPace(0) });
  const answers = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  while (sent.length < 3) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1, 2], [3, 4], [5]]);
  for (const { answer } of sent) answer();
  await Promise.all(answers);
});

it("gathers what comes shortly after several, and sends it together with another batcher's", async () => {
  const { sent, send } = heldBack();
  const pace = createPace(50);
  const [batcher, other] = [1, 2].map(() =>
    createBatcher(send, { maxBatch: 3, atOnce: 8, pace }),
  ) as [Numbers, Numbers];
  const answers = [batcher.add(1)];
  while (sent.length < 1) await nextTurn();
  // One that came alone keeps nobody waiting.
  answers.push(batcher.add(2), other.add(3));
  const beforeMs = performance.now();
  while (sent.length < 3) await nextTurn();
  expect(performance.now() - beforeMs).toBeLessThan(50);
  answers.push(batcher.add(4), batcher.add(5));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1], [2], [3]]);
  answers.push(other.add(6));
  while (sent.length < 4) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1], [2], [3], [4, 5], [6]]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6]);
});
