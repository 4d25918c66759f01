import { expect, it } from "vitest";
import { freeMemory } from "./free-memory.ts";

it("frees the memory of large bytes at once where they share it with no others", () => {
  const bytes = Buffer.alloc(1024 * 1024);
  freeMemory(bytes);
  expect([bytes.length, bytes.buffer.detached]).toEqual([0, true]);
});

it("does not touch shared memory or small bytes", () => {
  const whole = Buffer.alloc(1024 * 1024, 1);
  freeMemory(whole.subarray(0, 512 * 1024));
  const [small, shared] = [
    Buffer.from("small"),
    new Uint8Array(new SharedArrayBuffer(1024 * 1024)),
  ];
  freeMemory(small);
  freeMemory(shared);
  expect([whole[0], small.toString(), shared.length]).toEqual([1, "small", 1024 * 1024]);
});
