import { describe, expect, it } from "vitest";
import { readTraceContext, traceparentFor } from "./trace-context.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const given = `00-${traceId}-${parentId}-01`;

describe("where no spans are exported", () => {
  it("passes the caller's place on as it is", () => {
    const trace = readTraceContext(given, false);
    expect(trace).toEqual({ traceId, parentId, flags: "01", spans: null });
    if (trace !== null) expect(traceparentFor(trace, true)).toBe(given);
  });

  it("is null where the caller sends no traceparent", () => {
    expect(readTraceContext(undefined, false)).toBeNull();
  });
});

describe("where spans are exported", () => {
  it("makes a span below the caller's and above the upstream's", () => {
    const trace = readTraceContext(given, true);
    if (trace === null) throw new Error("There is no trace.");
    expect(trace).toMatchObject({ traceId, parentId });
    const { spans } = trace;
    expect(traceparentFor(trace, false)).toBe(`00-${traceId}-${spans?.request}-01`);
    expect(traceparentFor(trace, true)).toBe(`00-${traceId}-${spans?.generation}-01`);
    expect(new Set([spans?.request, spans?.generation, parentId]).size).toBe(3);
  });

  it("begins a trace where the caller has none", () => {
    const [one, other] = [readTraceContext(undefined, true), readTraceContext(undefined, true)];
    expect(one).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), parentId: null });
    expect(one?.traceId).not.toBe(other?.traceId);
  });
});

it.each([
  ["what is no traceparent", "hello"],
  ["the version that is not allowed", `ff-${traceId}-${parentId}-01`],
  ["more than version 00 has", `${given}-more`],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${parentId}-01`],
  ["a span id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["capitals", given.toUpperCase()],
])("ignores %s", (_, header) => {
  expect(readTraceContext(header, false)).toBeNull();
});

it("reads a later version as far as it knows it, and passes no flag on that it does not know", () => {
  expect(readTraceContext(`cc-${traceId}-${parentId}-ff-more`, false)).toMatchObject({
    traceId,
    flags: "01",
  });
  expect(readTraceContext(`00-${traceId}-${parentId}-fe`, false)?.flags).toBe("00");
});
