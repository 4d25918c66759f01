import { expect, it } from "vitest";
import { mayBeRefunded, type Refundable } from "./may-be-refunded.ts";

const settled: Refundable = { state: "settled", status: 200, errorKind: null, charged: 1 };

it.each<[string, Partial<Refundable>]>([
  ["abandoned", { state: "abandoned" }],
  ["answered with a failure of the service", { status: 503, errorKind: "unavailable" }],
  ["a stream that its provider cut", { errorKind: "cut" }],
  ["a stream that the gateway could not finish", { errorKind: "internal" }],
])("a generation may be refunded that was %s", (_, change) => {
  expect(mayBeRefunded({ ...settled, ...change })).toBe(true);
});

it.each<[string, Partial<Refundable>]>([
  ["answered", {}],
  ["refunded before", { state: "refunded", charged: 0, status: 503 }],
  ["free", { charged: 0, errorKind: "cut" }],
  ["left by its caller", { status: 499, errorKind: "caller_gone" }],
  ["a mistake of its caller", { status: 400, errorKind: "rejected" }],
  ["ended with the session that began it", { errorKind: "unauthenticated" }],
])("no generation may be refunded that was %s", (_, change) => {
  expect(mayBeRefunded({ ...settled, ...change })).toBe(false);
});
