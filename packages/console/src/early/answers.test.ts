import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askEarly, fetchOrEarly, forgetEarly } from "./answers.ts";

const address = "http://127.0.0.1/api/v1/session";
const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  let count = 0;
  asked.mockImplementation(async () => new Response(String(++count)));
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  forgetEarly();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockReset();
});

const answer = async (method = "GET") =>
  (await fetchOrEarly(new Request(address, { method }))).text();

it("gives the first request the answer that is on its way, and asks for the next", async () => {
  void askEarly(address);
  expect(await answer()).toBe("1");
  expect(await answer()).toBe("2");
  expect(asked).toHaveBeenCalledTimes(2);
});

it("asks for another method", async () => {
  void askEarly(address);
  expect(await answer("DELETE")).toBe("2");
});

it("asks where an answer is older than ten seconds, or was before a sign-in", async () => {
  void askEarly(address);
  vi.advanceTimersByTime(10_000);
  expect(await answer()).toBe("2");
  void askEarly(address);
  forgetEarly();
  expect(await answer()).toBe("4");
});

it("leaves a failure to the request itself", async () => {
  asked.mockRejectedValueOnce(new TypeError("no network"));
  await askEarly(address).catch(() => undefined);
  expect(await answer()).toBe("1");
});
