import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { passOnTaken, takeTogether } from "./taken-together.ts";

/** Processes whose looks find what the store has; no timer runs. */
function startProcesses(count: number) {
  const store = { inUse: 1 };
  const first = Object.assign(new EventEmitter(), { workers: {} as Record<number, Worker> });
  passOnTaken(first as never);
  let sent = 0;
  const processes = Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const channel = new EventEmitter();
    const worker = {
      id,
      isConnected: () => true,
      send: (message: object) => channel.emit("message", message),
    };
    first.workers[id] = worker as never;
    let running = 1;
    let looks = 0;
    let tell: (version: number) => void = () => undefined;
    const look = async () => {
      looks += 1;
      if (running === store.inUse) return;
      running = store.inUse;
      tell(running);
    };
    const send = (message: object) => {
      sent += 1;
      return first.emit("message", worker, message);
    };
    takeTogether(Object.assign(channel, { connected: true, send }), {
      look,
      onTaken: (listener) => {
        tell = listener;
      },
    });
    return { look, seen: () => ({ running, looks }) };
  });
  const change = async (version: number, by: number) => {
    store.inUse = version;
    await processes[by]?.look();
    // The others' looks end in turns of their own.
    await new Promise((resolve) => setImmediate(resolve));
    return { seen: processes.map(({ seen }) => seen()), sent };
  };
  return { change };
}

it("the processes of one node take a version by one look each when one of them has it, and do not tell it again", async () => {
  const { change } = startProcesses(4);
  const once = { running: 2, looks: 1 };
  expect(await change(2, 0)).toEqual({ seen: [once, once, once, once], sent: 1 });
  const twice = { running: 3, looks: 2 };
  expect(await change(3, 2)).toEqual({ seen: [twice, twice, twice, twice], sent: 2 });
});

it("a process that goes back to a version tells the others, although it heard of that version before", async () => {
  const { change } = startProcesses(2);
  await change(2, 0);
  await change(3, 0);
  expect((await change(2, 1)).seen).toMatchObject([{ running: 2 }, { running: 2 }]);
});
