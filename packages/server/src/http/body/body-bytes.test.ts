import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GatewayError } from "../../errors.ts";
import { freeMemory, type Intake, isPrompt, readBytes } from "./body-bytes.ts";

/** A request of which these bytes have arrived; more may follow. */
function requestOf(came: string, facts: { complete?: boolean; headers?: object } = {}) {
  const request = new Readable({ read: () => undefined });
  if (came !== "") request.push(came);
  const { complete = false, headers = {} } = facts;
  return Object.assign(request, { complete, headers }) as unknown as IncomingMessage;
}

function intakeOf() {
  const ending = new AbortController();
  const taken: number[] = [];
  const intake: Intake = {
    checkRoom: () => undefined,
    take: (bytes) => void taken.push(bytes),
    begin: () => undefined,
    signal: ending.signal,
  };
  return { intake, taken, ending };
}

afterEach(() => void vi.useRealTimers());

describe("a body", () => {
  it.each([
    ["that is all there", "abc", { complete: true }, true],
    ["whose announced bytes are all there", "abc", { headers: { "content-length": "3" } }, true],
    ["with more bytes to come", "abc", { headers: { "content-length": "4" } }, false],
    ["whose length is not known yet", "abc", {}, false],
    ["of more than 16 KiB", "a".repeat(16_385), { complete: true }, false],
    ["of 16 KiB", "a".repeat(16_384), { complete: true }, true],
    [
      "that is compressed",
      "abc",
      { complete: true, headers: { "content-encoding": "gzip" } },
      false,
    ],
  ])("%s is read before its key is asked about, or not", (_, came, facts, isRead) => {
    expect(isPrompt(requestOf(came, facts))).toBe(isRead);
  });

  it("is taken at once where it is all there, and piece by piece where it is not", async () => {
    const atHand = intakeOf();
    const announced = { headers: { "content-length": "3" } };
    expect(String(readBytes(requestOf("abc", announced), 10, atHand.intake))).toBe("abc");
    expect(atHand.taken).toEqual([3]);
    const coming = intakeOf();
    const request = requestOf("ab");
    const reading = readBytes(request, 10, coming.intake);
    await vi.waitFor(() => expect(coming.taken).toEqual([2]));
    request.push("cd");
    request.push(null);
    expect(String(await reading)).toBe("abcd");
    expect(coming.taken).toEqual([2, 2]);
  });

  it("is given up after half a minute without a byte, and not before", async () => {
    vi.useFakeTimers();
    const request = requestOf("");
    const reading = Promise.resolve(readBytes(request, 10, intakeOf().intake));
    const failed = expect(reading).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/took too long/),
    });
    for (let byte = 0; byte < 3; byte += 1) {
      await vi.advanceTimersByTimeAsync(29_000);
      request.push("a");
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(29_000);
    expect(request.listenerCount("data")).toBe(1);
    await vi.advanceTimersByTimeAsync(1_001);
    await failed;
    expect(request.listenerCount("data")).toBe(0);
  });

  it("is not read further once its request is aborted", async () => {
    const { intake, ending } = intakeOf();
    const request = requestOf("");
    const reading = Promise.resolve(readBytes(request, 10, intake));
    const reason = new GatewayError("unauthenticated");
    ending.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(request.listenerCount("data")).toBe(0);
    const late = Promise.resolve(readBytes(requestOf(""), 10, intake));
    await expect(late).rejects.toBe(reason);
  });
});

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
