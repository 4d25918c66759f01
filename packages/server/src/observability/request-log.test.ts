import { expect, it } from "vitest";
import { GatewayError } from "../errors.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { createLog } from "./log.ts";
import { type LoggedRecord, logRequest } from "./request-log.ts";

/** A complete caller, as the log gets it: the log must pick the fields that it prints. */
const caller = {
  keyId: 7,
  keyHash: "the-hash",
  kind: "ordinary",
  organisationId: "the-organisation",
  workspaceId: "the-workspace",
};

const record: LoggedRecord = {
  requestId: "req-1",
  operation: "createEmbeddings",
  caller,
  failure: null,
  trace: null,
  generation: null,
};

const generation: NonNullable<LoggedRecord["generation"]> = {
  generationId: "gen-1",
  facts: {
    operation: "responses",
    model: "acme/large",
    provider: "acme",
    upstreamModel: "projects/secret/large",
    byok: false,
    streamed: true,
    inputTokens: 12,
    outputTokens: 34,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    estimated: false,
    finishReason: "stop",
    status: 200,
    errorKind: null,
    discountNanousd: 0,
    cost: null,
    price: null,
    configurationVersion: null,
    endUser: null,
    sessionId: null,
    tags: null,
    latencyMs: 900,
    firstTokenMs: 150,
    attempts: [
      { provider: "other", upstreamModel: "o", status: 503, failure: "overloaded", latencyMs: 5 },
      { provider: "acme", upstreamModel: "l", status: 200, failure: null, latencyMs: 800 },
    ],
    appUrl: null,
    appTitle: null,
  },
  costNanousd: 51_000,
  unbilledNanousd: 1_000,
};

function logged(change: Partial<LoggedRecord>, status: number): string {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  logRequest(log, { record: { ...record, ...change }, method: "POST", status, durationMs: 12 });
  return lines.join("");
}

it("the request log has one line of JSON with the caller, the operation and the outcome", () => {
  expect(JSON.parse(logged({}, 200))).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    pid: process.pid,
    request_id: "req-1",
    operation: "createEmbeddings",
    method: "POST",
    status: 200,
    duration_ms: 12,
    key_id: 7,
    workspace_id: "the-workspace",
    msg: "request",
  });
});

it("the request log names the provider, the attempts, the usage, the cost and the start", () => {
  const trace = { traceId: "0af7651916cd43dd8448eb211c80319c" };
  const line = logged({ generation, trace }, 200);
  expect(JSON.parse(line)).toMatchObject({
    trace_id: trace.traceId,
    generation_id: "gen-1",
    model: "acme/large",
    provider: "acme",
    attempts: 2,
    input_tokens: 12,
    output_tokens: 34,
    cost_usd: 0.00005,
    first_token_ms: 150,
  });
  expect(line).not.toContain("projects/secret");
});

it("the request log says why a provider or the store failed, and has a stack for defects only", () => {
  const said = new UpstreamError("overloaded", "the secret prompt", { status: 503 });
  said.provider = "acme";
  const error = new GatewayError("overloaded", { message: "All are overloaded.", cause: said });
  const line = logged({ failure: { kind: "overloaded", error } }, 529);
  expect(JSON.parse(line)).toMatchObject({
    level: "warn",
    failure: "overloaded",
    reason: "All are overloaded. < acme overloaded 503",
  });
  expect(line).not.toMatch(/prompt|\.ts/);
});

it("the request log never contains a key's hash", () => {
  expect(logged({}, 200)).not.toContain("the-hash");
});

it("the request log repeats no part of a wrong request, only the failure's kind", () => {
  const error = new GatewayError("badRequest", { message: "input: the secret prompt" });
  const line = logged({ failure: { kind: "badRequest", error } }, 400);
  expect(JSON.parse(line)).toMatchObject({ level: "info", failure: "bad_request" });
  expect(line).not.toContain("prompt");
});

it("the request log says what was thrown for an internal failure", () => {
  const error = new Error("the table is gone");
  const line = logged({ failure: { kind: "internal", error } }, 500);
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    error: { type: "Error", message: "the table is gone", at: expect.stringContaining(".test.ts") },
  });
});

it("the request log has no line for probes", () => {
  expect(logged({ operation: null, caller: null }, 200)).toBe("");
  expect(logged({ operation: null, caller: null }, 404)).not.toBe("");
});
