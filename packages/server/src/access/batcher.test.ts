import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { StoreBusy, StoreUnavailable } from "../store/ports/errors.ts";
import { type Batcher, createBatcher, createNextTurn } from "./batcher.ts";

const add = (batcher: Batcher<number, number>, item: number) =>
  new Promise<number>((resolve, reject) => batcher.add(item, resolve, reject));

/** A store that answers when the test releases it. */
function heldBack() {
  const sent: { readonly batch: readonly number[]; answer(): void }[] = [];
  const send = (batch: readonly number[]) =>
    new Promise<readonly number[]>((resolve) => {
      sent.push({ batch, answer: () => resolve(batch) });
    });
  return { sent, send };
}

it.each([1, 2])("a batcher runs %i batches together and gathers later items", async (atOnce) => {
  const { sent, send } = heldBack();
  const batcher = createBatcher(send, { maxBatch: 10, atOnce, nextTurn: createNextTurn() });
  const answers: Promise<number>[] = [];
  for (let item = 0; item < 5; item += 1) {
    answers.push(add(batcher, item));
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
});

it("a batch holds no more than its maximum", async () => {
  const { sent, send } = heldBack();
  const batcher = createBatcher(send, { maxBatch: 2, atOnce: 8, nextTurn: createNextTurn() });
  const answers = [1, 2, 3, 4, 5].map((item) => add(batcher, item));
  while (sent.length < 3) await nextTurn();
  expect(sent.map(({ batch }) => batch)).toEqual([[1, 2], [3, 4], [5]]);
  for (const { answer } of sent) answer();
  await Promise.all(answers);
});

it("two batchers send in the same turn, in either order of their items", async () => {
  const { sent, send } = heldBack();
  const nextTurnOfBoth = createNextTurn();
  const order: string[] = [];
  const logged = (name: string) => (batch: readonly number[]) => {
    order.push(name);
    queueMicrotask(() => order.push(`behind ${name}`));
    return send(batch);
  };
  const options = { maxBatch: 3, atOnce: 8, nextTurn: nextTurnOfBoth };
  const [one, other] = [
    createBatcher(logged("one"), options),
    createBatcher(logged("other"), options),
  ];
  const answers = [add(one, 1)];
  await Promise.resolve();
  answers.push(add(other, 2), add(one, 3));
  while (order.length < 4) await nextTurn();
  // Work that the store puts off until both have sent finds both batches.
  expect(order).toEqual(["one", "other", "behind one", "behind other"]);
  expect(sent.map(({ batch }) => batch)).toEqual([[1, 3], [2]]);
  for (const { answer } of sent) answer();
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
});

it.each([
  ["is busy rejects its own items only", new StoreBusy("a lock"), ["a lock", 3, 4]],
  [
    "is away rejects those that wait too",
    new StoreUnavailable("gone"),
    ["gone", "The store is not answering.", "The store is not answering."],
  ],
])("a batch for which the store %s", async (_, error, [first, ...others]) => {
  let calls = 0;
  const failure = Promise.withResolvers<readonly number[]>();
  const send = (batch: readonly number[]) => {
    calls += 1;
    return calls === 1 ? failure.promise : Promise.resolve(batch);
  };
  const batcher = createBatcher(send, { maxBatch: 2, atOnce: 1, nextTurn: createNextTurn() });
  const answers = [1, 2, 3, 4].map((item) =>
    add(batcher, item).catch((problem: Error) => problem.message),
  );
  while (calls === 0) await nextTurn();
  failure.reject(error);
  expect(await Promise.all(answers)).toEqual([first, first, ...others]);
});

it("an item whose answer cannot be used fails alone, and is not sent again", async () => {
  let calls = 0;
  const send = (batch: readonly number[]) => {
    calls += 1;
    return Promise.resolve(batch);
  };
  const batcher = createBatcher(send, { maxBatch: 3, atOnce: 1, nextTurn: createNextTurn() });
  const useless = new Error("useless");
  const failed = new Promise((resolve) => {
    const use = () => {
      throw useless;
    };
    batcher.add(1, use, resolve);
  });
  expect(await Promise.all([failed, add(batcher, 2), add(batcher, 3)])).toEqual([useless, 2, 3]);
  expect(calls).toBe(1);
});
